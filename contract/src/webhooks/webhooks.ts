import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts, requiredAs, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { deliveredEvents, webhookEvents } from './webhook-events.ts'
import { deliveredEventWords, deliveryStatusWords, webhookStatusWords } from './webhooks-words.data.ts'

const webhookStatuses = ['active', 'paused'] as const satisfies readonly (keyof typeof webhookStatusWords)[]
const deliveryStatuses = [
  'queued',
  'sending',
  'delivered',
  'failed',
] as const satisfies readonly (keyof typeof deliveryStatusWords)[]
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const url = () => z.string(requiredAs('field.required')).trim().min(1).max(2000)
const events = () =>
  z
    .array(z.enum(webhookEvents), requiredAs('webhook.events'))
    .min(1, 'webhook.events')
    .transform((given) => webhookEvents.filter((event) => given.includes(event)))
export const webhookInput = z.strictObject({ url: url(), events: events() })
export type WebhookInput = z.output<typeof webhookInput>
/** Without a status, it stays as it is. */
export const webhookChange = webhookInput.extend({
  status: z.enum(webhookStatuses).nullish(),
  version: version().nullish(),
})
export type WebhookChange = z.output<typeof webhookChange>

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  status: z.enum(webhookStatuses),
  /** `failing`: every attempt failed for three days. */
  paused_because: z.enum(['person', 'failing']).nullable(),
  /** Since when every attempt has failed. */
  failing_since: instant().nullable(),
  last_delivery_at: instant().nullable(),
  last_delivery_status: z.enum(deliveryStatuses).nullable(),
  /** Until then the secret before the last rotation signs too. */
  former_secret_until: instant().nullable(),
  created_by: z.string().nullable(),
  /** A webhook stays when its maker leaves. Null if the asker cannot see the maker. */
  is_maker_active: z.boolean().nullable(),
  created_at: instant(),
  updated_at: instant(),
  version: z.int(),
})
export type Webhook = z.infer<typeof webhook>
/** The secret is shown here and never again. */
const webhookWithSecret = webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>

const delivery = z.object({
  id: z.int(),
  webhook_id: z.int(),
  event: z.enum(deliveredEvents),
  status: z.enum(deliveryStatuses),
  created_at: instant(),
  attempts: z.int(),
  /** When it is tried next; null once it has ended. */
  next_attempt_at: instant().nullable(),
  /** The last attempt: when, how long it took, and what was answered. */
  attempted_at: instant().nullable(),
  duration_ms: z.int().nullable(),
  response_status: z.int().nullable(),
  /** The first 500 characters. */
  answer: z.string().nullable(),
  fault: z.string().nullable(),
  fault_message: messageParts.nullable(),
  /** The body, byte for byte. */
  body: z.string(),
  can_resend: z.boolean(),
})
export type WebhookDelivery = z.infer<typeof delivery>

export const webhookList = defineList({
  rows: 'webhooks',
  columns: {
    url: 'Address',
    event_words: 'Events',
    status_words: 'Status',
    last_delivery_at: ['Last delivery', 'instant'],
    created_at: ['Created', 'instant'],
  },
  sort: ['url', 'created_at'],
  filters: {
    url: { kind: 'text' },
    status: { kind: 'choice', options: choices(webhookStatuses, webhookStatusWords) },
  },
  defaultSort: 'created_at,asc',
})
export const webhookDeliveryList = defineList({
  rows: 'webhook_deliveries',
  columns: {
    created_at: ['Time', 'instant'],
    event: 'Event',
    status_words: 'Status',
    response_status: ['Code', 'number'],
    attempts: ['Attempts', 'number'],
    duration_ms: ['Duration (ms)', 'number'],
    fault: 'Last error',
  },
  sort: ['created_at'],
  filters: {
    event: { kind: 'choice', options: choices(deliveredEvents, deliveredEventWords) },
    status: { kind: 'choice', options: choices(deliveryStatuses, deliveryStatusWords) },
  },
  defaultSort: 'created_at,desc',
})

const path = '/webhooks'
const sentBack = [
  'id',
  'paused_because',
  'failing_since',
  'last_delivery_at',
  'last_delivery_status',
  'former_secret_until',
  'created_by',
  'is_maker_active',
  'created_at',
  'updated_at',
] as const
/**
 * A company's own webhooks: what happened is sent to programs of theirs (INTEG-3). For those who may delete its users, and
 * for keys with a scope of their own.
 */
export const webhooks = defineContract('webhooks', {
  list: {
    method: 'GET',
    path,
    summary: 'List the webhooks of the company',
    can: 'webhooks.read',
    reads: 'primary',
    query: webhookList.query,
    list: webhookList,
    reply: pageOf('webhooks', webhook),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Add a webhook. Its secret is in this reply alone',
    can: 'webhooks.create',
    answersSecret: true,
    // The address is looked up before the transaction, and a kept reply would hold the secret.
    transaction: 'none',
    body: webhookInput,
    reply: webhookWithSecret,
    status: 201,
  },
  get: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a webhook',
    can: 'webhooks.read',
    params: byId,
    reply: webhook,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a webhook, pause it or resume it',
    can: 'webhooks.update',
    transaction: 'none',
    params: byId,
    body: webhookChange,
    ignores: sentBack,
    reply: webhook,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a webhook with its deliveries',
    can: 'webhooks.delete',
    params: byId,
    reply: z.null(),
  },
  rotateSecret: {
    method: 'POST',
    path: `${path}/:id/rotate-secret`,
    summary: 'Give a webhook a new secret. The former one signs too for 24 hours',
    can: 'webhooks.update',
    answersSecret: true,
    transaction: 'none',
    params: byId,
    reply: webhookWithSecret,
  },
  test: {
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Send a test to a webhook. It is tried once',
    can: 'webhooks.update',
    params: byId,
    reply: delivery,
  },
  deliveries: {
    method: 'GET',
    path: `${path}/:id/deliveries`,
    summary: 'List what was sent to a webhook in the last 30 days, with each outcome',
    can: 'webhooks.read',
    reads: 'primary',
    params: byId,
    query: webhookDeliveryList.query,
    list: webhookDeliveryList,
    reply: pageOf('webhook_deliveries', delivery),
  },
  resend: {
    method: 'POST',
    path: '/webhook-deliveries/:id/resend',
    summary: 'Send a delivery again, with its number',
    can: 'webhooks.update',
    params: byId,
    reply: delivery,
  },
})
