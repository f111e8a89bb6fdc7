import type { Access } from '../permissions.ts'

/** What a webhook can hear of, with its label (INTEG-3). */
export const webhookEventWords = {
  'invoice.sent': 'Invoice sent',
  'invoice.paid': 'Invoice paid',
  'payment.received': 'Payment received',
  'payment.reversed': 'Payment reversed',
  'card.held': 'Card put on hold',
  'card.released': 'Card released',
  'import.done': 'Import done',
  'exception.raised': 'Exception raised',
} as const
/** What a person must be able to see to have it sent. */
export const webhookEventAccess = {
  'invoice.sent': 'invoices.read',
  'invoice.paid': 'invoices.read',
  'payment.received': 'invoices.read',
  'payment.reversed': 'invoices.read',
  'card.held': 'cards.read',
  'card.released': 'cards.read',
  'import.done': 'transactions.read',
  'exception.raised': 'transactions.read',
} as const satisfies Record<keyof typeof webhookEventWords, Access>
/** What only the provider's webhooks hear of: customers import nothing. */
export const providerEvents: readonly string[] = ['import.done'] satisfies readonly (keyof typeof webhookEventWords)[]
/** Also the event that a test sends. */
export const deliveredEventWords = { ...webhookEventWords, ping: 'Test' } as const

export const webhookStatusWords = { active: 'Active', paused: 'Paused' } as const
export const deliveryStatusWords = {
  queued: 'Waiting',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
} as const
