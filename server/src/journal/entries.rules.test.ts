import { productCodes } from '@portal/contract/lookups/products.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentSum, sampleEntries } from '../testing/files/journal-samples.ts'
import {
  balanced,
  type DocumentSum,
  documentEntry,
  entryTotals,
  type JournalEntry,
  receiptEntry,
  refundEntry,
  reversalEntry,
  writeOffEntry,
} from './entries.rules.ts'

const customer = { id: 12, name: 'Northline', company_number: 'C00012' }
const head = { date: '2026-11-15', number: 'INV-2026-000001', customer, currency: 'CAD' } as const
const amounts = ({ lines }: JournalEntry): Record<string, number> =>
  Object.fromEntries(lines.map((line) => [line.account, line.debit_cents - line.credit_cents]))

test('RECV-10 an invoice debits the customer, and credits sales by product and province and taxes by kind', () => {
  const sums = [
    documentSum({ product: 'D1', province: 'ON', pre_cents: 96_785, hst_cents: 12_582 }),
    documentSum({ product: 'D1', province: 'QC', pre_cents: 102_385, gst_cents: 5_119, qst_cents: 10_213 }),
    documentSum({ product: 'DEF', province: 'QC', pre_cents: 1_000, gst_cents: 50, qst_cents: 100 }),
    documentSum({ product: 'FEE', province: null, pre_cents: 4_500 }),
    documentSum({ product: 'CSH', province: 'ON', pre_cents: 20_000 }),
  ]
  const entry = documentEntry('invoice', head, sums, 252_734)
  expect(amounts(entry)).toEqual({
    'receivable.C00012': 252_734,
    'sales.D1.ON': -96_785,
    'tax.hst.ON': -12_582,
    'sales.D1.QC': -102_385,
    'tax.gst.QC': -5_169,
    'tax.qst.QC': -10_313,
    'sales.DEF.QC': -1_000,
    fees: -4_500,
    'cash_advances.ON': -20_000,
  })
  expect([entry.kind, entry.memo, entry.uncosted_cents]).toEqual(['invoice', 'Invoice INV-2026-000001', 224_670])
  expect(entry.lines.find(({ account }) => account === 'tax.qst.QC')).toMatchObject({
    debit_cents: 0,
    credit_cents: 10_313,
    tax: 'QST',
    province: 'QC',
    product: null,
  })
})

test('RECV-10 the cost of what is billed is debited, the provider’s PST included, and its GST, HST and QST are recoverable', () => {
  const sum = documentSum({
    product: 'DEF',
    province: 'SK',
    fuel_provider: 'TA-Petro',
    pre_cents: 8_000,
    cost_pre_cents: 7_000,
    cost_gst_cents: 350,
    cost_hst_cents: 11,
    cost_pst_cents: 420,
    cost_qst_cents: 22,
  })
  const entry = documentEntry('invoice', head, [sum], 8_000)
  expect(amounts(entry)).toEqual({
    'receivable.C00012': 8_000,
    'sales.DEF.SK': -8_000,
    'cost.DEF.SK': 7_420,
    'itc.gst.SK': 350,
    'itc.hst.SK': 11,
    'itc.qst.SK': 22,
    'payable.TA-Petro': -7_803,
  })
  expect(entry.uncosted_cents).toBe(0)
})

test('RECV-10 a credit note is the opposite of its invoice, and amounts that cancel out are in no line', () => {
  const sum = documentSum({ product: 'D1', province: 'AB', pre_cents: 500, gst_cents: 25, cost_pre_cents: 400 })
  const credited = documentSum({ product: 'D1', province: 'AB', pre_cents: -500, gst_cents: -25, cost_pre_cents: -400 })
  const invoice = documentEntry('invoice', head, [sum], 525)
  const note = documentEntry('credit_note', { ...head, note: 'wrong rate' }, [credited], -525)
  expect(amounts(note)).toEqual(
    Object.fromEntries(Object.entries(amounts(invoice)).map(([key, cents]) => [key, -cents])),
  )
  expect(note.memo).toBe('Credit note INV-2026-000001: wrong rate')
  expect(documentEntry('invoice', head, [sum, credited], 0).lines).toEqual([])
})

test('RECV-10 sums that do not add up to the total of their document are refused', () => {
  const sum = documentSum({ product: 'D1', province: 'ON', pre_cents: 100, hst_cents: 13 })
  expect(() => documentEntry('invoice', head, [sum], 112)).toThrow(
    'Invoice INV-2026-000001 of 2026-11-15 debits 112 and credits 113 cents',
  )
})

test('RECV-10 a receipt debits the bank by mode and reduces what the customer owes by all of it', () => {
  const receipt = receiptEntry({ ...head, number: 'R-1' }, { mode: 'pad', amount_cents: 5_000 })
  expect([receipt.kind, amounts(receipt)]).toEqual(['receipt', { 'bank.pad': 5_000, 'receivable.C00012': -5_000 }])
  expect(amounts(refundEntry(head, { mode: 'cheque', amount_cents: 700 }))).toEqual({
    'bank.cheque': -700,
    'receivable.C00012': 700,
  })
  expect(amounts(writeOffEntry(head, 300))).toEqual({ bad_debt: 300, 'receivable.C00012': -300 })
  for (const amount_cents of [0, 0.5, Number.NaN]) expect(() => writeOffEntry(head, amount_cents)).toThrow(RangeError)
})

test('RECV-10 a reversal is the opposite on its own day', () => {
  const receipt = receiptEntry({ ...head, number: 'R-1' }, { mode: 'pad', amount_cents: 5_000 })
  const reversal = reversalEntry(receipt, { date: '2026-12-01', number: 'R-1', note: 'NSF' })
  expect([reversal.kind, reversal.date, reversal.memo]).toEqual([
    'receipt_reversal',
    '2026-12-01',
    'Receipt reversal R-1: NSF',
  ])
  expect(amounts(reversal)).toEqual({ 'bank.pad': -5_000, 'receivable.C00012': 5_000 })
})

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
const maybeCents = fc.option(cents)
const anySum: fc.Arbitrary<DocumentSum> = fc.record({
  product: fc.constantFrom(...productCodes),
  province: fc.constantFrom('ON', 'QC', 'SK', null),
  fuel_provider: fc.constantFrom('Esso', 'Pipeline', null),
  pre_cents: cents,
  gst_cents: cents,
  hst_cents: cents,
  pst_cents: cents,
  qst_cents: cents,
  cost_pre_cents: maybeCents,
  cost_gst_cents: maybeCents,
  cost_hst_cents: maybeCents,
  cost_pst_cents: maybeCents,
  cost_qst_cents: maybeCents,
})
test('RECV-10 any document balances, with each account once and no negative amount', () => {
  fc.assert(
    fc.property(fc.array(anySum, { maxLength: 30 }), (sums) => {
      const total = sums.reduce(
        (sum, one) => sum + one.pre_cents + one.gst_cents + one.hst_cents + one.pst_cents + one.qst_cents,
        0,
      )
      const entry = documentEntry('invoice', head, sums, total)
      const { debit_cents, credit_cents } = entryTotals(entry)
      expect(debit_cents).toBe(credit_cents)
      expect(new Set(entry.lines.map(({ account }) => account)).size).toBe(entry.lines.length)
      for (const line of entry.lines)
        expect([Math.min(line.debit_cents, line.credit_cents), line.debit_cents + line.credit_cents > 0]).toEqual([
          0,
          true,
        ])
    }),
  )
})
test('RECV-10 every sample entry balances', () => {
  for (const entry of sampleEntries) expect(balanced(entry)).toBe(entry)
})
