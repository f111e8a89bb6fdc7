import { english } from '@portal/contract/english.ts'
import { type TaxRow, taxTable } from '@portal/contract/rates/tax.rules.ts'
import type { Transaction, TransactionLine } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import type { Values } from '../../form/record-form.ts'
import { proposalsFor } from './purchase-proposals.ts'
import {
  blankTransaction,
  demandsOf,
  errorsAt,
  type Known,
  lineInUnit,
  nameOf,
  schemaOf,
  seatLines,
  transactionBodyOf,
  valuesOfTransaction,
} from './transaction-form.ts'

const line = (dtl_id: number, dtl_prd_cd: string, changes: Partial<TransactionLine> = {}) =>
  ({
    dtl_id,
    dtl_prd_cd,
    dtl_auth_id: 'A1',
    dtl_prd_desc: 'ULSD',
    dtl_qty: 10,
    dtl_uom: 'L',
    dtl_price_uom: 'L',
    dtl_net_price: 2,
    retailPrice: null,
    dtl_fet_rt: 0,
    dtl_pft_rt: 0.09,
    dtl_cbt_rt: 0,
    dtl_local_rt: 0,
    dtl_gst_amt: 0,
    dtl_hst_amt: 2.6,
    dtl_pst_amt: 0,
    dtl_qst_amt: 0,
    dtl_amt: 22.6,
    dtl_discount: null,
    dash_cash: null,
    dtl_sls_type: '1',
    header: { hdr_currency: 'CAD' },
    ...changes,
  }) as TransactionLine
const record = {
  id: 7,
  authentication_id: 'A1',
  txn_date: '2026-11-02T08:15:30',
  txn_company: 2,
  company_name: 'N',
  card_number: null,
  provider: 'Esso',
  dtl_stn_no: '1',
  location: null,
  dtl_stn_prv: 'ON',
  currency: 'CAD',
  driver_name: null,
  vehicle: null,
  odometer: null,
  trip_number: null,
  version: 3,
  txn_attr: [line(1, 'D1'), line(2, 'GAS'), line(3, 'OTH'), line(4, 'DEF'), line(5, 'OTH', { dtl_sls_type: 'X' })],
} as unknown as Transaction

const known: Known = { tomorrow: '2026-11-16', proposedOf: () => ({}) }
const schemaFor = (values: Values, initial: Values | null, from: Known) =>
  schemaOf(demandsOf(values, initial, from), initial)

test('TXN-7 an unchanged form sends back every line, including those without a group, and requires nothing more', () => {
  const values = valuesOfTransaction(record)
  expect(seatLines(record.txn_attr).further.map(({ dtl_id }) => dtl_id)).toEqual([2, 5])
  const { body, places } = transactionBodyOf(values, record)
  expect(body.txn_attr).toEqual(record.txn_attr)
  expect([body.txn_date, body.version, places]).toEqual([
    '2026-11-02T08:15:30',
    3,
    ['fuel', null, 'other2', 'other1', null],
  ])
  expect(schemaFor(values, values, known).safeParse(values).error?.issues).toBeUndefined()
  // Once an input changes, values that the file left out are required.
  const changed = { ...values, [nameOf('fuel', 'dtl_qty')]: 11 }
  const missing = schemaFor(changed, values, known)
    .safeParse(changed)
    .error?.issues.map(({ path }) => path[0])
  expect(missing).toEqual([nameOf('fuel', 'retailPrice'), nameOf('fuel', 'dtl_discount')])
})

test('TXN-7 TXN-8 a file’s transaction saves without a sales type; an added purchase needs one, and a chosen one fills all missing', () => {
  const types = (lines: object[]) => lines.map((one) => (one as TransactionLine).dtl_sls_type)
  const errorsOf = (values: Record<string, unknown>, initial: Record<string, unknown>) =>
    schemaFor(values, initial, known)
      .safeParse(values)
      .error?.issues.map(({ path }) => path[0])
  const without = {
    ...record,
    txn_attr: [line(1, 'D1', { dtl_sls_type: null }), line(3, 'OTH', { dtl_sls_type: null })],
  }
  const values = valuesOfTransaction(without)
  expect([errorsOf(values, values), types(transactionBodyOf(values, without).body.txn_attr)]).toEqual([
    undefined,
    [null, null],
  ])
  expect(errorsOf({ ...values, vehicle: 'T5' }, values)).toBeUndefined()
  expect(errorsOf({ ...values, [nameOf('cash', 'dtl_amt')]: 5 }, values)).toEqual(['sales_type'])
  expect(types(transactionBodyOf({ ...values, sales_type: '2' }, without).body.txn_attr)).toEqual(['2', '2'])
  // One line has no value and another has one: each keeps its own until the user chooses.
  const mixed = { ...record, txn_attr: [line(1, 'D1'), line(3, 'OTH', { dtl_sls_type: null })] }
  const kept = valuesOfTransaction(mixed)
  expect(types(transactionBodyOf(kept, mixed).body.txn_attr)).toEqual(['1', null])
  expect(errorsOf({ ...kept, sales_type: null }, kept)).toEqual(['sales_type'])
})

test('TXN-6 contradicting signs and taxes as high as the amount are errors at their inputs', () => {
  const errorsOf = (typed: object) => {
    const all = { ...valuesOfTransaction(record), ...typed }
    const { error } = schemaFor(all, valuesOfTransaction(record), known).safeParse(all)
    return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], english(message)]) ?? [])
  }
  const fuel = { fuel__retailPrice: 2, fuel__dtl_discount: 0 }
  expect(errorsOf({ ...fuel, fuel__dtl_amt: -22.6 })).toEqual({
    fuel__dtl_qty: 'The quantity must have the same sign as the amount.',
    fuel__dtl_hst_amt: 'A tax must have the same sign as the amount.',
  })
  expect(errorsOf({ ...fuel, fuel__dtl_hst_amt: 5000, fuel__dtl_gst_amt: 1 })).toEqual({
    fuel__dtl_hst_amt: 'The taxes together must be less than the amount.',
  })
  expect(errorsOf({ ...fuel, fuel__dtl_qty: -10, fuel__dtl_hst_amt: -2.6, fuel__dtl_amt: -22.6 })).toEqual({})
})

test('TXN-6 clearing a group removes its purchase, filling one adds it, and an error maps to its input', () => {
  const values = { ...valuesOfTransaction(record), [nameOf('cash', 'dtl_amt')]: 40, [nameOf('cash', 'dash_cash')]: 5 }
  for (const name of Object.keys(values).filter((one) => one.startsWith('other2__'))) values[name] = null
  const { body, places } = transactionBodyOf(values, record)
  expect(body.txn_attr.map((one) => [(one as TransactionLine).dtl_prd_cd, (one as TransactionLine).dtl_amt])).toEqual([
    ['D1', 22.6],
    ['GAS', 22.6],
    ['DEF', 22.6],
    ['OTH', 22.6],
    ['CSH', 40],
  ])
  expect(
    errorsAt(
      {
        'txn_attr.4.dash_cash': 'field.number',
        'txn_attr.2.dtl_qty': 'field.text',
        'txn_attr.1.dtl_sls_type': 'field.required',
        card_number: 'field.digits',
      },
      places,
    ),
  ).toEqual({
    cash__dash_cash: 'field.number',
    other1__dtl_qty: 'field.text',
    sales_type: 'field.required',
    card_number: 'field.digits',
  })
})

test('TXN-6 TXN-8 a changed unit applies to grouped lines sold by volume, requires all their inputs, and stays chosen', () => {
  const initial = valuesOfTransaction(record)
  const values = { ...initial, uom: 'GAL' }
  const units = transactionBodyOf(values, record).body.txn_attr.map((one) => [
    (one as TransactionLine).dtl_id,
    (one as TransactionLine).dtl_uom,
  ])
  // The second gasoline line is kept, and products by the piece have no litres.
  expect(units).toEqual([
    [1, 'GAL'],
    [2, 'L'],
    [3, 'L'],
    [4, 'GAL'],
    [5, 'L'],
  ])
  expect(transactionBodyOf(values, record).body.txn_attr[0]).toMatchObject({
    dtl_price_uom: 'GAL',
    dtl_qty: 10,
    dtl_amt: 22.6,
  })
  expect(lineInUnit(values, seatLines(record.txn_attr), 'fuel')?.dtl_price_uom).toBe('GAL')
  const missing = schemaFor(values, initial, known)
    .safeParse(values)
    .error?.issues.map(({ path }) => path[0])
  expect(missing).toEqual([nameOf('fuel', 'retailPrice'), nameOf('fuel', 'dtl_discount')])
  expect(valuesOfTransaction({ ...record, txn_attr: [line(3, 'OTH'), line(1, 'D1', { dtl_uom: 'GAL' })] }).uom).toBe(
    'GAL',
  )
})

test('TXN-6 TXN-16 a missing input with a proposal mentions it, a seventh decimal of a price is refused, and an impossible day is an error at its input', () => {
  const values = {
    ...blankTransaction(1),
    txn_date: '2026-11-17',
    txn_time: '08:15',
    fuel__dtl_prd_cd: 'D1',
    fuel__dtl_qty: 500,
  }
  const errorsOf = (typed: object, initial: Record<string, unknown> | null = null) => {
    const all = { ...values, ...typed }
    const { error } = schemaFor(all, initial, { ...known, proposedOf: () => ({ dtl_amt: 19.5 }) }).safeParse(all)
    return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], english(message)]) ?? [])
  }
  expect(errorsOf({})).toMatchObject({
    txn_date: 'The date cannot be later than tomorrow.',
    fuel__dtl_amt: 'Enter a value, or use the proposed one.',
    fuel__dtl_hst_amt: 'This field is required.',
  })
  expect(errorsOf({ fuel__dtl_amt: 1.005 }).fuel__dtl_amt).toBe('Use at most 2 decimals.')
  expect(errorsOf({ fuel__dtl_net_price: 1.666675 }).fuel__dtl_net_price).toBeUndefined()
  expect(errorsOf({ fuel__dtl_net_price: 1.2345678 }).fuel__dtl_net_price).toBe('Use at most 6 decimals.')
  expect(errorsOf({ fuel__dtl_amt: Number.NaN }).fuel__dtl_amt).toBe('Enter a number.')
  expect(errorsOf({ txn_date: '1999-12-31' }).txn_date).toBe('The date cannot be before 2000-01-01.')
  expect(errorsOf({ txn_date: '2026-11-16' }).txn_date).toBeUndefined()
  expect(errorsOf({}, values).txn_date).toBeUndefined()
})

const rows: TaxRow[] = (['FET', 'PFT'] as const).map((tax, at) => ({
  id: at + 1,
  jurisdiction: 'CA-ON',
  region: null,
  product_class: 'diesel',
  from_date: '2025-01-01',
  to_date: null,
  kind: 'per_unit',
  unit: 'L',
  tax,
  rate_e6: tax === 'FET' ? 0 : 90_000,
}))
const hst: TaxRow = {
  id: 3,
  jurisdiction: 'CA-ON',
  region: null,
  product_class: 'diesel',
  from_date: '2025-01-01',
  to_date: null,
  kind: 'ad_valorem',
  tax: 'HST',
  rate_e5: 13_000,
}

test('TXN-6 taxes, amount and discount are proposed, and a mismatch shows only once all are typed', () => {
  const typed = {
    ...blankTransaction(1),
    txn_date: '2026-11-02',
    dtl_stn_prv: 'ON',
    fuel__dtl_prd_cd: 'D1',
    fuel__dtl_qty: 500,
    fuel__dtl_net_price: 1.9357,
  }
  const table = taxTable([...rows, hst])
  const first = proposalsFor({ ...typed, fuel__retailPrice: 2.3 }, 'fuel', null, table)
  expect(first.values).toMatchObject({
    dtl_hst_amt: 125.82,
    dtl_gst_amt: 0,
    dtl_pft_rt: 0.09,
    dtl_amt: 1093.67,
    dtl_discount: 56.33,
  })
  expect(proposalsFor({ ...typed, fuel__dtl_amt: 1100 }, 'fuel', null, table).mismatch).toBeNull()
  const whole = {
    ...typed,
    fuel__dtl_hst_amt: 125.82,
    fuel__dtl_gst_amt: 0,
    fuel__dtl_pst_amt: 0,
    fuel__dtl_qst_amt: 0,
    fuel__dtl_amt: 1100,
  }
  expect(proposalsFor(whole, 'fuel', null, table).mismatch).toEqual({ by: 6.33, amount: 1093.67 })
  expect(proposalsFor({ ...typed, fuel__dtl_qty: Number.NaN }, 'fuel', null, table).values.dtl_amt).toBeUndefined()
})

test('TXN-16 amounts are proposed from a price with six decimals', () => {
  const typed = {
    ...blankTransaction(1),
    txn_date: '2026-11-02',
    dtl_stn_prv: 'ON',
    fuel__dtl_prd_cd: 'D1',
    fuel__dtl_qty: 1000,
    fuel__dtl_net_price: 1.666675,
    fuel__retailPrice: 2.123455,
  }
  // 1666.675 is 1666.68, and 2123.455 is 2123.46.
  expect(proposalsFor(typed, 'fuel', null, taxTable([...rows, hst])).values).toMatchObject({
    dtl_hst_amt: 216.67,
    dtl_amt: 1883.35,
    dtl_discount: 240.11,
  })
})
