import { expect, test } from 'vitest'
import {
  asIssued,
  isIssued,
  issuedCents,
  lastFour,
  type Paper,
  type PaperHead,
  type PaperLine,
  ratesByProvince,
  type Sums,
  type Totals,
  taxesIn,
  taxesOf,
  taxSum,
  unitTaxesIn,
  unitTaxesOf,
} from './invoice-paper.rules.ts'

const sums: Sums = {
  pre_cents: 10_000,
  gst_cents: 1,
  hst_cents: 20,
  pst_cents: 300,
  qst_cents: 4000,
  discount_cents: 0,
  amount_cents: 14_321,
}
const totals: Totals = {
  ...sums,
  lines: 1,
  has_purchases: true,
  has_retail: false,
  has_long_prices: false,
  has_discount: false,
  has_fet: false,
  has_pft: false,
  has_pct: false,
  has_local: false,
  by_product: [],
  by_province: [],
  tax_rates: [],
}

test('INV-12 M4 each tax is listed by name, and the taxes add up to total minus net', () => {
  expect(taxesOf(sums)).toEqual({ GST: 1, HST: 20, PST: 300, QST: 4000 })
  expect(taxSum(sums)).toBe(sums.amount_cents - sums.pre_cents)
})

test('INV-12 only taxes charged or credited have a row', () => {
  expect(taxesIn(totals)).toEqual(['GST', 'HST', 'PST', 'QST'])
  expect(taxesIn({ ...totals, gst_cents: 0, hst_cents: -20, pst_cents: 0 })).toEqual(['HST', 'QST'])
})

test('INV-12 only per-unit taxes found on a line get a column', () => {
  expect(unitTaxesIn(totals)).toEqual([])
  expect(unitTaxesIn({ ...totals, has_local: true, has_pft: true })).toEqual(['PFT', 'Local'])
  expect(unitTaxesIn({ ...totals, has_fet: true, has_pct: true })).toEqual(['FET', 'PCT'])
  const line = { fet_e6: 1, pft_e6: 2, pct_e6: 3, local_e6: 4 } as PaperLine
  expect(unitTaxesOf(line)).toEqual({ FET: 1, PFT: 2, PCT: 3, Local: 4 })
})

test('INV-12 only the last four digits of a card number are shown', () => {
  expect(['7083000000001234', '1234', '12'].map(lastFour)).toEqual(['1234', '1234', '12'])
})

test('INV-12 the rates of the sales taxes are listed by province, each once, so that a reader can check a line', () => {
  const words = {
    taxNames: { GST: 'GST', HST: 'HST', PST: 'PST', QST: 'QST' },
    percent: (rate_e5: number) => `${rate_e5 / 1000}%`,
    noProvince: 'None',
  }
  const rates = [
    { province: 'ON', tax: 'HST', rate_e5: 13_000 },
    { province: 'QC', tax: 'QST', rate_e5: 9975 },
    { province: 'QC', tax: 'GST', rate_e5: 5000 },
    { province: null, tax: 'GST', rate_e5: 5000 },
  ] as const
  expect(ratesByProvince(rates, words)).toBe('ON HST 13% · QC GST 5%, QST 9.975% · None GST 5%')
})

const head = {
  status: 'PARTIALLY_PAID',
  sent_at: '2026-11-01T15:00:00.000000Z',
  updated_at: '2026-11-09T15:00:00.000000Z',
  total_cents: 14_321,
  paid_cents: 4321,
  due_cents: 10_000,
  voided_cents: null,
  issued_cents: null,
  has_issuer: true,
} as PaperHead
const paper = (changes: Partial<PaperHead>): Paper => ({ head: { ...head, ...changes }, totals, transactions: [7] })
const given = { code: '7KQ2M9XV4TRB', address: 'https://cards.example/verify?code=7KQ2M9XV4TRB', today: '2026-11-16' }

test('RECV-4 a document is drawn as of its issue: Sent, nothing paid, dated by it', () => {
  const { head: drawn, proof, transactions } = asIssued(paper({}), given)
  expect(drawn).toMatchObject({
    status: 'SENT',
    total_cents: 14_321,
    paid_cents: 0,
    due_cents: 14_321,
    updated_at: head.sent_at,
  })
  expect([proof, transactions]).toEqual([{ code: given.code, address: given.address, stored_on: null }, [7]])
})

test('RECV-4 a document says when it was stored if its supplier or its lines are no longer those of its issue', () => {
  expect(asIssued(paper({ has_issuer: false }), given).proof?.stored_on).toBe('2026-11-16')
  const voided = asIssued(
    paper({ status: 'VOID', total_cents: 0, due_cents: 0, voided_cents: 14_321, issued_cents: 14_321 }),
    given,
  )
  expect(voided.proof?.stored_on).toBe('2026-11-16')
  expect(voided.head).toMatchObject({ status: 'VOID', total_cents: 0, voided_cents: 14_321 })
  expect([issuedCents(voided.head), issuedCents(head)]).toEqual([14_321, 14_321])
})

test('RECV-4 a Draft is not issued, nor is one that was voided as a Draft', () => {
  const issued = (status: string, sent_at: string | null = '2026-11-01') => isIssued({ status, sent_at })
  expect(['SENT', 'PARTIALLY_PAID', 'FULLY_PAID', 'VOID'].map((status) => issued(status))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([issued('DRAFT', null), issued('VOID', null)]).toEqual([false, false])
})
