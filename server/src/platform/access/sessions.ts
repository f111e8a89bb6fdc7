import { hash, randomBytes } from 'node:crypto'
import { keyPrefix } from '@portal/contract/api-keys/api-keys.ts'
import { AppError } from '@portal/contract/errors.ts'
import {
  type CompanyKind,
  type Grants,
  grantsOf,
  type ModuleLevels,
  type Role,
  roles,
} from '@portal/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, readScope, type SqlStatement, writeScope } from '../../db/connect.ts'
import { asServiceKey, isServiceKey } from './api-keys.ts'
import { type Actor, scopeOf } from './scope.ts'

export type Clock = () => Date
const minutes = 60_000
/** Idle, absolute and switched lifetimes (S2). */
export const lifetimes = { idleMs: 30 * minutes, absoluteMs: 8 * 60 * minutes, switchedMs: 60 * minutes }

/** 256 random bits. The database stores only their hash, so a copy of it opens no session (S1). */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** What a caller presented: the token of a session, or a service key, told by its prefix. */
export type Credential = {
  tokenHash: Buffer
  isKey: boolean
  /** Begins as a key, so that the refusal of one that was copied in part says so. A session's token may, too. */
  looksLikeKey?: boolean
}
export const credentialOf = (token: string): Credential => ({
  tokenHash: hashToken(token),
  isKey: isServiceKey(token),
  looksLikeKey: token.startsWith(keyPrefix),
})

const cookieName = 'authorization'
function cookieToken(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /(?:^|;\s*)authorization=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
}
const hasSessionCookie = (request: FastifyRequest): boolean => cookieToken(request) !== undefined
export function presentedToken(
  request: Pick<FastifyRequest, 'headers'>,
): { token: string; from: 'header' | 'cookie' } | null {
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, '')
  if (header) return { token: header, from: 'header' }
  const cookie = cookieToken(request)
  return cookie ? { token: cookie, from: 'cookie' } : null
}

/**
 * Another site's page cannot set the custom header, and browsers state where a call comes from (S6). `none` is an
 * address typed or opened from elsewhere: it can read or download, never change anything.
 */
export function isSameOrigin(request: FastifyRequest, isReading: boolean): boolean {
  const site = request.headers['sec-fetch-site']
  return request.headers['x-portal'] === '1' || site === 'same-origin' || (site === 'none' && isReading)
}

/**
 * The portal's page gets only the cookie, which scripts cannot read; other clients also get the token in the header
 * (AUTH-4).
 */
export function presentSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`)
  if (request.headers['x-portal'] !== '1' && !hasSessionCookie(request)) reply.header('authorization', token)
}
export const clearSession = (reply: FastifyReply): void => {
  reply.header('set-cookie', `${cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`)
}

type SessionRecord = Omit<Actor, 'grants' | 'scope' | 'tokenHash'>

const knownGrants = new Map<string, Grants>()
function grantsFor(role: Role, held: ModuleLevels, kind: CompanyKind): Grants {
  const key = JSON.stringify([role, held, kind])
  const known = knownGrants.get(key)
  if (known) return known
  if (knownGrants.size > 500) knownGrants.clear()
  const grants = grantsOf({ role, levels: held, kind })
  knownGrants.set(key, grants)
  return grants
}

const sessionValues = (tokenHash: Buffer, now: Date): unknown[] => [
  tokenHash,
  now.toISOString(),
  new Date(now.getTime() - lifetimes.idleMs).toISOString(),
]
const keyValues = (keyHash: Buffer, now: Date): unknown[] => [keyHash, now.toISOString()]
/** The whole record, for a token that is not known yet. */
const lookup = ({ tokenHash, isKey }: Credential, now: Date): SqlStatement =>
  isKey
    ? { text: 'select find_service_key($1, $2) as session', values: keyValues(tokenHash, now) }
    : { text: 'select find_session($1, $2, $3) as session', values: sessionValues(tokenHash, now) }

/** A statement for sessions and one for keys: the look-up and another column, whose parameters are each written `$next`. */
function withStamp(column: string): { session: string; key: string } {
  const after = (lookUp: string, values: number) => {
    let last = values
    return `select ${lookUp} as stamp, ${column.replaceAll('$next', () => `$${++last}`)}`
  }
  return { session: after('session_stamp($1, $2, $3)', 3), key: after('find_service_key($1, $2)', 2) }
}
const stampAndScope = { reading: withStamp(readScope), writing: withStamp(writeScope) }
const stampAndEntries = withStamp('entries_of_user($next, $next) as entries')

/**
 * Every request looks up the stamp of its session, so that an ended session or a changed permission takes effect at once
 * (T5). A key is looked up whole: that it is revoked, or its maker's rights are lost, counts at once, too.
 */
const stampOf = (
  { tokenHash, service_key }: Actor,
  now: Date,
  texts: { session: string; key: string },
  more: unknown[],
): SqlStatement =>
  service_key
    ? { text: texts.key, values: [...keyValues(tokenHash, now), ...more] }
    : { text: texts.session, values: [...sessionValues(tokenHash, now), ...more] }
/**
 * Looks up the session's stamp and sets the scope that it should confirm: the statement sent ahead of an assumed actor's
 * work.
 */
export const sessionLead = (actor: Actor, now: Date, isReading: boolean): SqlStatement =>
  stampOf(actor, now, isReading ? stampAndScope.reading : stampAndScope.writing, [String(actor.scope.company_id)])

/** Looks up the session's stamp and counts the user's audit entries after a given one, for a read from the replica (OPS-8). */
export const replicaCheck = (actor: Actor, now: Date, after: number): SqlStatement =>
  stampOf(actor, now, stampAndEntries, [actor.user_id, after])

function actorOf(record: string, tokenHash: Buffer): Actor {
  const person: SessionRecord = JSON.parse(record)
  // A switched user sees exactly what that company's own Admin sees (SWITCH-5).
  const role = person.is_switched ? roles.admin : person.role
  const held = grantsFor(role, person.levels, person.kind)
  const scope = scopeOf(person.kind, person.company_id)
  const stamp = person.service_key ? record : person.stamp
  return { ...person, role, ...asServiceKey(person, held), tokenHash, stamp, scope }
}

/**
 * The last reply about each token. It is never trusted: it only lets a request start its work while the session is
 * looked up again in the same round trip. The work's result is discarded unless the stamp is still the same
 * (docs/decisions/0004).
 */
const lastAnswers = new Map<string, { actor: Actor; touchedAt: number }>()
const cachedAnswers = 5000
/** The last use is recorded at most once a minute, so that most reads write nothing. */
const touchEveryMs = minutes
const keyOf = (tokenHash: Buffer): string => tokenHash.toString('base64')

/** Notes the reply, and whether the session's last use should be recorded. A key's is recorded elsewhere. */
function note(clock: Clock, actor: Actor, isUse: boolean): boolean {
  const key = keyOf(actor.tokenHash)
  const now = clock().getTime()
  const known = lastAnswers.get(key)
  const isDue = !known || Math.abs(now - known.touchedAt) >= touchEveryMs
  const isTouchDue = isUse && isDue && !actor.service_key
  if (!known && lastAnswers.size >= cachedAnswers) lastAnswers.clear()
  lastAnswers.set(key, { actor, touchedAt: isTouchDue ? now : (known?.touchedAt ?? 0) })
  return isTouchDue
}

export type StampRow = { stamp: string | null }
/**
 * Whether the session is as it was when this actor was read, whatever replies to other requests said meanwhile. Without
 * `isUse`, a page asked on its own, and the session's last use stays as it was.
 */
export function confirm(clock: Clock, actor: Actor, [row]: StampRow[], isUse = true): Confirmed | null {
  if (row?.stamp === actor.stamp) return { isTouchDue: note(clock, actor, isUse) }
  lastAnswers.delete(keyOf(actor.tokenHash))
  return null
}
export type Confirmed = { isTouchDue: boolean }
/** Needs its own connection, so never call it while the request holds one: a full pool would wait for itself. */
export const touchSession = (database: Database, clock: Clock, tokenHash: Buffer) =>
  database.unscoped('select touch_session($1, $2)', [tokenHash, clock()])
export const lastActor = (tokenHash: Buffer): Actor | undefined => lastAnswers.get(keyOf(tokenHash))?.actor

/** Looks up the actor behind a token or a key in its own round trip. */
export async function findActor(
  database: Database,
  clock: Clock,
  credential: Credential,
  isUse = true,
): Promise<Actor | null> {
  const { tokenHash } = credential
  const { text, values } = lookup(credential, clock())
  const [row] = await database.unscoped<{ session: string | null }>(text, values)
  if (!row?.session) {
    lastAnswers.delete(keyOf(tokenHash))
    return null
  }
  const actor = actorOf(row.session, tokenHash)
  if (note(clock, actor, isUse)) await touchSession(database, clock, tokenHash)
  return actor
}
/** Refuses if the session or the key has ended or changed since the call began. */
export async function demandSameActor(database: Database, clock: Clock, actor: Actor): Promise<void> {
  const now = await findActor(database, clock, { tokenHash: actor.tokenHash, isKey: actor.service_key !== undefined })
  if (now?.stamp !== actor.stamp) throw new AppError('auth.required')
}

/** Where a session is opened: what the person sees in the list of their sessions (SEC-2). */
export type Device = { user_agent: string | null; address: string }
export const deviceOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Device => ({
  user_agent: headers['user-agent'] ?? null,
  address: ip,
})

export type NewSession = {
  user_id: number
  company_id: number
  expires_at?: Date
  device: Device
  /** When the second factor was given (SEC-1). */
  proved_at?: Date | string | null
}
/** Opens a session and returns its token. */
export async function openSession(database: Database, clock: Clock, session: NewSession): Promise<string> {
  const token = newToken()
  const now = clock()
  const { user_id, company_id, device, proved_at } = session
  const expiresAt = session.expires_at ?? new Date(now.getTime() + lifetimes.absoluteMs)
  await database.gate('select open_session($1, $2, $3, $4, $5, $6, $7, $8)', [
    hashToken(token),
    user_id,
    company_id,
    now,
    expiresAt,
    device.user_agent,
    device.address,
    proved_at ?? null,
  ])
  return token
}

/** With `home_expires_at` the session is switched to another company. */
export type Exchange = { company_id: number; expires_at: Date; home_expires_at?: string }
/**
 * Gives a live session a new token in one step: of two parallel exchanges, or an exchange and a sign-out, only the first
 * succeeds.
 */
export async function exchangeSession(
  database: Database,
  clock: Clock,
  old: Buffer,
  { company_id, expires_at, home_expires_at }: Exchange,
): Promise<string | null> {
  const token = newToken()
  const values = [old, hashToken(token), company_id, clock(), expires_at, home_expires_at ?? null]
  const [row] = await database.gate<{ done: boolean }>(
    'select exchange_session($1, $2, $3, $4, $5, $6) as done',
    values,
  )
  return row?.done ? token : null
}
export const endSession = (database: Database, tokenHash: Buffer) =>
  database.gate('select end_session($1)', [tokenHash])
