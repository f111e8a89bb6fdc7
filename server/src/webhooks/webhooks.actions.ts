import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '@portal/contract/errors.ts'
import { hiddenEvent } from '@portal/contract/webhooks/sight.rules.ts'
import type { DeliveredEvent } from '@portal/contract/webhooks/webhook-events.ts'
import type {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookInput,
  webhooks,
} from '@portal/contract/webhooks/webhooks.ts'
import type { Actor } from '../platform/access/scope.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context, ContextOf } from '../platform/http/context.ts'
import { insertTest, lockDelivery, requeueDelivery } from './deliveries.queries.ts'
import { newSecret } from './signature.ts'
import { demandUrl } from './webhook-url.ts'
import { isOver, toDelivery } from './webhooks.columns.ts'
import {
  countWebhooks,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  lockWebhook,
  replaceSecret,
  updateWebhook,
} from './webhooks.queries.ts'

const most = 20
/** How long the secret before a rotation signs too. */
const overlapMs = 24 * 3_600_000

function demandSightOfInput(actor: Actor, events: readonly DeliveredEvent[]): void {
  const message = hiddenEvent(actor.grants, events)
  if (message) throw new AppError('request.invalid', { events: message })
}
/** What is stored can lead what a person may not see elsewhere: by a new address, a new secret or a re-send. */
function demandSight(actor: Actor, events: readonly DeliveredEvent[]): void {
  const message = hiddenEvent(actor.grants, events)
  if (message) throw new AppError('auth.forbidden', undefined, { message })
}

/** The rest of an address is often a secret: the audit log has its host, and shows that it changed. */
const addressOf = (url: string): string =>
  `${new URL(url).origin} (${createHash('sha256').update(url).digest('hex').slice(0, 8)})`
const recordOf = ({ id, url }: Pick<Webhook, 'id' | 'url'>) => ({ type: 'webhook', id, label: new URL(url).host })
const auditFields = ({ url, events, status }: Webhook) => ({
  webhook_address: addressOf(url),
  webhook_events: events,
  webhook_status: status,
})

export async function createWebhook(
  { actor, outbound, withScope, clock }: ContextOf<typeof webhooks.create>,
  input: WebhookInput,
) {
  demandSightOfInput(actor, input.events)
  await demandUrl(outbound, input.url)
  const secret = newSecret()
  return withScope(async ({ db, audit }) => {
    if ((await countWebhooks(db, actor)) >= most) throw new AppError('webhook.too-many')
    const webhook_id = await insertWebhook(db, input, actor)
    await replaceSecret(db, { webhook_id, company_id: actor.company_id, secret }, clock())
    const made = await getWebhook(db, actor, webhook_id)
    await audit({ record: recordOf(made), after: auditFields(made) })
    return { ...made, secret }
  })
}

/** What follows from a new status. A resumed webhook starts afresh. */
const statusColumns = (stored: Webhook, status: Webhook['status'] | null | undefined) => {
  if (!status || status === stored.status) return {}
  return status === 'paused'
    ? { status, paused_because: 'person' }
    : { status, paused_because: null, failing_since: null, is_slow: false }
}
export async function changeWebhook(
  { actor, outbound, withScope }: ContextOf<typeof webhooks.update>,
  id: number,
  { url, events, status, version }: WebhookChange,
): Promise<Webhook> {
  demandSightOfInput(actor, events)
  await demandUrl(outbound, url)
  return withScope(async ({ db, audit }) => {
    const stored = await lockWebhook(db, actor, id)
    demandSight(actor, stored.events)
    if (version && version !== stored.version) throw new AppError('record.stale')
    await updateWebhook(db, id, { url, events: [...events], ...statusColumns(stored, status) })
    const changed = await getWebhook(db, actor, id)
    await audit({ record: recordOf(changed), ...changes(auditFields(stored), auditFields(changed)) })
    return changed
  })
}

export async function removeWebhook({ db, actor, audit }: Context, id: number): Promise<null> {
  const stored = await lockWebhook(db, actor, id)
  await deleteWebhook(db, id)
  await audit({ record: recordOf(stored), before: auditFields(stored) })
  return null
}

export async function rotateSecret({ actor, withScope, clock }: ContextOf<typeof webhooks.rotateSecret>, id: number) {
  const secret = newSecret()
  return withScope(async ({ db, audit }) => {
    const stored = await lockWebhook(db, actor, id)
    demandSight(actor, stored.events)
    const until = new Date(clock().getTime() + overlapMs)
    await replaceSecret(db, { webhook_id: id, company_id: actor.company_id, secret }, until)
    await audit({ record: recordOf(stored), after: { former_key_until: until.toISOString() } })
    return { ...(await getWebhook(db, actor, id)), secret }
  })
}

export async function sendTest({ db, actor, audit }: Context, id: number, now: Date): Promise<WebhookDelivery> {
  const stored = await lockWebhook(db, actor, id)
  if (stored.status === 'paused') throw new AppError('webhook.paused')
  const test = { webhook_id: id, company_id: actor.company_id, source: `test ${randomUUID()}` }
  const delivery = await insertTest(db, test, now)
  await audit({ record: recordOf(stored), after: { delivery: delivery.id } })
  return toDelivery(delivery)
}

export async function resendDelivery({ db, actor, audit }: Context, id: number, now: Date): Promise<WebhookDelivery> {
  const delivery = await lockDelivery(db, actor, id)
  demandSight(actor, [delivery.event as DeliveredEvent])
  const webhook = await getWebhook(db, actor, delivery.webhook_id)
  if (!isOver(delivery)) throw new AppError('webhook.not-resendable')
  if (webhook.status === 'paused') throw new AppError('webhook.paused')
  const queued = await requeueDelivery(db, id, now)
  await audit({ record: recordOf(webhook), after: { delivery: id } })
  return toDelivery(queued)
}
