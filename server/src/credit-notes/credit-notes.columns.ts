import type {
  Application,
  CreditableLine,
  CreditNote,
  CreditNoteKind,
  CreditNoteLine,
  CreditNoteRow,
} from '@portal/contract/credit-notes/credit-notes.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { toLocalTime } from '../platform/local-time.ts'

export type ShownCreditNote = {
  id: number
  credit_note_number: string
  company_id: number
  company_name: string
  kind: string
  invoice_id: number | null
  invoice_number: string | null
  issued_date: string
  currency: string
  total_cents: number
  applied_cents: number
  refunded_cents: number
  open_cents: number
  reason: string
  is_rebilled: boolean
}
export type WholeCreditNote = ShownCreditNote & { created_by: string | null; created_at: string }
export type StoredCreditLine = {
  n: number
  transaction_id: number | null
  dtl_auth_id: string | null
  txn_at: string | null
  site_name: string | null
  province: string | null
  product: string
  product_description: string | null
  quantity_milli: number
  unit: string | null
  pre_cents: number
  gst_cents: number
  hst_cents: number
  pst_cents: number
  qst_cents: number
  amount_cents: number
}
export type StoredApplication = {
  id: number
  invoice_id: number
  invoice_number: string
  amount_cents: number
  settled_on: string
  reverses_id: number | null
  is_reversed: boolean
}
export type StoredCreditable = {
  line_id: number
  transaction_id: number
  dtl_auth_id: string
  txn_at: string
  site: string | null
  province: string | null
  product: string
  quantity_milli: number
  unit: string | null
  pre_cents: number
  amount_cents: number
  is_credited: boolean
}

const toMoney = (cents: number): number => fromUnits(cents, 'money')

export const toCreditNoteRow = (stored: ShownCreditNote): CreditNoteRow => ({
  id: stored.id,
  credit_note_number: stored.credit_note_number,
  company_id: stored.company_id,
  company_name: stored.company_name,
  kind: stored.kind as CreditNoteKind,
  invoice_id: stored.invoice_id,
  invoice_number: stored.invoice_number,
  issued_date: stored.issued_date,
  currency: stored.currency as Currency,
  total_amount: toMoney(stored.total_cents),
  applied: toMoney(stored.applied_cents),
  refunded: toMoney(stored.refunded_cents),
  on_account: toMoney(stored.open_cents),
  reason: stored.reason,
  is_rebilled: stored.is_rebilled,
})

const toCreditNoteLine = (stored: StoredCreditLine): CreditNoteLine => ({
  n: stored.n,
  txn_id: stored.transaction_id,
  auth_code: stored.dtl_auth_id,
  timestamp: stored.txn_at === null ? null : toLocalTime(stored.txn_at),
  site: stored.site_name,
  province: stored.province,
  product: stored.product,
  description: stored.product_description,
  quantity: fromUnits(stored.quantity_milli, 'quantity'),
  unit: stored.unit,
  pre_tax: toMoney(stored.pre_cents),
  gst: toMoney(stored.gst_cents),
  hst: toMoney(stored.hst_cents),
  pst: toMoney(stored.pst_cents),
  qst: toMoney(stored.qst_cents),
  amount: toMoney(stored.amount_cents),
})

const toApplication = ({ amount_cents, settled_on, ...stored }: StoredApplication): Application => ({
  ...stored,
  amount: toMoney(amount_cents),
  applied_on: settled_on,
})

export const toCreditNote = (
  stored: WholeCreditNote,
  { lines, line_count }: { lines: readonly StoredCreditLine[]; line_count: number },
  applications: readonly StoredApplication[],
): CreditNote => ({
  ...toCreditNoteRow(stored),
  created_by: stored.created_by,
  created_at: stored.created_at,
  lines: lines.map(toCreditNoteLine),
  line_count,
  applications: applications.map(toApplication),
})

export const toCreditable = (stored: StoredCreditable): CreditableLine => ({
  line_id: stored.line_id,
  txn_id: stored.transaction_id,
  auth_code: stored.dtl_auth_id,
  timestamp: toLocalTime(stored.txn_at),
  site: stored.site,
  province: stored.province,
  product: stored.product,
  quantity: fromUnits(stored.quantity_milli, 'quantity'),
  unit: stored.unit,
  pre_tax: toMoney(stored.pre_cents),
  amount: toMoney(stored.amount_cents),
  is_credited: stored.is_credited,
})
