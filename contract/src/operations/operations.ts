import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { instant, messageParts } from '../fields.ts'
import { processRoleWords } from './operations-words.data.ts'

const job = z.object({
  /** As in metrics and log lines. Only jobs that a living process runs. */
  job: z.string(),
  state: z.enum(['done', 'failing', 'late']),
  /** The usual pause between two passes. */
  every_seconds: z.number(),
  last_done_at: instant().nullable(),
  last_failed_at: instant().nullable(),
  failure: z.string().nullable(),
  failing_since: instant().nullable(),
  /** How long the last pass took. */
  last_seconds: z.number().nullable(),
  /** How long the next pass is overdue. */
  late_seconds: z.int(),
  process: z.string(),
})
export type JobState = z.infer<typeof job>

/** Why the replica is not read. */
export const replicaFaults = [
  'is-primary',
  'other-database',
  'no-database',
  'pooler',
  'promoted',
  'other-version',
  'behind',
  'starting',
  'refused',
  'away',
] as const

/** A streaming replica that answers reads (OPS-8). */
const replica = z.object({
  configured: z.boolean(),
  usable: z.boolean(),
  lag_seconds: z.number().nullable(),
  lag_bytes: z.number().nullable(),
  reason: z.enum(replicaFaults).nullable(),
})
export type ReplicaState = z.infer<typeof replica>

const queue = z.object({ waiting: z.int(), running: z.int(), oldest_at: instant().nullable() })
const finding = z.object({
  severity: z.enum(['problem', 'warning']),
  sentence: z.string(),
  message: messageParts,
})
export type OperationsFinding = z.infer<typeof finding>

const state = z.object({
  at: instant(),
  version: z.string(),
  node_version: z.string(),
  started_at: instant(),
  is_demo: z.boolean(),
  database: z.object({
    kind: z.enum(['embedded', 'external']),
    version: z.string(),
    /** Whether signing in uses a database login of its own (SEC-4). */
    has_own_gate: z.boolean(),
  }),
  migrations: z.object({
    applied: z.int(),
    known: z.int(),
    newest: z.string().nullable(),
    are_current: z.boolean(),
    are_functions_current: z.boolean(),
  }),
  jobs: z.array(job),
  queues: z.object({
    /** `retrying` are waiting too, after a failed attempt. */
    mail: z.object({
      waiting: z.int(),
      retrying: z.int(),
      failed: z.int(),
      oldest_at: instant().nullable(),
    }),
    imports: queue,
    billing: queue,
    documents: z.object({ waiting: z.int(), failed: z.int(), oldest_at: instant().nullable() }),
  }),
  seal: z.object({
    sealed: z.int(),
    /** Counted up to 10,000. */
    unsealed: z.int(),
    oldest_unsealed_at: instant().nullable(),
    last_sealed_at: instant().nullable(),
    head: z.string().nullable(),
    /** Seals without a signature, and when the last one was signed. */
    unsigned: z.int(),
    oldest_unsigned_at: instant().nullable(),
    signed_at: instant().nullable(),
  }),
  storage: z.object({
    free_bytes: z.number(),
    total_bytes: z.number(),
    database_bytes: z.number(),
    files: z.int(),
    file_bytes: z.number(),
  }),
  backup: z.object({
    /** Whether a process that is alive makes scheduled backups. */
    is_scheduled: z.boolean(),
    last_at: instant().nullable(),
    size_bytes: z.number().nullable(),
    /** Of the newest backup, if it failed. */
    failed_at: instant().nullable(),
    failure: z.string().nullable(),
    tested_at: instant().nullable(),
    test_failure: z.string().nullable(),
  }),
  replica,
  processes: z.array(
    z.object({
      process: z.string(),
      role: z.enum(Object.keys(processRoleWords) as (keyof typeof processRoleWords)[]),
      version: z.string(),
      started_at: instant(),
      seen_at: instant(),
      /** The jobs that it runs, by name. */
      jobs: z.array(z.string()),
      /** Not seen for a while: it was killed, or is away from the database. */
      is_missing: z.boolean(),
    }),
  ),
})
export type InstallationState = z.infer<typeof state>
const operationsReply = state.extend({ findings: z.array(finding) })
export type OperationsState = z.infer<typeof operationsReply>

/** How the installation is doing, for those who run it (OPS-5). */
export const operations = defineContract('operations', {
  get: {
    method: 'GET',
    path: '/operations',
    summary: 'Get version, jobs, queues, seal, storage, backup and what is wrong (provider Admin)',
    can: 'customers.delete',
    isForPeople: true,
    isPolled: true,
    reply: operationsReply,
  },
})
