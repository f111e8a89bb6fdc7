import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, effectiveAt, instant, isoDate, text } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { type KeyScope, scopes } from './scopes.data.ts'

/** How every key begins, so that scanners for leaked secrets recognize it. */
export const keyPrefix = 'fck_'
export const maxKeyYears = 2
/** How long the former secret works after a rotation. */
const defaultOverlapHours = 24
const maxOverlapHours = 7 * 24

const keyStates = ['active', 'expired', 'revoked', 'suspended'] as const
export type KeyState = (typeof keyStates)[number]
export const keyStateWords: Readonly<Record<KeyState, string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
  suspended: 'Suspended',
}

const inOrder = (given: readonly KeyScope[]): KeyScope[] => scopes.filter((scope) => given.includes(scope))
export const serviceKeyInput = z.strictObject({
  name: text(120),
  scopes: z.array(z.enum(scopes)).min(1, 'field.required').transform(inOrder),
  /** A day counts to its end in UTC; null: it does not expire. */
  expires_at: z.union([effectiveAt(), isoDate()], { error: 'field.instant' }).nullish(),
})
export type ServiceKeyInput = z.output<typeof serviceKeyInput>
const rotation = z.strictObject({
  overlap_hours: z.number().min(0).max(maxOverlapHours).default(defaultOverlapHours),
})

const serviceKey = z.object({
  id: z.int(),
  name: z.string(),
  /** How the key begins, to tell it from others. */
  key_start: z.string(),
  scopes: z.array(z.enum(scopes)),
  state: z.enum(keyStates),
  /** It can never do more than this user. */
  created_by: z.string(),
  user_id: z.int(),
  /** Whether the reader made it and can give it a new secret. */
  may_rotate: z.boolean(),
  created_at: instant(),
  expires_at: instant().nullable(),
  /** Until then the secret before the last rotation works too. */
  former_ends_at: instant().nullable(),
  last_used_at: instant().nullable(),
  last_used_from: z.string().nullable(),
  revoked_at: instant().nullable(),
})
export type ServiceKey = z.infer<typeof serviceKey>
/** The whole key, which no other call answers. */
const shownKey = serviceKey.extend({ key: z.string() })
export type ShownKey = z.infer<typeof shownKey>

export const serviceKeyList = defineList({
  rows: 'service_keys',
  columns: {
    name: 'Name',
    key_start: 'Key',
    scopes_text: 'Scopes',
    state: 'State',
    created_by: 'Made by',
    created_at: ['Created', 'instant'],
    expires_at: ['Expires', 'instant'],
    former_ends_at: ['Former secret until', 'instant'],
    last_used_at: ['Last use', 'instant'],
    last_used_from: 'Last used from',
    revoked_at: ['Revoked', 'instant'],
  },
  sort: ['name', 'created_at'],
  filters: {
    name: { kind: 'text' },
    state: { kind: 'choice', options: choices(keyStates, keyStateWords) },
    created_by: { kind: 'text' },
  },
  defaultSort: 'created_at,desc',
})

/** Who makes, rotates and revokes keys: a company's Admins, by the permission that makes them (docs/decisions/0007). */
const managing = { can: 'users.delete', isForPeople: true } as const
const path = '/service-keys'

/** Keys with which programs call the portal (INTEG-1). */
export const serviceKeys = defineContract('serviceKeys', {
  list: {
    method: 'GET',
    path,
    summary: 'List the API keys of your company',
    ...managing,
    // A revoked key must not look alive.
    reads: 'primary',
    query: serviceKeyList.query,
    list: serviceKeyList,
    reply: pageOf('service_keys', serviceKey),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Create an API key, which is shown this once',
    ...managing,
    answersSecret: true,
    asksFactor: true,
    // The reply has a secret, which the record of an Idempotency-Key must not keep.
    transaction: 'none',
    body: serviceKeyInput,
    reply: shownKey,
    status: 201,
  },
  rotate: {
    method: 'POST',
    path: `${path}/:id/rotate`,
    summary: 'Give your API key a new secret, shown this once; the former one works for some hours more',
    ...managing,
    answersSecret: true,
    asksFactor: true,
    transaction: 'none',
    params: byId,
    body: rotation,
    reply: shownKey,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Revoke an API key at once',
    ...managing,
    asksFactor: true,
    params: byId,
    reply: z.null(),
  },
})
