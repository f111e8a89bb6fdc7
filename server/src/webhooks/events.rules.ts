import type { ExceptionRule } from '@portal/contract/exceptions/exception-rules.data.ts'
import { isForStaffOnly } from '@portal/contract/notifications/notification-kinds.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { WebhookData, WebhookEvent } from '@portal/contract/webhooks/webhook-events.ts'

/** What every change has: a number to read on from, what it is so that it is told once, when, and whose. */
type Change = { key: number; source: string; at: string; company_id: number }
type Amount = { cents: number; currency: Currency }
type Allocations = { allocations: { invoice_id: number; invoice_number: string; cents: number }[] }
export type InvoiceTold = Change &
  Amount & { id: number; invoice_number: string; issued_date: string; due_date: string }
export type ReceiptFact = Change &
  Amount &
  Allocations & {
    id: number
    receipt_date: string
    payment_mode: WebhookData['payment.received']['payment_mode']
    reference: string
  }
export type ReversalFact = Change &
  Amount &
  Allocations & { id: number; reversed_on: string; kind: 'nsf' | 'mistake'; is_whole: boolean }
/** With the masked number. */
export type CardFact = Change & { id: number; card_number: string; reason: 'person' | 'nsf' | 'credit' }
export type ImportFact = Change & WebhookData['import.done']
export type ExceptionFact = Change & {
  id: number
  rule: ExceptionRule
  severity: 'severe' | 'notice'
  transaction_id: number
  transaction_at: string
  card_id: number | null
  card_number: string | null
}

/** What happened, once for all webhooks that want to know of it. */
export type RaisedEvent = {
  event: WebhookEvent
  source: string
  company_id: number
  at: string
  /** Not for webhooks of the customer whose it is. */
  is_for_staff: boolean
  data: WebhookData[WebhookEvent]
}
const raised = <Event extends WebhookEvent>(
  event: Event,
  { source, company_id, at }: Change,
  data: WebhookData[Event],
): RaisedEvent => ({ event, source, company_id, at, is_for_staff: false, data })

const money = (cents: number): number => fromUnits(cents, 'money')
const inMoney = ({ allocations }: Allocations) =>
  allocations.map(({ cents, ...of }) => ({ ...of, amount: money(cents) }))

export const raiseInvoice =
  (event: 'invoice.sent' | 'invoice.paid') =>
  (change: InvoiceTold): RaisedEvent => {
    const { id: invoice_id, invoice_number, issued_date, due_date, cents, currency } = change
    const data = { invoice_id, invoice_number, issued_date, due_date, total_amount: money(cents), currency }
    return raised(event, change, data)
  }

export function raiseReceipt(change: ReceiptFact): RaisedEvent {
  const { id: receipt_id, receipt_date, payment_mode, reference, cents, currency } = change
  const facts = { receipt_id, receipt_date, payment_mode, reference, amount: money(cents), currency }
  return raised('payment.received', change, { ...facts, allocations: inMoney(change) })
}

export function raiseReversal(change: ReversalFact): RaisedEvent {
  const { id: receipt_id, reversed_on, kind, is_whole, cents, currency } = change
  const facts = { receipt_id, reversed_on, kind, amount: money(cents), currency, is_whole }
  return raised('payment.reversed', change, { ...facts, allocations: inMoney(change) })
}

export const raiseCard =
  (event: 'card.held' | 'card.released') =>
  (change: CardFact): RaisedEvent =>
    raised(event, change, { card_id: change.id, card_number: change.card_number, reason: change.reason })

export function raiseImport(change: ImportFact): RaisedEvent {
  const { key, source, at, company_id, ...data } = change
  return raised('import.done', change, data)
}

/** Customers learn nothing of what a purchase cost (COST-2). */
export function raiseException(change: ExceptionFact): RaisedEvent {
  const { id: exception_id, rule, severity, transaction_id, transaction_at, card_id, card_number } = change
  const data = { exception_id, rule, severity, transaction_id, transaction_at, card_id, card_number }
  const told = raised('exception.raised', change, data)
  return { ...told, is_for_staff: isForStaffOnly(rule) }
}
