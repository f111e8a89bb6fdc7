import type { Contract, Endpoint, FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type Access, can } from '@portal/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { type AuditEntry, writeAudit } from './audit.ts'
import type { Context, Handlers, OpenContext, Services } from './context.ts'
import { once, readIdempotencyKey } from './idempotency.ts'
import { readInput } from './input.ts'
import type { Actor } from './scope.ts'
import { serialiserSchema } from './serialise.ts'
import { findActor, isSameOrigin, presentedToken } from './sessions.ts'
import { isWholeList, streamList } from './stream-list.ts'

type Input = ReturnType<typeof readInput>
type Handle = (input: Input, context: unknown) => Promise<unknown>

async function authenticate({ database, clock }: Services, request: FastifyRequest): Promise<Actor> {
  const presented = presentedToken(request)
  if (!presented) throw new AppError('auth.required')
  if (presented.from === 'cookie' && !isSameOrigin(request)) throw new AppError('request.cross-site')
  const actor = await findActor(database, clock, presented.token)
  if (!actor) throw new AppError('auth.required')
  return actor
}

/** A refusal outlives the request: it is written on its own, since the request's transaction never opens (A1). */
export async function demand(services: Services, request: FastifyRequest, actor: Actor, endpoint: Endpoint, access: Access): Promise<void> {
  if (can(actor.grants, access)) return
  const values = [
    actor.user_id,
    actor.email,
    actor.company_id,
    actor.is_switched,
    'denied',
    JSON.stringify({ endpoint: endpoint.id, needs: access }),
    request.id,
  ]
  await services.database.gate('select record_refusal($1, $2, $3, $4, $5, $6, $7)', values)
  throw new AppError('auth.forbidden')
}

const auditIn = (db: Db, actor: Actor, request: FastifyRequest, endpoint: Endpoint) => (entry: AuditEntry) =>
  writeAudit(db, actor, request.id, { action: endpoint.id, ...entry })

/** One request, one transaction: handler, trail and idempotency key commit together or not at all. */
async function runInTransaction(
  services: Services,
  endpoint: Endpoint,
  handle: Handle,
  input: Input,
  actor: Actor,
  request: FastifyRequest,
): Promise<unknown> {
  const key = endpoint.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : null
  let effects: (() => Promise<void>)[] = []
  const answer = await services.database.transaction(
    actor.scope,
    async (db) => {
      effects = []
      let audited = 0
      const write = auditIn(db, actor, request, endpoint)
      const context: Context = {
        db,
        actor,
        audit: async (entry) => {
          audited += 1
          await write(entry)
        },
        afterCommit: (effect) => effects.push(effect),
      }
      const work = async () => {
        const result = await handle(input, context)
        if (endpoint.method !== 'GET' && audited === 0) throw new Error(`${endpoint.id} changed something without a word in the trail`)
        return result
      }
      return key ? once(db, actor, endpoint, key, input, work) : work()
    },
    { readOnly: endpoint.method === 'GET' },
  )
  for (const effect of effects) await effect()
  return answer
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
    withScope: (work) => {
      if (!actor) throw new AppError('auth.required')
      return services.database.transaction(actor.scope, (db) => work({ db, audit: auditIn(db, actor, request, endpoint) }))
    },
  }
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown): FastifyReply {
  if (answer === null) return reply.code(204).send()
  if (endpoint.reply !== 'file') return reply.code(endpoint.status ?? 200).send(answer)
  const { type, name, body } = answer as FileReply
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  return reply.type(type).send(body)
}

function routeHandler(services: Services, endpoint: Endpoint, handle: Handle) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const actor = endpoint.can === 'public' ? null : await authenticate(services, request)
    if (actor) await demand(services, request, actor, endpoint, endpoint.can)
    const input = readInput(endpoint, request)
    if (actor && endpoint.list && isWholeList(input.query as ListQuery)) {
      if ((input.query as ListQuery).format) await demand(services, request, actor, endpoint, endpoint.can.replace(/\.\w+$/, '.download') as Access)
      return streamList({ ...endpoint, list: endpoint.list }, input.query as ListQuery, reply, {
        fetch: (query) =>
          services.database.transaction(actor.scope, (db) => handle({ ...input, query }, { db, actor } as Context), {
            readOnly: true,
          }) as Promise<never>,
        audit: (entry) => services.database.transaction(actor.scope, (db) => auditIn(db, actor, request, endpoint)(entry)),
      })
    }
    const answer =
      endpoint.transaction === 'none'
        ? await handle(input, openContext(services, endpoint, actor, request, reply))
        : await runInTransaction(services, endpoint, handle, input, actor as Actor, request)
    if (services.checkReplies && endpoint.reply !== 'file') endpoint.reply.parse(answer)
    return send(reply, endpoint, answer)
  }
}

/** The only place that checks permissions, reads input, opens transactions and shapes answers. A missing handler does not compile. */
export function implement<C extends Contract>(app: FastifyInstance, contract: C, handlers: Handlers<C>): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const status = endpoint.status ?? 200
    app.route({
      method: endpoint.method,
      url: `/v2${endpoint.path}`,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      ...(endpoint.reply === 'file' ? {} : { schema: { response: { [status]: serialiserSchema(endpoint.reply) } } }),
      config: { endpoint: endpoint.id },
      handler: routeHandler(app.services, endpoint, handlers[name as keyof C] as unknown as Handle),
    })
  }
}
