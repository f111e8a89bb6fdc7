import { Readable } from 'node:stream'
import { isForKeys } from '@portal/contract/api-keys/scopes.rules.ts'
import { type Contract, downloadAccessOf, type Endpoint, type FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery, ListSpec } from '@portal/contract/list.ts'
import { isOfChanges } from '@portal/contract/list-changes.ts'
import { mayCall } from '@portal/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { countKeyCall, demandForKeys, keyRefusal } from '../access/api-keys.ts'
import { refusalOf } from '../access/demands.ts'
import type { Actor } from '../access/scope.ts'
import {
  type Clock,
  type Confirmed,
  type Credential,
  confirm,
  credentialOf,
  findActor,
  hashToken,
  isSameOrigin,
  lastActor,
  presentedToken,
  type StampRow,
  sessionLead,
  touchSession,
} from '../access/sessions.ts'
import { type AuditEntry, writeAudit, writeAudits } from '../audit/audit.ts'
import { streamInTurns } from '../jobs/turns.ts'
import { countRefusedUpload } from '../jobs/usage-metrics.ts'
import { changesReply, isWholeList, streamList } from '../lists/stream-list.ts'
import { contentDisposition } from './content-disposition.ts'
import type { Context, Handlers, OpenContext, Services } from './context.ts'
import { once, readIdempotencyKey } from './idempotency.ts'
import { readInput } from './input.ts'
import { readFromReplica } from './replica-reads.ts'
import { serialiserSchema } from './serialise.ts'
import { routeUpload } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string
  }
}

type Input = ReturnType<typeof readInput>
type Handle = (input: Input, context: unknown) => Promise<unknown>

function readToken(request: FastifyRequest, endpoint: Endpoint): Credential {
  const presented = presentedToken(request)
  if (!presented) throw new AppError('auth.required')
  const isReading = endpoint.method === 'GET' && !endpoint.changes
  if (presented.from === 'cookie' && !isSameOrigin(request, isReading)) throw new AppError('request.cross-site')
  const credential = credentialOf(presented.token)
  // A key is no cookie: no browser sends it on its own.
  if (presented.from === 'cookie' && credential.isKey) throw new AppError('auth.required')
  return credential
}
async function authenticate({ database, clock }: Services, credential: Credential, isUse: boolean): Promise<Actor> {
  const actor = await findActor(database, clock, credential, isUse)
  if (actor) return actor
  throw credential.isKey
    ? await keyRefusal(database, credential.tokenHash, clock())
    : new AppError(credential.looksLikeKey ? 'service-key.unknown' : 'auth.required')
}
function demand(services: Services, actor: Actor, endpoint: Endpoint): void {
  const refusal = refusalOf(services, actor, endpoint)
  if (refusal) throw new AppError(refusal)
}

/** Records a denial on its own, after the request's transaction ended or if none was opened (A1). */
async function recordRefusal(
  { database }: Services,
  request: FastifyRequest,
  endpoint: Endpoint,
  { code }: AppError,
): Promise<void> {
  const presented = presentedToken(request)
  const actor = presented && code !== 'request.cross-site' ? lastActor(hashToken(presented.token)) : undefined
  const what = JSON.stringify({ endpoint: endpoint.id, needs: endpoint.can, code })
  const values = [
    actor?.user_id ?? null,
    actor?.email ?? null,
    actor?.company_id ?? null,
    actor?.is_switched ?? false,
    'denied',
    what,
    request.id,
    actor?.service_key?.id ?? null,
    actor?.service_key?.name ?? null,
  ]
  await database.gate('select record_refusal($1, $2, $3, $4, $5, $6, $7, $8, $9)', values)
}

const auditIn =
  (db: Db, actor: Actor, request: FastifyRequest, endpoint: Endpoint) =>
  (entry: AuditEntry | readonly AuditEntry[]) => {
    const named = [entry].flat().map((one) => ({ action: endpoint.id, ...one }))
    const [only] = named
    return only && named.length === 1
      ? writeAudit(db, actor, request.id, only)
      : writeAudits(db, actor, request.id, named)
  }

/** The session must be the one this actor was read from. */
function demandUnchanged(clock: Clock, actor: Actor, rows: StampRow[], isUse: boolean): Confirmed {
  const confirmed = confirm(clock, actor, rows, isUse)
  if (!confirmed) throw new SessionChanged()
  return confirmed
}

/** Thrown inside a transaction whose session has ended or changed since its last lookup. */
class SessionChanged extends Error {}
type Work = { services: Services; endpoint: Endpoint; handle: Handle; input: Input; request: FastifyRequest }

async function handleWithAudit(
  { endpoint, handle, input, request }: Work,
  db: Db,
  actor: Actor,
  key: string | null,
  effects: (() => Promise<void>)[],
) {
  let audited = 0
  const write = auditIn(db, actor, request, endpoint)
  const audit = async (entry: AuditEntry | readonly AuditEntry[]) => {
    audited += [entry].flat().length
    await write(entry)
  }
  const context: Context = { db, actor, audit, afterCommit: (effect) => effects.push(effect) }
  const work = async () => {
    const result = await handle(input, context)
    if (endpoint.method !== 'GET' && audited === 0) throw new Error(`${endpoint.id} wrote without an audit entry`)
    return result
  }
  return key ? once(db, actor, endpoint, key, input, work) : work()
}

/**
 * One request, one transaction: handler, audit entry and idempotency key commit together or not at all. With
 * `isAssumed` the actor comes from the token's last request. Its session lookup shares the round trip with the work,
 * and nothing is committed or returned, not even an error, before the lookup confirms it.
 */
async function runInTransaction(work: Work, actor: Actor, isAssumed: boolean): Promise<unknown> {
  const { services, endpoint, request } = work
  const { database, clock } = services
  // A change may load money, so it takes an idempotency key as a creation does (API-3).
  const key =
    endpoint.method === 'POST' || endpoint.method === 'PUT'
      ? readIdempotencyKey(request.headers['idempotency-key'])
      : null
  let effects: (() => Promise<void>)[] = []
  let isTouchDue = false
  const readOnly = endpoint.method === 'GET'
  const answer = await database.transaction(
    actor.scope,
    async (db, lead) => {
      effects = []
      const [outcome] = await Promise.allSettled([handleWithAudit(work, db, actor, key, effects)])
      if (isAssumed) isTouchDue = demandUnchanged(clock, actor, await lead, !endpoint.isPolled).isTouchDue
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    },
    { readOnly, ...(isAssumed ? { lead: sessionLead(actor, clock(), readOnly) } : {}) },
  )
  if (isTouchDue) await touchSession(database, clock, actor.tokenHash)
  for (const effect of effects) await effect()
  return answer
}

/** The handler's reply from the replica, or null if it must be read from the primary. */
async function readLagging(work: Work, actor: Actor): Promise<{ value: unknown } | null> {
  const { services, endpoint } = work
  // A replica is behind the snapshot in the cursor.
  if (endpoint.list && isOfChanges(work.input.query as ListQuery)) return null
  const effects: (() => Promise<void>)[] = []
  const read = await readFromReplica(
    services,
    endpoint,
    actor,
    (db) => handleWithAudit(work, db, actor, null, effects),
    (rows) => demandUnchanged(services.clock, actor, rows, !endpoint.isPolled),
  )
  if (read) for (const effect of effects) await effect()
  return read
}

function openContext(
  services: Services,
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
  reply: FastifyReply,
): OpenContext<Actor | null> {
  return {
    ...services,
    actor,
    request,
    reply,
    read: (work) => {
      if (!actor) throw new AppError('auth.required')
      return readConfirmed(services, endpoint, actor, work)
    },
    withScope: (work) => {
      if (!actor) throw new AppError('auth.required')
      return services.database.transaction(actor.scope, (db) =>
        work({ db, audit: auditIn(db, actor, request, endpoint) }),
      )
    },
  }
}

const isInPieces = (body: FileReply['body']): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body
const streamOf = (body: AsyncIterable<string | Uint8Array>): Readable =>
  body instanceof Readable ? body : streamInTurns(body)
/** Told by its two fields, which no record has together. */
const isFile = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'type' in answer && 'body' in answer
function sendFile(reply: FastifyReply, { type, name, isInline, body }: FileReply): void {
  if (name) reply.header('content-disposition', contentDisposition(name, isInline))
  reply.type(type).send(isInPieces(body) ? streamOf(body) : body)
}

/** Told by the records that are gone. */
const isChanges = ({ list }: Endpoint, answer: unknown): boolean =>
  list?.changes === true && 'gone' in (answer as object)

/** A handler's result, or a whole list, which is a file whatever the endpoint's reply is. */
type Outcome = { answer: unknown } | { file: FileReply }

/** The fast path, for a known session with the permission. Returns null if the ordinary path must be taken. */
async function answerAssumed(
  services: Services,
  endpoint: Endpoint,
  handle: Handle,
  request: FastifyRequest,
  actor: Actor,
): Promise<Outcome | null> {
  if (endpoint.transaction === 'none' || refusalOf(services, actor, endpoint)) return null
  if (actor.service_key && !isForKeys(endpoint)) return null
  const input = tryInput(endpoint, request)
  if (!input || (endpoint.list && isWholeList(input.query as ListQuery))) return null
  try {
    const work = { services, endpoint, handle, input, request }
    const read = await readLagging(work, actor)
    return { answer: read ? read.value : await runInTransaction(work, actor, true) }
  } catch (error) {
    if (error instanceof SessionChanged) return null
    throw error
  }
}
/** Invalid input is reported only to a known caller, so it takes the ordinary path. */
function tryInput(endpoint: Endpoint, request: FastifyRequest): Input | null {
  try {
    return readInput(endpoint, request)
  } catch {
    return null
  }
}

/**
 * A read of a longer reply, such as a chunk of a list. Each looks up the session again, so that the reply ends if the
 * user is signed out half-way.
 */
async function readConfirmed<T>(
  services: Services,
  endpoint: Endpoint,
  actor: Actor,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { database, clock } = services
  const demandSame = (rows: StampRow[]): Confirmed => {
    const confirmed = confirm(clock, actor, rows)
    if (!confirmed) throw new AppError('auth.required')
    return confirmed
  }
  const read = await readFromReplica(services, endpoint, actor, work, demandSame)
  if (read) return read.value
  return database.transaction(
    actor.scope,
    async (db, lead) => {
      const value = await work(db)
      demandSame(await lead)
      return value
    },
    { readOnly: true, lead: sessionLead(actor, clock(), true) },
  )
}

async function answerOrdinarily(
  services: Services,
  endpoint: Endpoint,
  handle: Handle,
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Credential | null,
): Promise<Outcome> {
  const actor = credential && (await authenticate(services, credential, !endpoint.isPolled))
  if (actor) {
    await countKeyCall(services, actor, request, reply)
    demandForKeys(actor, endpoint)
    demand(services, actor, endpoint)
  }
  const input = readInput(endpoint, request)
  if (actor && endpoint.list && isWholeList(input.query as ListQuery)) {
    const isDownload = (input.query as ListQuery).format
    if (isDownload && !mayCall(actor.grants, actor.kind, { can: downloadAccessOf(endpoint) }))
      throw new AppError('auth.forbidden')
    const file = await streamList({ ...endpoint, list: endpoint.list }, input.query as ListQuery, reply, {
      fetch: (query) =>
        readConfirmed(
          services,
          endpoint,
          actor,
          (db) => handle({ ...input, query }, { db, actor } as Context) as Promise<never>,
        ),
      audit: (entry) =>
        services.database.transaction(actor.scope, (db) => auditIn(db, actor, request, endpoint)(entry)),
    })
    return { file }
  }
  if (endpoint.transaction === 'none')
    return { answer: await handle(input, openContext(services, endpoint, actor, request, reply)) }
  return { answer: await runInTransaction({ services, endpoint, handle, input, request }, actor as Actor, false) }
}

function routeHandler(services: Services, endpoint: Endpoint, handle: Handle) {
  const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credential = endpoint.can === 'public' ? null : readToken(request, endpoint)
    const known = credential && lastActor(credential.tokenHash)
    if (known) await countKeyCall(services, known, request, reply)
    const assumed = known && (await answerAssumed(services, endpoint, handle, request, known))
    const answered = assumed || (await answerOrdinarily(services, endpoint, handle, request, reply, credential))
    if ('file' in answered) return sendFile(reply, answered.file)
    const { answer } = answered
    if (answer === null) return void reply.code(204).send()
    if (endpoint.reply === 'file' || (endpoint.orFile && isFile(answer))) return sendFile(reply, answer as FileReply)
    if (services.checkReplies) endpoint.reply.parse(answer)
    const json = isChanges(endpoint, answer)
      ? changesReply({ ...endpoint, list: endpoint.list as ListSpec }, answer, reply)
      : reply.serializeInput(answer as Record<string, unknown>, serialiserSchema(endpoint.reply))
    reply
      .code(endpoint.status ?? 200)
      .type('application/json; charset=utf-8')
      .send(json)
  }
  const fail = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (error instanceof AppError && endpoint.upload) countRefusedUpload(endpoint.id, error.code)
    if (error instanceof AppError && error.status === 403) await recordRefusal(services, request, endpoint, error)
    reply.send(error)
  }
  // Returns no promise: Fastify would wait for the end of each reply with listeners of its own.
  return (request: FastifyRequest, reply: FastifyReply): void => {
    answerTo(request, reply)
      .catch((error) => fail(error, request, reply))
      .catch((error) => reply.send(error))
  }
}

/**
 * The only place that checks permissions, reads input, opens transactions and shapes replies. A missing handler does
 * not compile.
 */
export function implement<C extends Contract>(app: FastifyInstance, contract: C, handlers: Handlers<C>): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const route: RouteOptions = {
      method: endpoint.method,
      url: `/v2${endpoint.path}`,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { endpoint: endpoint.id, isNeverCompressed: endpoint.answersSecret === true },
      handler: routeHandler(app.services, endpoint, handlers[name as keyof C] as unknown as Handle),
    }
    if (endpoint.upload) routeUpload(app, route)
    else app.route(route)
  }
}
