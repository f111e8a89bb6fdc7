import { type ReceiptMode, receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { ReversalKind } from '@portal/contract/payments/payments.ts'
import type { Allocation, OpenInvoice, Receipt, ReceiptRow } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Receipts } from '../db/schema.ts'

export type StoredReceipt = Pick<
  Selectable<Receipts>,
  | 'id'
  | 'company_id'
  | 'currency'
  | 'amount_cents'
  | 'receipt_date'
  | 'payment_mode'
  | 'reference'
  | 'note'
  | 'allocated_cents'
  | 'refunded_cents'
  | 'reverses_id'
  | 'reversed_on'
> & { open_cents: number }
export type ShownReceipt = StoredReceipt & { company_name: string; reversal_kind: string | null }
export type WholeReceipt = ShownReceipt & { created_by: string | null; created_at: string }
/** Part of a receipt on an invoice, with the invoice's number. */
export type StoredAllocation = {
  id: number
  invoice_id: number
  invoice_number: string
  amount_cents: number
  settled_on: string
  reverses_id: number | null
  is_reversed: boolean
}
export type StoredOpenInvoice = {
  id: number
  invoice_number: string
  issued_date: string
  due_date: string
  overdue_days: number
  total_cents: number
  due_cents: number
}

const toMoney = (cents: number): number => fromUnits(cents, 'money')

/** The mode's words are only for the downloads; the response schema omits them. */
export const toReceiptRow = (stored: ShownReceipt): ReceiptRow & { payment_mode_words: string } => ({
  id: stored.id,
  company_id: stored.company_id,
  company_name: stored.company_name,
  currency: stored.currency as Currency,
  amount: toMoney(stored.amount_cents),
  receipt_date: stored.receipt_date,
  payment_mode: stored.payment_mode as ReceiptMode,
  payment_mode_words: receiptModes[stored.payment_mode as ReceiptMode],
  reference: stored.reference,
  note: stored.note,
  allocated: toMoney(stored.allocated_cents),
  refunded: toMoney(stored.refunded_cents),
  on_account: toMoney(stored.open_cents),
  reverses_id: stored.reverses_id,
  is_reversed: stored.reversed_on !== null,
  reversal_kind: stored.reversal_kind as ReversalKind | null,
})

const toAllocation = ({ amount_cents, settled_on, ...stored }: StoredAllocation): Allocation => ({
  ...stored,
  amount: toMoney(amount_cents),
  allocated_on: settled_on,
})

export const toReceipt = (stored: WholeReceipt, allocations: readonly StoredAllocation[]): Receipt => ({
  ...toReceiptRow(stored),
  created_by: stored.created_by,
  created_at: stored.created_at,
  allocations: allocations.map(toAllocation),
})

export const toOpenInvoice = ({ total_cents, due_cents, ...stored }: StoredOpenInvoice): OpenInvoice => ({
  ...stored,
  total_amount: toMoney(total_cents),
  amount_due: toMoney(due_cents),
})
