import { expect, test } from 'vitest'
import { cardList } from './cards/cards.ts'
import { everyEndpoint } from './contracts.ts'
import { english } from './english.ts'
import { invoiceList } from './invoices/invoices.ts'
import type { ListSpec } from './list.ts'
import { markupList } from './markups/markups.ts'
import { dailyRateList } from './rates/daily-rates.ts'
import { transactionList } from './transactions/transactions.ts'

const lists = everyEndpoint.flatMap(({ id, list }) => (list ? [[id, list] as const] : []))
const read = (list: ListSpec, filter: string) => list.query.parse({ filter }).filter[0]

test('LIT-8 a card’s status is found by every name in the documents', () => {
  const words = { RELEASE: ['RELEASE', 'ACTIVE', 'Open'], HOLD: ['HOLD', 'NSF'], CLOSED: ['CLOSED', 'INACTIVE'] }
  for (const [value, names] of Object.entries(words))
    for (const word of names)
      for (const typed of [word, word.toLowerCase(), word.toUpperCase()])
        expect(read(cardList, `status:${typed}`)).toBe(`card_status:${value}`)
})

test('LIT-8 an invoice’s status is found by key, value and badge', () => {
  for (const [typed, value] of [
    ['PARTIALLY_PAID', 'PARTIALLY_PAID'],
    ['partially paid', 'PARTIALLY_PAID'],
    ['Sent', 'SENT'],
    ['open', 'Open'],
    ['CLOSED', 'Closed'],
    ['nsf', 'NSF'],
  ])
    expect(read(invoiceList, `status:${typed}`)).toBe(`status:${value}`)
})

test('LIST-13 LIT-8 every currency filter reads C and CN as CAD, U and US as USD', () => {
  const byCurrency = lists.filter(([, list]) => Object.hasOwn(list.filters, 'currency'))
  expect(byCurrency.map(([id]) => id)).toEqual(
    expect.arrayContaining(['transactions.list', 'invoices.list', 'payments.list']),
  )
  for (const [, list] of byCurrency)
    for (const [typed, value] of Object.entries({ C: 'CAD', cn: 'CAD', cad: 'CAD', U: 'USD', us: 'USD', USD: 'USD' }))
      expect(read(list, `currency:${typed}`)).toBe(`currency:${value}`)
  expect(transactionList.query.safeParse({ filter: 'currency:EUR' }).success).toBe(false)
})

test('LIT-8 a fuel provider is found by both spellings', () => {
  expect(read(dailyRateList, 'provider:ESSO')).toBe('provider:Esso')
  expect(read(dailyRateList, 'provider:tapetro')).toBe('provider:TA-Petro')
  expect(read(markupList, 'fuel_company_provider:TAPetro')).toBe('fuel_company_provider:TA-Petro')
})

test.each(lists)(
  'LIST-14 %s: each name means one choice, and other values are refused with the choices',
  (_id, list) => {
    for (const [field, spec] of Object.entries(list.filters)) {
      if (spec.kind !== 'choice') continue
      for (const { value, label, words = [] } of spec.options)
        for (const name of [value, label, ...words]) expect(read(list, `${field}:${name}`)).toBe(`${field}:${value}`)
      const refused = list.query.safeParse({ filter: `${field}:eq:${spec.options[0]?.value}` })
      expect(english(refused.error?.issues[0]?.message ?? '')).toContain(
        `${field}: choose one of ${spec.options[0]?.value}`,
      )
      expect(list.query.safeParse({ filter: `${field}::no such choice` }).success).toBe(true)
    }
  },
)
