import type { Contract, Endpoint, HandlerInput, HandlerReply } from '@portal/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Db } from '../../db/connect.ts'
import type { Replica } from '../../db/replica/replica.ts'
import type { BrandTable } from '../../process/brands.ts'
import type { SecondFactorSettings } from '../../process/config.ts'
import type { PlaceOf } from '../../process/places.ts'
import type { KeyCalls } from '../access/key-calls.ts'
import type { Actor } from '../access/scope.ts'
import type { Clock } from '../access/sessions.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Outbound } from '../outbound/post.ts'
import type { Storage } from '../storage/storage.ts'

/** The service's external collaborators, passed once to `buildApp`. */
export type Services = {
  database: Database
  /** What may lag is read from it (OPS-8). */
  replica: Replica
  clock: Clock
  /** Links in mails use the brands' public addresses (BRAND-3). */
  brands: BrandTable
  /** Of whom a second factor is demanded, and the key of the stored secrets (SEC-1). */
  secondFactor: SecondFactorSettings
  /** Where an address is, if there is a file of places (SEC-2). */
  placeOf: PlaceOf
  /** Stores the content of uploaded files (FILE-2). */
  storage: Storage
  /** How addresses that users chose are reached (INTEG-3). */
  outbound: Outbound
  /** Of the passwords that people choose for themselves (SEC-6). */
  passwordMinLength: number
  /** What the operations page says about this installation (OPS-5). */
  installation: { dataDir: string; databaseKind: 'embedded' | 'external'; hasOwnGate: boolean; isDemo: boolean }
  /** What service keys called in the last minute (INTEG-4). */
  keyCalls: KeyCalls
  /** How long the reply to an upload waits for the file to be read. */
  patienceMs: number
  /** Tests also validate every reply against its schema. */
  checkReplies: boolean
}

/** A handler's context. `db` is the request's transaction, with the actor's scope set on it. */
export type Context = {
  db: Db
  actor: Actor
  /** Adds one or more audit entries in the same transaction. A writing handler that adds none is rejected. */
  audit: (entry: AuditEntry | readonly AuditEntry[]) => Promise<void>
  /** Runs after the commit and before the reply, for effects that must wait for it. */
  afterCommit: (effect: () => Promise<void>) => void
}
/** For an endpoint with `transaction: 'none'`, which opens its own transactions. */
export type OpenContext<Who> = Services & {
  actor: Who
  request: FastifyRequest
  reply: FastifyReply
  /** A read-only transaction; from the replica if the endpoint may lag. It ends if the session ended or changed. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
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
