import { hash, randomBytes } from 'node:crypto'
import {
  type CompanyKind,
  type Grants,
  grantsOf,
  type ModuleLevels,
  type Role,
  roles,
} from '@portal/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Statement } from '../../db/connect.ts'
import { type Actor, scopeOf } from './scope.ts'

export type Clock = () => Date
const minutes = 60_000
/** Idle, absolute and switched lifetimes (S2). */
export const lifetimes = { idleMs: 30 * minutes, absoluteMs: 8 * 60 * minutes, switchedMs: 60 * minutes }

/** 256 random bits; the database keeps only their hash, so a copy of it opens no session (S1). */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

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
 * A page of another site cannot set the custom header, and browsers say where a call comes from (S6). `none` is an
 * address typed or opened from elsewhere: good enough to read or download, never to change anything.
 */
export function isSameOrigin(request: FastifyRequest, isReading: boolean): boolean {
  const site = request.headers['sec-fetch-site']
  return request.headers['x-portal'] === '1' || site === 'same-origin' || (site === 'none' && isReading)
}

/**
 * The portal's page gets the cookie alone, which no script can read; programs get the token in the header too (AUTH-4).
 */
export function presentSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`)
  if (request.headers['x-portal'] !== '1' && !hasSessionCookie(request)) reply.header('authorization', token)
}
export const clearSession = (reply: FastifyReply): void => {
  reply.header('set-cookie', `${cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`)
}

type SessionRecord = Omit<Actor, 'grants' | 'scope' | 'tokenHash' | 'record'>

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

/**
 * The question that every request asks about its token, so that an ended session or a changed permission holds at once
 * (T5).
 */
const question = 'find_session($1, $2, $3) as session'
const asked = (tokenHash: Buffer, now: Date) => [
  tokenHash,
  now.toISOString(),
  new Date(now.getTime() - lifetimes.idleMs).toISOString(),
]
/**
 * The question together with the scope it would confirm: the one statement that goes ahead of an assumed actor's work.
 */
export const sessionLead = ({ tokenHash, scope }: Actor, now: Date): Statement => ({
  text: `select ${question}, set_config('app.company', $4, true)`,
  values: [...asked(tokenHash, now), String(scope.company_id)],
})

function actorOf(record: string, tokenHash: Buffer): Actor {
  const person: SessionRecord = JSON.parse(record)
  // Whoever switched sees what that company's own Admin sees, no more and no less (SWITCH-5).
  const role = person.is_switched ? roles.admin : person.role
  const grants = grantsFor(role, person.levels, person.kind)
  return { ...person, role, grants, tokenHash, record, scope: scopeOf(person.kind, person.company_id) }
}

/**
 * What the last answer about a token was. It is never believed: it only lets a request begin its work while the same
 * question is asked again in the same flight, and what the work found is thrown away unless the new answer is the old
 * one to the letter (docs/decisions/0004).
 */
const lastAnswers = new Map<string, { actor: Actor; touchedAt: number }>()
const rememberedAnswers = 5000
/** Idle time is noted at most once a minute, so that reading stays reading. */
const touchEveryMs = minutes

export type Answer = { session: string | null }
export type Read = { actor: Actor | null; isTouchDue: boolean }
export function readAnswer(clock: Clock, tokenHash: Buffer, [row]: Answer[]): Read {
  const key = tokenHash.toString('base64')
  const answer = row?.session
  if (!answer) {
    lastAnswers.delete(key)
    return { actor: null, isTouchDue: false }
  }
  const now = clock().getTime()
  const known = lastAnswers.get(key)
  const isTouchDue = !known || Math.abs(now - known.touchedAt) >= touchEveryMs
  const actor = known?.actor.record === answer ? known.actor : actorOf(answer, tokenHash)
  if (!known && lastAnswers.size >= rememberedAnswers) lastAnswers.clear()
  lastAnswers.set(key, { actor, touchedAt: isTouchDue ? now : known.touchedAt })
  return { actor, isTouchDue }
}
/**
 * Takes a connection of its own, so never while the request still holds one: a pool full of holders would wait for
 * itself.
 */
export const touchSession = (database: Database, clock: Clock, tokenHash: Buffer) =>
  database.gate('select touch_session($1, $2)', [tokenHash, clock()])
export const lastActor = (tokenHash: Buffer): Actor | undefined => lastAnswers.get(tokenHash.toString('base64'))?.actor

/** The person behind a token, asked for by itself. */
export async function findActor(database: Database, clock: Clock, tokenHash: Buffer): Promise<Actor | null> {
  const rows = await database.gate<Answer>(`select ${question}`, asked(tokenHash, clock()))
  const { actor, isTouchDue } = readAnswer(clock, tokenHash, rows)
  if (isTouchDue) await touchSession(database, clock, tokenHash)
  return actor
}

export type NewSession = { user_id: number; company_id: number; expires_at?: Date; home_expires_at?: string }
/** Opens a session and answers its token. One with `home_expires_at` is switched to another company. */
export async function openSession(database: Database, clock: Clock, session: NewSession): Promise<string> {
  const token = newToken()
  await database.gate('select open_session($1, $2, $3, $4, $5, $6)', [
    hashToken(token),
    ...sessionValues(clock, session),
  ])
  return token
}
const sessionValues = (clock: Clock, { user_id, company_id, expires_at, home_expires_at }: NewSession) => {
  const now = clock()
  return [
    user_id,
    company_id,
    now,
    expires_at ?? new Date(now.getTime() + lifetimes.absoluteMs),
    home_expires_at ?? null,
  ]
}
/**
 * A new session in place of one that still lives, in one step: of two exchanges at once, or of one beside a sign-out,
 * only the first happens.
 */
export async function exchangeSession(
  database: Database,
  clock: Clock,
  old: Buffer,
  session: NewSession,
): Promise<string | null> {
  const token = newToken()
  const values = [old, hashToken(token), ...sessionValues(clock, session)]
  const [row] = await database.gate<{ done: boolean }>(
    'select exchange_session($1, $2, $3, $4, $5, $6, $7) as done',
    values,
  )
  return row?.done ? token : null
}
export const endSession = (database: Database, tokenHash: Buffer) =>
  database.gate('select end_session($1)', [tokenHash])
