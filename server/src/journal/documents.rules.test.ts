import { expect, test } from 'vitest'
import { documentSum } from '../testing/files/journal-samples.ts'
import { entryOfDocument, type StoredDocument, sourceOf } from './documents.rules.ts'

const stored = (
  kind: StoredDocument['kind'],
  cents: number,
  changes: Partial<StoredDocument> = {},
): StoredDocument => ({
  kind,
  id: 7,
  number: 'R-000007',
  date: '2026-11-20',
  currency: 'CAD',
  company_id: 2,
  customer: 'Northline Haulage',
  company_number: 'C00002',
  cents,
  mode: 'eft',
  note: 'EFT 88123',
  ...changes,
})
const moved = (document: StoredDocument) =>
  entryOfDocument(document, []).lines.map((line) => `${line.account} ${line.debit_cents - line.credit_cents}`)

test('RECV-10 money that came in or went out, and its reversal, are opposites', () => {
  expect(moved(stored('receipt', 500))).toEqual(['bank.eft 500', 'receivable.C00002 -500'])
  expect(moved(stored('receipt_reversal', -500))).toEqual(['bank.eft -500', 'receivable.C00002 500'])
  expect(moved(stored('refund', 500))).toEqual(['bank.eft -500', 'receivable.C00002 500'])
  expect(moved(stored('refund_reversal', -500))).toEqual(['bank.eft 500', 'receivable.C00002 -500'])
  expect(moved(stored('write_off', 500))).toEqual(['bad_debt 500', 'receivable.C00002 -500'])
  expect(moved(stored('write_off_reversal', -500))).toEqual(['bad_debt -500', 'receivable.C00002 500'])
})

test('RECV-10 a reversal is dated and named by itself', () => {
  const entry = entryOfDocument(stored('receipt_reversal', -500, { date: '2026-12-01', note: 'NSF' }), [])
  expect(entry).toMatchObject({
    kind: 'receipt_reversal',
    date: '2026-12-01',
    memo: 'Receipt reversal R-000007: NSF',
    customer: { id: 2, name: 'Northline Haulage', company_number: 'C00002' },
  })
})

test('RECV-10 sums without a known cost have no cost of sales and are counted', () => {
  const sum = { ...documentSum({ product: 'D1', province: 'ON', pre_cents: 100, hst_cents: 13 }), id: 7 }
  const known = {
    ...sum,
    is_costed: true,
    cost_pre_cents: 90,
    cost_hst_cents: 12,
    cost_gst_cents: 0,
    cost_pst_cents: 0,
  }
  const unknown = { ...sum, is_costed: false, cost_pre_cents: 0 }
  const entry = entryOfDocument(stored('invoice', 226), [{ ...known, cost_qst_cents: 0 }, unknown])
  expect(entry.uncosted_cents).toBe(100)
  expect(entry.lines.find(({ account }) => account === 'cost.D1.ON')?.debit_cents).toBe(90)
  expect(() => entryOfDocument(stored('invoice', 225), [unknown])).toThrow(RangeError)
})

test('RECV-10 a reversal is in the table of what it reverses', () => {
  expect((['invoice', 'receipt_reversal', 'write_off_reversal'] as const).map(sourceOf)).toEqual([
    'invoice',
    'receipt',
    'write_off',
  ])
})
