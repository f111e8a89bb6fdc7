import { expect, test } from 'vitest'
import { differencesText, taxRateText } from './rate-text.ts'

test('RATE-4 M10 a rate is shown with its unit and all its decimals', () => {
  expect(taxRateText({ rate: 0.1545, per: 'CAD/L' }, 'en-CA')).toBe('0.1545 CAD/L')
  expect(taxRateText({ rate: 0, per: 'CAD/L' }, 'en-CA')).toBe('0.00 CAD/L')
  expect(taxRateText({ rate: 0.123456, per: 'USD/GAL' }, 'en-CA')).toBe('0.123456 USD/GAL')
  expect([taxRateText({ rate: 9.975, per: '%' }, 'en-CA'), taxRateText({ rate: 9.975, per: '%' }, 'fr-CA')]).toEqual([
    '9.975 %',
    '9,975 %',
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
