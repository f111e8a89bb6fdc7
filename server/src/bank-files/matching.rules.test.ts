import { expect, test } from 'vitest'
import {
  bareNumbersIn,
  fullNumbersIn,
  type InvoiceFact,
  type OpenLine,
  proposeMatch,
  receiptReferenceOf,
  referenceKey,
} from './matching.rules.ts'
import { payerKey } from './payers.rules.ts'

const [north, prairie, twin, other] = [1, 2, 3, 4]
const customers = [
  { id: north, key: payerKey('Northline Haulage') },
  { id: prairie, key: payerKey('Prairie Freight') },
  { id: twin, key: payerKey('Twin Lines') },
  { id: other, key: payerKey('Twin Lines Inc') },
]
const invoice = (
  number: number,
  company_id: number,
  due_cents: number,
  due_date = '2026-12-01',
  year = 2026,
): InvoiceFact => ({
  invoice_number: `INV-${year}-${String(number).padStart(6, '0')}`,
  company_id,
  due_cents,
  due_date,
})
const line = (amount_cents: number, reference: string, payer = ''): OpenLine => ({
  amount_cents,
  reference,
  payer,
  payer_key: payerKey(payer || reference),
})
const propose = (given: OpenLine, invoices: InvoiceFact[], earlier: [string, number[]][] = []) =>
  proposeMatch(given, { invoices, customers, earlier: new Map(earlier) })
const paid = ({ allocations }: ReturnType<typeof propose>) =>
  allocations.map(({ invoice_number, cents }) => [Number(invoice_number.slice(-6)), cents])

test.each([
  ['INV-2026-000123', ['INV-2026-000123']],
  ['inv2026000123', ['INV-2026-000123']],
  ['Facture 2026-000123', ['INV-2026-000123']],
  ['INV 2026 000123/2026 000124', ['INV-2026-000123', 'INV-2026-000124']],
  ['Invoice 2026-123', ['INV-2026-000123']],
  ['paid on 2026-11-03', []],
  ['20261103', []],
  ['EFT 12026000123', []],
])('RECV-1 the text %s spells the invoice numbers %j', (reference, numbers) => {
  expect(fullNumbersIn({ reference, payer: '' })).toEqual(numbers)
})
test('RECV-1 other numbers of up to six digits may be an invoice without its year', () => {
  expect(bareNumbersIn({ reference: 'INV123 and 000124, 2026-000125', payer: 'Unit 7' })).toEqual([123, 124, 7])
  expect(bareNumbersIn({ reference: 'EFT 1234567', payer: '' })).toEqual([])
})

test('RECV-1 an invoice number in the text decides, whatever the amount; the rest stays on account', () => {
  const invoices = [invoice(1, north, 10_000), invoice(2, north, 15_000)]
  for (const payer of ['NORTHLINE HAULAGE', 'HOLDING 88', '']) {
    const match = propose(line(15_000, 'inv2026000001', payer), invoices)
    expect([match.basis, match.company_id, paid(match)]).toEqual(['invoice_number', north, [[1, 10_000]]])
  }
})
test('RECV-1 a number that contradicts the payer’s name is shown beside it, and none is guessed', () => {
  const given = line(10_000, 'inv2026000001', 'PRAIRIE FREIGHT')
  const match = propose(given, [invoice(1, north, 10_000)])
  expect([match.basis, match.company_id, match.allocations]).toEqual([null, null, []])
  expect(match.candidates.map(({ company_id }) => company_id)).toEqual([north, prairie])
  expect(propose(line(10_000, 'Payment 1', 'PRAIRIE FREIGHT'), [invoice(1, north, 10_000)]).basis).toBeNull()
  // Once a person has confirmed such a line, the payer is known to pay for that customer.
  const known = propose(given, [invoice(1, north, 10_000)], [[given.payer_key, [north]]])
  expect([known.basis, known.company_id]).toEqual(['invoice_number', north])
})
test('RECV-1 several numbers are paid in the order of the text, and the last in part', () => {
  const invoices = [invoice(1, north, 10_000), invoice(2, north, 10_000)]
  expect(paid(propose(line(12_000, '2026-000002 2026-000001'), invoices))).toEqual([
    [2, 10_000],
    [1, 2_000],
  ])
})
test('RECV-1 numbers of two customers are shown, and none is proposed', () => {
  const match = propose(line(20_000, '2026-000001 2026-000002'), [
    invoice(1, north, 10_000),
    invoice(2, prairie, 10_000),
  ])
  expect([match.basis, match.company_id, match.allocations]).toEqual([null, null, []])
  expect(match.candidates.map(({ company_id }) => company_id)).toEqual([north, prairie])
})
test('RECV-1 a paid invoice still names its customer', () => {
  const match = propose(line(5_000, '2026-000001', 'UNKNOWN'), [invoice(1, north, 0), invoice(2, north, 5_000)])
  expect([match.basis, match.company_id, paid(match)]).toEqual(['amount', north, [[2, 5_000]]])
})
test('RECV-1 a bare number counts only with its amount, and only if one invoice fits', () => {
  const invoices = [invoice(123, north, 10_000)]
  expect(paid(propose(line(10_000, 'Payment 123'), invoices))).toEqual([[123, 10_000]])
  expect(propose(line(9_999, 'Payment 123'), invoices).basis).toBeNull()
  const two = propose(line(10_000, 'Payment 123'), [...invoices, invoice(123, prairie, 10_000, '2026-12-01', 2025)])
  expect([two.basis, two.company_id, two.candidates.length]).toEqual([null, null, 2])
})

test('RECV-1 the amount of one open invoice of a customer with the payer’s name', () => {
  const match = propose(line(7_000, 'EFT', 'NORTHLINE HAULAGE LTD'), [
    invoice(1, north, 5_000),
    invoice(2, north, 7_000),
  ])
  expect([match.basis, paid(match)]).toEqual(['amount', [[2, 7_000]]])
})
test('RECV-1 two invoices of the same amount are both shown, and none is guessed', () => {
  const invoices = [invoice(1, north, 7_000), invoice(2, north, 7_000)]
  const match = propose(line(7_000, 'EFT', 'Northline Haulage'), invoices)
  expect([match.basis, match.company_id, match.allocations]).toEqual([null, null, []])
  expect(match.candidates.map((one) => one.invoice?.invoice_number)).toEqual(['INV-2026-000001', 'INV-2026-000002'])
})
test('RECV-1 the amount of another customer’s invoice is no sign', () => {
  expect(propose(line(7_000, 'EFT', 'Northline Haulage'), [invoice(1, prairie, 7_000)])).toMatchObject({
    basis: 'payer',
    company_id: north,
    allocations: [],
  })
})
test('RECV-1 the sum of the oldest invoices', () => {
  const invoices = [
    invoice(1, north, 3_000, '2026-12-05'),
    invoice(2, north, 4_000, '2026-12-01'),
    invoice(3, north, 9_000, '2026-12-09'),
  ]
  const match = propose(line(7_000, 'EFT', 'Northline Haulage'), invoices)
  expect([match.basis, paid(match)]).toEqual([
    'oldest',
    [
      [2, 4_000],
      [1, 3_000],
    ],
  ])
  expect(propose(line(12_000, 'EFT', 'Northline Haulage'), invoices)).toMatchObject({ basis: 'payer', allocations: [] })
})
test('RECV-1 an earlier line of the same payer names the customer; several customers are shown', () => {
  const given = line(7_000, 'EFT', 'HOLDING 88')
  const invoices = [invoice(1, prairie, 7_000)]
  expect(propose(given, [], [['HOLDING 88', [prairie]]])).toMatchObject({ basis: 'earlier_line', company_id: prairie })
  expect(propose(given, invoices, [['HOLDING 88', [prairie]]])).toMatchObject({ basis: 'amount', company_id: prairie })
  const both = propose(given, [], [['HOLDING 88', [north, prairie]]])
  expect([both.basis, both.company_id, both.candidates.length]).toEqual([null, null, 2])
})
test('RECV-1 two customers of one name are shown, and one of them only by its invoice', () => {
  const given = line(7_000, 'EFT', 'TWIN LINES')
  expect(propose(given, []).candidates.map(({ company_id }) => company_id)).toEqual([twin, other])
  expect(propose(given, [invoice(9, other, 7_000)])).toMatchObject({ basis: 'amount', company_id: other })
})
test('RECV-1 no sign at all is unmatched', () => {
  expect(propose(line(7_000, 'COUNTER DEPOSIT'), [invoice(1, north, 7_000)])).toEqual({
    basis: null,
    company_id: null,
    allocations: [],
    candidates: [],
  })
})
test('RECV-2 the reference of the receipt, and how references are compared', () => {
  expect(receiptReferenceOf({ reference: 'x'.repeat(150), payer: '' }, 'Bank')).toHaveLength(100)
  expect(receiptReferenceOf({ reference: '', payer: '' }, 'Bank')).toBe('Bank')
  expect(referenceKey('CHQ 10 01')).toBe(referenceKey('chq1001'))
})
