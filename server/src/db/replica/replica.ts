import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplicaState } from '@portal/contract/operations/operations.ts'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import {
  attempt,
  type ConnectOptions,
  type Database,
  type Db,
  type LeadRows,
  openPool,
  requestSettings,
  type Scope,
  type SqlStatement,
} from '../connect.ts'
import {
  faultOf,
  faultOfRefusal,
  floorOf,
  isConnectionLost,
  type Lag,
  lagOf,
  type Mark,
  type PrimaryFacts,
  type ReplicaFacts,
  type ReplicaFault,
  type ReplicaReading,
  replicaSentences,
  type Sample,
  startFaults,
} from './replica.rules.ts'

export type Replica = {
  state(): ReplicaState
  /** The audit entries that the replica has for certain, or null while it cannot be read. */
  floor(): Mark | null
  /**
   * Runs `work` in a read-only transaction of the replica, and says how far the replica was. It fails at once when the
   * replica goes away.
   */
  read<T>(asker: Asker, work: (db: Db) => Promise<T>): Promise<{ value: T; found: ReplicaReading }>
  end(): Promise<void>
}
type Asker = { scope: Scope; userId: number; floor: Mark }
type Log = { info(line: string): void; warn(fields: object, line: string): void }
export type ReplicaOptions = ConnectOptions & { maxLagSeconds: number; log: Log; everyMs?: number }

export const noReplica: Replica = {
  state: () => ({ configured: false, usable: false, lag_seconds: null, lag_bytes: null, reason: null }),
  floor: () => null,
  read: () => Promise.reject(new Error('There is no replica.')),
  end: async () => {},
}

/** No request waits longer than this for a replica that is away. */
const patienceMs = 1000
const sharedFacts = `(select system_identifier from pg_control_system())::text as cluster, current_database() as name,
  pg_postmaster_start_time()::text as started,
  (select md5(string_agg(name || checksum, ' ' order by name)) from
    (select name, checksum from applied_migrations() union all select name, checksum from applied_functions()) a) as version`
const primaryQuery = `select ${sharedFacts}, (pg_current_wal_lsn() - '0/0')::text as position,
  pg_snapshot_xmax(pg_current_snapshot())::text as next_xid, coalesce((select max(id) from audit_log), 0)::text as newest`
const replicaQuery = `select ${sharedFacts}, pg_is_in_recovery() as is_replica,
  current_user = $1 and current_setting('statement_timeout') = $2 as is_direct,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as position,
  pg_snapshot_xmin(pg_current_snapshot())::text as oldest_xid`

/** Sets the scope, and shares the round trip of the work's first query (decision 4). */
const readLead = ({ scope, userId, floor }: Asker): SqlStatement => ({
  text: `select set_config('app.company', $1, true), entries_of_user($2, $3) as entries,
    pg_snapshot_xmin(pg_current_snapshot())::text as oldest_xid, pg_is_in_recovery() as is_replica`,
  values: [String(scope.company_id), userId, floor.entry],
})
async function workAndLead<T>(work: (db: Db) => Promise<T>, db: Db, lead: LeadRows) {
  const value = await work(db)
  const [row] = await lead
  const found: ReplicaReading = { entries: row.entries, oldestXid: Number(row.oldest_xid), isReplica: row.is_replica }
  return { value, found }
}

// biome-ignore lint/suspicious/noExplicitAny: the columns are those of the two queries above.
type Row = any
const askPrimary = async (database: Database): Promise<PrimaryFacts> => {
  const row: Row = (await database.pools.portal_staff.query(primaryQuery)).rows[0]
  const { position, next_xid, newest, ...rest } = row
  return { ...rest, position: Number(position), nextXid: Number(next_xid), newestEntry: Number(newest) }
}
const askReplica = async (watcher: pg.Pool, role: string): Promise<ReplicaFacts> => {
  const row: Row = (await watcher.query(replicaQuery, [role, requestSettings.statement_timeout])).rows[0]
  const { is_replica, is_direct, position, oldest_xid, ...rest } = row
  return {
    ...rest,
    isReplica: is_replica,
    isDirect: is_direct,
    position: Number(position),
    oldestXid: Number(oldest_xid),
  }
}

function neverYet() {
  const pending = Promise.withResolvers<never>()
  pending.promise.catch(() => {})
  return pending
}
/** Marks wait for the oldest open transaction; those of the last hour are enough. */
const maxMarks = 3600
/** What the two servers have said so far, and what follows from it. */
class Watch {
  fault: ReplicaFault | null = 'starting'
  floor: Mark | null = null
  lag: Lag | null = null
  private samples: Sample[] = []
  private marks: Mark[] = []
  private earlierEntry: number | null = null
  private logged: ReplicaFault | null = 'starting'
  /** Fails when the replica becomes unusable, so that reads in flight learn it at once. */
  gone = neverYet()
  private readonly log: Log
  constructor(log: Log) {
    this.log = log
  }

  /** `cause` is what the server or the network said. */
  settle(fault: ReplicaFault | null, cause?: string): void {
    this.fault = fault
    if (fault === this.logged || fault === 'starting') return
    this.logged = fault
    if (!fault) {
      this.log.info('The replica follows the primary. Lists and reports are read from it.')
      return
    }
    this.log.warn({ reason: fault, cause }, replicaSentences[fault])
    this.gone.reject(new Error(replicaSentences[fault]))
    this.gone = neverYet()
  }

  notePrimary(primary: PrimaryFacts, at: number): void {
    this.samples.push({ at, position: primary.position })
    // An entry's number may be given a moment before its transaction's, so the numbers asked for a turn ago count.
    if (this.earlierEntry !== null)
      this.marks = [...this.marks, { entry: this.earlierEntry, below: primary.nextXid }].slice(-maxMarks)
    this.earlierEntry = primary.newestEntry
  }
  judge(primary: PrimaryFacts, replica: ReplicaFacts, now: number, maxLagSeconds: number): void {
    const { waiting, ...lag } = lagOf(this.samples, replica.position, now)
    this.samples = waiting
    this.lag = lag
    this.fault = faultOf(primary, replica, lag, maxLagSeconds)
    if (this.fault && this.fault !== 'behind') return
    this.floor = floorOf(this.marks, replica.oldestXid)
    const { floor } = this
    if (floor) this.marks = this.marks.filter(({ below }) => below >= floor.below)
    else this.fault ??= 'starting'
  }
}

/**
 * Follows a streaming replica. It is read only while it follows the same database as the primary and is not too far
 * behind. Refuses an address that can never work; a replica that is away may come back.
 */
export async function openReplica(database: Database, options: ReplicaOptions): Promise<Replica> {
  const { maxLagSeconds, log, everyMs = 1000 } = options
  const { roleNames } = database
  const given = { ...options, patienceMs }
  const pools = {
    portal_customer: openPool(roleNames.portal_customer, given),
    portal_staff: openPool(roleNames.portal_staff, given),
  }
  const watcher = openPool(roleNames.portal_staff, { ...given, poolSize: 1 })
  const named = new pg.Client({ connectionString: options.appUrl }).database
  const watch = new Watch(log)
  const turn = async () => {
    const at = performance.now()
    const primary = await askPrimary(database).catch(() => null)
    // Without the primary no session can be confirmed, and nothing is read.
    if (!primary) return
    watch.notePrimary(primary, at)
    // Known without asking a server that may refuse it.
    if (named !== primary.name) return watch.settle('other-database')
    const replica = await withinPatience(askReplica(watcher, roleNames.portal_staff)).catch((error) => error)
    if (replica instanceof Error) return watch.settle(faultOfRefusal(replica), causeOf(replica))
    watch.judge(primary, replica, performance.now(), maxLagSeconds)
    watch.settle(watch.fault)
  }
  const closing = new AbortController()
  const end = async () => {
    closing.abort()
    await Promise.all([...Object.values(pools), watcher].map((pool) => pool.end()))
  }
  await turn()
  const mistake = watch.fault && startFaults[watch.fault]
  if (mistake) {
    await end()
    throw new StartError(mistake)
  }
  void (async () => {
    while (!closing.signal.aborted) {
      await sleep(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      if (!closing.signal.aborted) await turn()
    }
  })()
  return {
    state: () => ({
      configured: true,
      usable: watch.fault === null,
      lag_seconds: watch.lag?.seconds ?? null,
      lag_bytes: watch.lag?.bytes ?? null,
      reason: watch.fault,
    }),
    floor: () => (watch.fault === null ? watch.floor : null),
    async read(asker, work) {
      const { scope } = asker
      const reading = attempt(pools[scope.role], {
        gate: database.gate,
        scope,
        work: (db, lead) => workAndLead(work, db, lead),
        readOnly: true,
        lead: readLead(asker),
      })
      try {
        return await Promise.race([reading, watch.gone.promise])
      } catch (error) {
        reading.catch(() => {})
        if (isConnectionLost(error)) watch.settle('away', causeOf(error as Error))
        throw error
      }
    },
    end,
  }
}

/** Two addresses of one name fail without a message of their own. */
const causeOf = (error: NodeJS.ErrnoException): string => error.message || (error.code ?? error.name)

async function withinPatience<T>(asked: Promise<T>): Promise<T> {
  const tooLong = new AbortController()
  const limit = sleep(patienceMs, undefined, { signal: tooLong.signal }).then(() => {
    throw new Error('The replica did not respond in time.')
  })
  limit.catch(() => {})
  try {
    return await Promise.race([asked, limit])
  } finally {
    tooLong.abort()
    asked.catch(() => {})
  }
}
