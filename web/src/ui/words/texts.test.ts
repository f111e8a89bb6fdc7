import { expect, test } from 'vitest'
import { typedDay } from './day.ts'
import { differencesText, priceText, rateText, sizeText } from './figures.ts'
import { dateText, instantText, localTimeText, moneyText, nothing, quantityText, withDays } from './texts.ts'

test('LIST-10 dates are DD/MM/YY', () => {
  expect(dateText('2026-03-09')).toBe('09/03/26')
  expect(dateText('2026-02-30')).toBe(nothing)
  expect(dateText(null)).toBe(nothing)
})
test('LIST-10 days within a text become DD/MM/YY; file names and numbers stay unchanged', () => {
  expect(withDays('2026-10-01 – 2026-10-31')).toBe('01/10/26 – 31/10/26')
  expect(withDays('ON, from 2026-04-01: Ontario')).toBe('ON, from 01/04/26: Ontario')
  expect(withDays('issued_date:2026-10-01..2026-10-31')).toBe('issued_date:01/10/26..31/10/26')
  for (const text of ['INV-2026-000047', 'rates-2026-10-01.csv', '2026-10-01.xlsx', '2026-02-30', 'AB2026-10-01'])
    expect(withDays(text)).toBe(text)
})
test('LIST-10 instants are DD/MM/YY h:mm A', () => {
  expect(instantText(new Date(2026, 2, 9, 0, 5))).toBe('09/03/26 12:05 AM')
  expect(instantText(new Date(2026, 2, 9, 12, 0))).toBe('09/03/26 12:00 PM')
  expect(instantText(new Date(2026, 2, 9, 15, 30))).toBe('09/03/26 3:30 PM')
  expect(instantText('not a date')).toBe(nothing)
})
test('UX-5 French uses the 24-hour clock', () => {
  expect(instantText(new Date(2026, 2, 9, 0, 5), 'fr-CA')).toBe('09/03/26 00:05')
  expect(instantText(new Date(2026, 2, 9, 15, 30), 'fr-CA')).toBe('09/03/26 15:30')
  expect(localTimeText('2026-11-14T12:05:59', 'fr-CA')).toBe('14/11/26 12:05')
})
test('LIST-10 a local time is shown as it was at the site', () => {
  expect(localTimeText('2026-03-08T02:30:00')).toBe('08/03/26 2:30 AM')
  expect(localTimeText('2026-11-14T00:05:59')).toBe('14/11/26 12:05 AM')
  expect(localTimeText('2026-11-14')).toBe(nothing)
})
test('a tax per unit has at least four decimals', () => {
  expect([rateText(0.13, 'en-CA'), rateText(0.123456, 'en-CA'), rateText(null, 'en-CA')]).toEqual([
    '0.1300',
    '0.123456',
    nothing,
  ])
})
test('LIST-10 a typed day is parsed as day, month, year', () => {
  expect(typedDay('9/3/26')).toBe('2026-03-09')
  expect(typedDay('09-03-2026')).toBe('2026-03-09')
  expect(typedDay('31/02/26')).toBeNull()
  expect(typedDay('2026-03-09')).toBeNull()
})
test('UX-4 LIST-13 an amount shows its currency in the format of the language', () => {
  const texts = [
    moneyText(1234.5, 'en-CA', 'CAD'),
    moneyText(-1234.5, 'en-CA', 'USD'),
    moneyText(0, 'en-CA', 'USD'),
    moneyText(1234.5, 'fr-CA', 'USD'),
  ]
  expect(texts.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    '$1,234.50 CAD',
    '-$1,234.50 USD',
    '$0.00 USD',
    '1 234,50 $ USD',
  ])
  expect(moneyText(null, 'en-CA', 'CAD')).toBe(nothing)
})
test('LIST-13 quantities and prices follow the language', () => {
  expect(quantityText(0.125, 'en-CA')).toBe('0.125')
  expect(priceText(0.03, 'en-CA', 'CAD/L')).toBe('0.0300 CAD/L')
  expect(priceText(0.03, 'fr-CA', 'USD/gal')).toBe('0,0300 USD/gal')
})
test('TXN-16 a price shows at least four decimals and all that it has, up to six', () => {
  expect([1.5, 1.6676, 1.66765, 1.666675].map((price) => priceText(price, 'en-CA', 'CAD/L'))).toEqual([
    '1.5000 CAD/L',
    '1.6676 CAD/L',
    '1.66765 CAD/L',
    '1.666675 CAD/L',
  ])
  expect(priceText(1.666675, 'fr-CA', 'CAD/L')).toBe('1,666675 CAD/L')
})
test('CARD-15 a size is shown in kilobytes, megabytes or gigabytes of 1,000 each', () => {
  expect([1, 1536, 1e6 - 1, 20e6, 25.27e9].map((bytes) => sizeText(bytes, 'en-CA').replace(/\s/g, ' '))).toEqual([
    '0.1 kB',
    '1.5 kB',
    '1,000 kB',
    '20 MB',
    '25.3 GB',
  ])
})

test('RATE-4 a rate file’s price differences show sign and currency', () => {
  const totals = [
    { currency: 'CAD', difference: 1034.2 },
    { currency: 'USD', difference: -1 },
  ] as const
  expect(differencesText([...totals], 'en-CA')).toBe('+$1,034.20\u00a0CAD, -$1.00\u00a0USD')
  expect(differencesText([{ currency: 'CAD', difference: 0 }], 'en-CA')).toBe('$0.00\u00a0CAD')
})
