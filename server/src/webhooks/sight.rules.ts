import { type Message, message } from '@portal/contract/message.ts'
import { can } from '@portal/contract/permissions.ts'
import { type DeliveredEvent, deliveredEvents, type WebhookEvent } from '@portal/contract/webhooks/webhook-events.ts'
import { webhookEventAccess, webhookEventWords } from '@portal/contract/webhooks/webhooks-words.data.ts'
import type { Actor } from '../platform/access/scope.ts'

type Seer = Pick<Actor, 'grants'>
/** A webhook and its log show no more than the person may see; a service key with its scopes neither (INTEG-3). */
const maySee = ({ grants }: Seer, event: DeliveredEvent): boolean =>
  event === 'ping' || can(grants, webhookEventAccess[event])

export const visibleEvents = (seer: Seer): DeliveredEvent[] => deliveredEvents.filter((event) => maySee(seer, event))

/** The refusal that names the first event which the person may not see, or null. */
export function hiddenEvent(seer: Seer, events: readonly DeliveredEvent[]): Message | null {
  const hidden = events.find((event): event is WebhookEvent => !maySee(seer, event))
  return hidden ? message('webhook.event-hidden', { event: webhookEventWords[hidden] }) : null
}
