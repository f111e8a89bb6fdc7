import type { replicaFaults } from '@portal/contract/operations/operations.ts'

/** What the primary says once a second. Positions are bytes of its log. */
export type PrimaryFacts = {
  cluster: string
  name: string
  started: string
  version: string
  position: number
  /** No transaction that has begun has this number or a later one. */
  nextXid: number
  /** The newest audit entry. Entries of running transactions may be older. */
  newestEntry: number
}
export type ReplicaFacts = {
  cluster: string
  name: string
  started: string
  /** Of migrations and functions together. */
  version: string
  isReplica: boolean
  /** Whether the connection has the role and limits it was opened with. */
  isDirect: boolean
  position: number
  /** Every transaction before this number has ended here. */
  oldestXid: number
}

export type Sample = { at: number; position: number }
export type Lag = { seconds: number; bytes: number }
/**
 * How far the replica is behind: the age of the oldest known position of the primary that it has not replayed. An idle
 * primary adds no positions, so a quiet hour is no lag. Samples are oldest first; replayed ones are dropped.
 */
export function lagOf(samples: readonly Sample[], replayed: number, now: number): Lag & { waiting: Sample[] } {
  const waiting = samples.filter(({ position }) => position > replayed)
  const bytes = Math.max(0, (samples.at(-1)?.position ?? 0) - replayed)
  return { waiting, bytes, seconds: waiting[0] ? (now - waiting[0].at) / 1000 : 0 }
}

/** `below`: entries up to `entry` belong to transactions before this number. */
export type Mark = { entry: number; below: number }
/**
 * The newest mark whose entries the replica certainly has, all of them: each of their transactions has ended there.
 * Numbers of entries are given before their transactions end, so having the newest entry would not say that.
 */
export const floorOf = (marks: readonly Mark[], oldestXid: number): Mark | null =>
  marks.findLast(({ below }) => below <= oldestXid) ?? null

/** What a read found on the replica: the asker's entries after the floor, and how far the replica was. */
export type ReplicaReading = { entries: number; oldestXid: number; isReplica: boolean }
/** Whether the replica had every change of the asker when it was read. Checked with each read: a restart can set it back. */
export const isFreshFor = (floor: Mark, found: ReplicaReading, entriesOnPrimary: number): boolean =>
  found.isReplica && found.oldestXid >= floor.below && found.entries >= entriesOnPrimary

/** Why the replica is not read. */
export type ReplicaFault = (typeof replicaFaults)[number]

export function faultOf(
  primary: PrimaryFacts,
  replica: ReplicaFacts,
  lag: Lag,
  maxLagSeconds: number,
): ReplicaFault | null {
  if (replica.cluster !== primary.cluster || replica.name !== primary.name) return 'other-database'
  if (!replica.isReplica) return replica.started === primary.started ? 'is-primary' : 'promoted'
  if (!replica.isDirect) return 'pooler'
  if (replica.version !== primary.version) return 'other-version'
  return lag.seconds > maxLagSeconds ? 'behind' : null
}

const codesOfRefusal: Readonly<Record<string, ReplicaFault>> = {
  // No such function, or no such role.
  '42883': 'other-database',
  '22023': 'other-database',
  '3D000': 'no-database',
  // A wrong password, no line in pg_hba.conf, or no right to connect.
  '28P01': 'refused',
  '28000': 'refused',
  '42501': 'refused',
}
/** What follows from an error instead of facts. */
export function faultOfRefusal(error: { code?: string; message: string }): ReplicaFault {
  if (/unsupported startup parameter/.test(error.message)) return 'pooler'
  return codesOfRefusal[error.code ?? ''] ?? 'away'
}

/** Mistakes in DATABASE_READ_URL that waiting does not mend. A new password reaches a replica with the data. */
export const startFaults: Partial<Record<ReplicaFault, string>> = {
  'is-primary':
    'DATABASE_READ_URL leads to the same server as DATABASE_URL. It must lead to a streaming replica of it, or be left out.',
  'other-database':
    'DATABASE_READ_URL leads to another database than DATABASE_URL. It must lead to a streaming replica of the same database.',
  'no-database':
    'DATABASE_READ_URL leads to a server without the database of DATABASE_URL. It must lead to a streaming replica of the same database.',
  pooler:
    'DATABASE_READ_URL leads through a pooler that drops connection settings, as PgBouncer does. Connect directly to PostgreSQL.',
}
const readsPrimary = 'Lists and reports are read from the primary.'
export const replicaSentences: Record<ReplicaFault, string> = {
  'is-primary': `The address of the replica leads to the primary. ${readsPrimary}`,
  'other-database': `The replica has another database than the primary. ${readsPrimary}`,
  'no-database': `The server of the replica does not have the primary’s database. ${readsPrimary}`,
  pooler: `The replica is behind a pooler that drops connection settings. ${readsPrimary}`,
  promoted: `The replica takes changes of its own: it was promoted and no longer follows the primary. ${readsPrimary}`,
  'other-version': `The replica has other migrations or functions than the primary. ${readsPrimary}`,
  behind: `The replica is further behind than DATABASE_READ_MAX_LAG. ${readsPrimary}`,
  starting: `The replica is not known yet. ${readsPrimary}`,
  refused: `The replica refuses the user or password of DATABASE_READ_URL. ${readsPrimary}`,
  away: `The replica does not respond. ${readsPrimary}`,
}

const statementTimeout = '57014'
type Thrown = { code?: unknown; name?: unknown } | null
/**
 * Whether a failed read may go well on the primary: a lost connection, a conflict with what the replica replays, a
 * missing column. A statement that took too long would take as long there.
 */
export const isWorthRepeating = (error: unknown): boolean => (error as Thrown)?.code !== statementTimeout

const connectionLost = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|08|57P)/
/** A timeout of a busy pool carries no code; the monitor finds out about a server that hangs. */
export const isConnectionLost = (error: unknown): boolean =>
  connectionLost.test(String((error as Thrown)?.code ?? '')) || /Connection terminated/.test(String(error))
