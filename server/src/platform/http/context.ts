import type { Contract, Endpoint, HandlerInput, HandlerReply } from '@portal/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Db } from '../../db/connect.ts'
import type { BrandTable } from '../../process/brands.ts'
import type { Actor } from '../access/scope.ts'
import type { Clock } from '../access/sessions.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Storage } from '../storage/storage.ts'

/** The few real collaborators of the service, given once to `buildApp`. */
export type Services = {
  database: Database
  clock: Clock
  /** Links in mails are made from the brands' public addresses (BRAND-3). */
  brands: BrandTable
  /** Where the content of uploaded files lies (FILE-2). */
  storage: Storage
  /** How long the answer to an upload waits for the file to be read, before it is a promise. */
  patienceMs: number
  /** In tests every answer is also held against its schema. */
  checkReplies: boolean
}

/** What a handler works with. `db` is the request's own transaction, with the actor's scope set on it. */
export type Context = {
  db: Db
  actor: Actor
  /**
   * Notes a change in the trail, or many at once, in the same transaction. A writing handler that notes nothing is
   * refused by the mechanism.
   */
  audit: (entry: AuditEntry | readonly AuditEntry[]) => Promise<void>
  /** For what must wait until the change is certain: it runs after the commit, before the answer. */
  afterCommit: (effect: () => Promise<void>) => void
}
/** For an endpoint that says `transaction: 'none'`: it opens what it needs itself. */
export type OpenContext<Who> = Services & {
  actor: Who
  request: FastifyRequest
  reply: FastifyReply
  withScope: <T>(work: (context: Pick<Context, 'db' | 'audit'>) => Promise<T>) => Promise<T>
}

export type ContextOf<E extends Endpoint> = E extends { transaction: 'none' }
  ? OpenContext<E['can'] extends 'public' ? Actor | null : Actor>
  : Context
export type Handlers<C extends Contract> = {
  [K in keyof C]: (
    input: HandlerInput<C[K]>,
    context: ContextOf<C[K]>,
  ) => Promise<HandlerReply<C[K]>> | HandlerReply<C[K]>
}
