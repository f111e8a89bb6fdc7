import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Payment, PaymentMode, PaymentRow, ReversalKind } from '@portal/contract/payments/payments.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Invoices, Payments } from '../db/schema.ts'

export type StoredPayment = Pick<
  Selectable<Payments>,
  | 'id'
  | 'company_id'
  | 'invoice_id'
  | 'amount_cents'
  | 'currency'
  | 'payment_date'
  | 'payment_mode'
  | 'reference_id'
  | 'note'
  | 'reverses_id'
> &
  Pick<Selectable<Invoices>, 'invoice_number' | 'issued_date' | 'due_date'> & {
    company_name: string
    is_reversed: boolean
    reversal_kind: string | null
  }

export const toPaymentRow = ({
  amount_cents,
  reference_id,
  payment_mode,
  currency,
  reversal_kind,
  ...stored
}: StoredPayment): PaymentRow => ({
  ...stored,
  payment_mode: payment_mode as PaymentMode,
  currency: currency as Currency,
  reversal_kind: reversal_kind as ReversalKind | null,
  amount_paid: fromUnits(amount_cents, 'money'),
  referenceId: reference_id,
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
