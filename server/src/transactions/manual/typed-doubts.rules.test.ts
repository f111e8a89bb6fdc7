import { type TaxRow, taxTable } from '@portal/contract/rates/tax.rules.ts'
import { describe, expect, test } from 'vitest'
import { flagsForSecond, taxDoubtsOf } from './typed-doubts.rules.ts'

const rate = (jurisdiction: string, tax: 'GST' | 'HST' | 'QST', rate_e5: number, id: number) =>
  ({
    id,
    jurisdiction,
    region: null,
    product_class: 'merchandise',
    from_date: '2020-01-01',
    to_date: null,
    kind: 'ad_valorem',
    tax,
    rate_e5,
  }) as TaxRow
const table = taxTable([rate('CA', 'GST', 5_000, 1), rate('CA-ON', 'HST', 13_000, 2), rate('CA-QC', 'QST', 9_975, 3)])
const line = (changes: object) => ({
  product: 'OTH',
  pre_cents: 10_000,
  gst_cents: 0,
  hst_cents: 0,
  pst_cents: 0,
  qst_cents: 0,
  ...changes,
})
const doubted = (province: string | null, changes: object, day = '2026-11-02') =>
  taxDoubtsOf(line(changes), { day, province }, table).map((message) => JSON.stringify(message))

describe('TXN-22 typed taxes', () => {
  test('differ from the table by more than two cents, in either direction and for credits', () => {
    expect(doubted('ON', { hst_cents: 1_300 })).toEqual([])
    for (const hst_cents of [1_298, 1_302]) expect(doubted('ON', { hst_cents })).toEqual([])
    for (const hst_cents of [0, 1_297, 1_303]) expect(doubted('ON', { hst_cents })).toHaveLength(1)
    expect(doubted('ON', { pre_cents: -10_000, hst_cents: -1_300 })).toEqual([])
    expect(doubted('ON', { hst_cents: 9_900 })[0]).toMatch(/99.*13/)
  })
  test('are compared tax by tax', () => {
    expect(doubted('QC', { gst_cents: 500, qst_cents: 998 })).toEqual([])
    expect(doubted('QC', { gst_cents: 998, qst_cents: 500 })).toHaveLength(2)
    expect(doubted('ON', { gst_cents: 500, hst_cents: 1_300 })).toHaveLength(1)
  })
  test('are not compared without a place or a rate', () => {
    expect(doubted(null, { hst_cents: 9_900 })).toEqual([])
    expect(doubted('XX', { hst_cents: 9_900 })).toEqual([])
    expect(doubted('ON', { hst_cents: 9_900 }, '2019-01-01')).toEqual([])
    expect(doubted('NY', { gst_cents: 3 })).toHaveLength(1)
  })
})

test('TXN-22 above the amount, an odd tax and a credit without a purchase wait for a second person', () => {
  const lines = [{ flags: ['manual_price', 'typed_tax', 'second_person'] }, { flags: ['manual_price'] }]
  const flags = (amount_cents: number, isStandingCredit = false) =>
    flagsForSecond(lines, { amount_cents, isStandingCredit, limit_cents: 100_000 })
  const without = [['manual_price', 'typed_tax'], ['manual_price']]
  expect(flags(100_000)).toEqual(without)
  expect(flags(-100_000, true)).toEqual(without)
  expect(flags(100_001)).toEqual([['manual_price', 'typed_tax', 'second_person'], ['manual_price']])
  expect(flags(-100_001, true)).toEqual([
    ['manual_price', 'typed_tax', 'second_person'],
    ['manual_price', 'second_person'],
  ])
})
