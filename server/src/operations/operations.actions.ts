import { english, partsOf } from '@portal/contract/english.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { MessageParts } from '@portal/contract/message.ts'
import type { InstallationState, OperationsFinding, OperationsState } from '@portal/contract/operations/operations.ts'
import { isProviderAdmin } from '../platform/access/scope.ts'
import type { Context, Services } from '../platform/http/context.ts'
import { readDisk, readFacts } from '../platform/jobs/installation.ts'
import { portalVersion } from '../process/version.ts'
import {
  listOutcomes,
  listProcesses,
  readBackups,
  readMigrations,
  readServerVersion,
  sumFiles,
} from './operations.queries.ts'
import { type Found, findingsOf, isMissing, runnersOf, standingOfJob } from './operations.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>
type Watched = Pick<Services, 'clock' | 'installation' | 'replica'>

/** With the decimals of the database's times. */
const instantOf = (at: Date): string => at.toISOString().replace('Z', '000Z')

const filesCacheMs = 5 * 60_000
type CountedFiles = { until: number; sums: Promise<{ files: number; file_bytes: number }> }
const countedFiles = new WeakMap<Watched['installation'], CountedFiles>()
/** The page asks every few seconds, and files are many. */
async function filesNow(db: Reader['db'], { installation }: Watched) {
  let counted = countedFiles.get(installation)
  if (!counted || performance.now() > counted.until) {
    counted = { until: performance.now() + filesCacheMs, sums: sumFiles(db) }
    countedFiles.set(installation, counted)
  }
  try {
    return await counted.sums
  } catch (error) {
    countedFiles.delete(installation)
    throw error
  }
}

type Processes = InstallationState['processes']
async function backupState(db: Reader['db'], processes: Processes): Promise<InstallationState['backup']> {
  const { done, failed, tested } = await readBackups(db)
  const isLastFailed = failed && (!done || new Date(failed.started_at) > new Date(done.started_at))
  return {
    is_scheduled: runnersOf('backup', processes).length > 0,
    last_at: done?.finished_at ?? null,
    size_bytes: done?.size_bytes ?? null,
    failed_at: isLastFailed ? failed.finished_at : null,
    failure: isLastFailed ? failed.failure : null,
    tested_at: tested?.tested_at ?? null,
    test_failure: tested?.test_failure ?? null,
  }
}

/** The jobs that a living process runs. Outcomes of others are left from earlier settings or versions. */
async function jobStates(db: Reader['db'], processes: Processes, now: Date): Promise<InstallationState['jobs']> {
  return (await listOutcomes(db)).flatMap(({ version, ...outcome }) => {
    const runners = runnersOf(outcome.job, processes)
    return runners.length === 0 ? [] : [{ ...outcome, ...standingOfJob(outcome, runners, now) }]
  })
}

async function processStates(db: Reader['db'], now: Date): Promise<Processes> {
  return (await listProcesses(db)).map((one) => ({
    ...one,
    role: one.role as Processes[number]['role'],
    is_missing: isMissing(one.seen_at, now),
  }))
}

async function installationState({ db }: Reader, services: Watched): Promise<InstallationState> {
  const { clock, installation } = services
  const now = clock()
  const facts = await readFacts(db)
  const processes = await processStates(db, now)
  return {
    at: instantOf(now),
    version: portalVersion,
    node_version: process.versions.node,
    started_at: instantOf(new Date(Date.now() - process.uptime() * 1000)),
    is_demo: installation.isDemo,
    database: {
      kind: installation.databaseKind,
      version: await readServerVersion(db),
      has_own_gate: installation.hasOwnGate,
    },
    migrations: await readMigrations(db),
    jobs: await jobStates(db, processes, now),
    queues: {
      mail: {
        waiting: facts.mail_waiting,
        retrying: facts.mail_retrying,
        failed: facts.mail_failed,
        oldest_at: facts.mail_oldest_at,
      },
      imports: { waiting: facts.imports_queued, running: facts.imports_running, oldest_at: facts.imports_oldest_at },
      billing: { waiting: facts.runs_queued, running: facts.runs_running, oldest_at: facts.runs_oldest_at },
      documents: {
        waiting: facts.documents_waiting,
        failed: facts.documents_failed,
        oldest_at: facts.documents_oldest_at,
      },
    },
    seal: {
      sealed: facts.sealed,
      unsealed: facts.unsealed,
      oldest_unsealed_at: facts.oldest_unsealed_at,
      last_sealed_at: facts.last_sealed_at,
      head: facts.head,
      unsigned: facts.unsigned,
      oldest_unsigned_at: facts.oldest_unsigned_at,
      signed_at: facts.signed_at,
    },
    storage: {
      ...(await readDisk(installation.dataDir)),
      database_bytes: facts.database_bytes,
      ...(await filesNow(db, services)),
    },
    backup: await backupState(db, processes),
    replica: services.replica.state(),
    processes,
  }
}

const toFinding = ({ severity, message }: Found): OperationsFinding => ({
  severity,
  sentence: english(message),
  message: partsOf(message) as MessageParts,
})

/** Those who run the portal are the provider's Admins. Any other user, even with full access to all screens, is refused. */
export async function readOperations(context: Reader, services: Watched): Promise<OperationsState> {
  if (!isProviderAdmin(context.actor)) throw new AppError('auth.forbidden')
  const state = await installationState(context, services)
  return { ...state, findings: findingsOf(state, services.clock()).map(toFinding) }
}
