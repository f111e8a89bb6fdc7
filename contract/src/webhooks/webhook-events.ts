import { z } from 'zod'
import { exceptionRules } from '../exceptions/exception-rules.data.ts'
import { instant, localTime } from '../fields.ts'
import { importKinds } from '../imports/imports.ts'
import { receiptModeCodes } from '../payments/payment-modes.ts'
import { reversalKinds } from '../payments/payments.ts'
import { currencies } from '../rules/currency.ts'
import { deliveredEventWords, webhookEventWords } from './webhooks-words.data.ts'

export type WebhookEvent = keyof typeof webhookEventWords
export const webhookEvents = Object.keys(webhookEventWords) as [WebhookEvent, ...WebhookEvent[]]
export type DeliveredEvent = keyof typeof deliveredEventWords
export const deliveredEvents = Object.keys(deliveredEventWords) as [DeliveredEvent, ...DeliveredEvent[]]

const currency = z.enum(currencies)
const invoice = z.object({
  invoice_id: z.int(),
  invoice_number: z.string(),
  issued_date: z.iso.date(),
  due_date: z.iso.date(),
  total_amount: z.number(),
  currency,
})
const allocations = z.array(z.object({ invoice_id: z.int(), invoice_number: z.string(), amount: z.number() }))
/** All but the last four digits are dots. */
const cardNumber = z.string()
const card = z.object({
  card_id: z.int(),
  card_number: cardNumber,
  /** Who changed it: a person, or a rule. */
  reason: z.enum(['person', 'nsf', 'credit']),
})

/** What each event's `data` holds. Fields may be added; those here stay. None holds a cost or a margin. */
const webhookData = {
  'invoice.sent': invoice,
  'invoice.paid': invoice,
  'payment.received': z.object({
    receipt_id: z.int(),
    receipt_date: z.iso.date(),
    payment_mode: z.enum(receiptModeCodes),
    reference: z.string(),
    amount: z.number(),
    currency,
    /** The invoices that it paid at once; the rest is on account. */
    allocations,
  }),
  'payment.reversed': z.object({
    receipt_id: z.int(),
    reversed_on: z.iso.date(),
    kind: z.enum(reversalKinds),
    amount: z.number(),
    currency,
    /** False if only what it paid of one invoice was taken back. */
    is_whole: z.boolean(),
    allocations,
  }),
  'card.held': card,
  'card.released': card,
  'import.done': z.object({
    import_id: z.int(),
    kind: z.enum(importKinds),
    file_name: z.string(),
    status: z.enum(['done', 'failed']),
    booked: z.int(),
    duplicates: z.int(),
    quarantined: z.int(),
    failed: z.int(),
  }),
  'exception.raised': z.object({
    exception_id: z.int(),
    rule: z.enum(exceptionRules as [string, ...string[]]),
    severity: z.enum(['severe', 'notice']),
    transaction_id: z.int(),
    /** In the site's local time. */
    transaction_at: localTime(),
    card_id: z.int().nullable(),
    card_number: cardNumber.nullable(),
  }),
  ping: z.object({ webhook_id: z.int() }),
} as const satisfies Record<DeliveredEvent, z.ZodObject>
export type WebhookData = { [Event in DeliveredEvent]: z.infer<(typeof webhookData)[Event]> }

const envelope = <const Event extends DeliveredEvent>(event: Event) =>
  z.object({
    /** The delivery's number, the same when it is sent again. */
    id: z.int(),
    event: z.literal(event),
    /** When it happened. */
    created_at: instant(),
    /** Whose it is: for the provider, one of its customers. */
    company_id: z.int(),
    data: webhookData[event],
  })
/** The body of a delivery by event, for the OpenAPI document’s `webhooks`. */
export const webhookPayloads = Object.fromEntries(deliveredEvents.map((event) => [event, envelope(event)])) as {
  [Event in DeliveredEvent]: ReturnType<typeof envelope<Event>>
}
