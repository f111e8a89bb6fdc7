import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import { type ReceiptMode, receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { Payment, PaymentRow, ReversalKind } from '@portal/contract/payments/payments.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Invoices, Settlements } from '../db/schema.ts'

export type StoredPayment = Pick<
  Selectable<Settlements>,
  | 'id'
  | 'company_id'
  | 'receipt_id'
  | 'invoice_id'
  | 'amount_cents'
  | 'currency'
  | 'payment_date'
  | 'payment_mode'
  | 'reference_id'
  | 'version'
  | 'updated_at'
  | 'note'
  | 'reverses_id'
> &
  Pick<Selectable<Invoices>, 'invoice_number' | 'issued_date' | 'due_date'> & {
    company_name: string
    is_reversed: boolean
    reversal_kind: string | null
  }

/** A payment always has a receipt, a date, a mode and a reference; other settlements have none (RECV-1). */
export const toPaymentRow = ({
  amount_cents,
  reference_id,
  payment_mode,
  payment_date,
  receipt_id,
  currency,
  reversal_kind,
  ...stored
}: StoredPayment): PaymentRow & { payment_mode_words: string } => ({
  ...stored,
  receipt_id: receipt_id as number,
  payment_date: payment_date as string,
  payment_mode: payment_mode as ReceiptMode,
  // Only for the downloads.
  payment_mode_words: receiptModes[payment_mode as ReceiptMode],
  currency: currency as Currency,
  reversal_kind: reversal_kind as ReversalKind | null,
  amount_paid: fromUnits(amount_cents, 'money'),
  referenceId: reference_id as string,
})

export const toPayment = (
  stored: StoredPayment,
  invoice: { status: string; due_cents: number | null },
  cards_changed: number,
): Payment => ({
  ...toPaymentRow(stored),
  invoice_status: invoice.status as InvoiceStatus,
  amount_due: fromUnits(invoice.due_cents ?? 0, 'money'),
  cards_changed,
})
