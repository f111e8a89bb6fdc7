import { type DeliveredEvent, webhookEvents } from '@portal/contract/webhooks/webhook-events.ts'
import type { DeliveryStatus, Webhook, WebhookDelivery } from '@portal/contract/webhooks/webhooks.ts'
import {
  deliveryStatusWords,
  webhookEventWords,
  webhookStatusWords,
} from '@portal/contract/webhooks/webhooks-words.data.ts'
import { pick } from '../platform/pick.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'

export type StoredWebhook = Omit<Webhook, 'events' | 'status' | 'paused_because' | 'last_delivery_status'> & {
  events: string[]
  status: string
  paused_because: string | null
  last_delivery_status: string | null
}
/** The last two are for downloads. */
export function toWebhook(stored: StoredWebhook): Webhook & { event_words: string; status_words: string } {
  const webhook = stored as Webhook
  const events = webhookEvents.filter((event) => stored.events.includes(event))
  return {
    ...webhook,
    events,
    event_words: events.map((event) => webhookEventWords[event]).join(', '),
    status_words: webhookStatusWords[webhook.status],
  }
}

export type StoredDelivery = {
  id: number
  webhook_id: number
  about_company_id: number
  event: string
  occurred_at: string
  data: unknown
  status: string
  created_at: string
  attempts: number
  next_attempt_at: string
  attempted_at: string | null
  duration_ms: number | null
  response_status: number | null
  answer: string | null
  fault: string | null
}
/** What is sent. From the same row always the same bytes, so that a receiver can compare them. */
export const bodyOf = ({
  id,
  event,
  occurred_at,
  about_company_id,
  data,
}: Pick<StoredDelivery, 'id' | 'event' | 'occurred_at' | 'about_company_id' | 'data'>): string =>
  JSON.stringify({ id, event, created_at: occurred_at, company_id: about_company_id, data })

export const isOver = ({ status }: Pick<StoredDelivery, 'status'>): boolean =>
  status === 'delivered' || status === 'failed'
const shownAsStored = [
  'id',
  'webhook_id',
  'created_at',
  'attempts',
  'attempted_at',
  'duration_ms',
  'response_status',
  'answer',
] as const satisfies readonly (keyof StoredDelivery)[]
/** The last is for downloads. */
export function toDelivery(stored: StoredDelivery): WebhookDelivery & { status_words: string } {
  const status = stored.status as DeliveryStatus
  return {
    ...pick(stored, shownAsStored),
    event: stored.event as DeliveredEvent,
    status,
    status_words: deliveryStatusWords[status],
    next_attempt_at: isOver(stored) ? null : stored.next_attempt_at,
    fault: sentenceOf(stored.fault),
    fault_message: storedParts(stored.fault),
    body: bodyOf(stored),
    can_resend: isOver(stored),
  }
}
