import { type Message, message } from '../message.ts'
import { can, type Grants } from '../permissions.ts'
import { type DeliveredEvent, deliveredEvents, type WebhookEvent } from './webhook-events.ts'
import { webhookEventAccess, webhookEventWords } from './webhooks-words.data.ts'

/** A webhook and its log show no more than the asker may see, be it a person or a service key (INTEG-3). */
const maySee = (grants: Grants, event: DeliveredEvent): boolean =>
  event === 'ping' || can(grants, webhookEventAccess[event])

export const visibleEvents = (grants: Grants): DeliveredEvent[] =>
  deliveredEvents.filter((event) => maySee(grants, event))

/** The refusal that names the first event which the asker may not see, or null. */
export function hiddenEvent(grants: Grants, events: readonly DeliveredEvent[]): Message | null {
  const hidden = events.find((event): event is WebhookEvent => !maySee(grants, event))
  return hidden ? message('webhook.event-hidden', { event: webhookEventWords[hidden] }) : null
}
