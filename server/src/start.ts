import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { startSettling } from './accounts/holds.jobs.ts'
import { startReceivables } from './accounts/receivables.jobs.ts'
import { buildApp, buildWorkerApp, importWorks } from './app.ts'
import { startBackups } from './backups/backups.jobs.ts'
import { startRefreshing } from './balances/card-refresh.jobs.ts'
import { runDueBilling, startBilling } from './billing/billing-runs.jobs.ts'
import { startClaiming } from './claims/claims.jobs.ts'
import { startSumming } from './dashboard/dashboard.jobs.ts'
import { connect, type Database } from './db/connect.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { migrate } from './db/migrate.ts'
import type { Addresses } from './db/preflight.ts'
import { assertReady } from './db/readiness.ts'
import { noReplica, openReplica, type Replica } from './db/replica/replica.ts'
import { demoAccounts, demoPassword, isEmptyDatabase, seedDemo } from './demo/demo.queries.ts'
import { billDemo } from './demo/demo-billing.actions.ts'
import { startImporting } from './imports/imports.jobs.ts'
import { startStoring } from './invoices/issued/stored-documents.jobs.ts'
import { startNotifying } from './notifications/notifications.jobs.ts'
import { startMailing } from './outbox/outbox.jobs.ts'
import { startArchiving } from './platform/audit/archiving.jobs.ts'
import { startSealing } from './platform/audit/sealing.jobs.ts'
import { buildWeb } from './platform/http/web-build.ts'
import { startHousekeeping } from './platform/jobs/housekeeping.jobs.ts'
import { startRecording } from './platform/jobs/job-outcomes.ts'
import { startMetrics } from './platform/jobs/metrics.ts'
import { createMailer } from './platform/mailer.ts'
import { openOutbound } from './platform/outbound/post.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import type { Storage } from './platform/storage/storage.ts'
import { openWorkFolder, type WorkFolder } from './platform/storage/work-folder.ts'
import { startTaxChanges } from './pricing/taxes/tax-changes.jobs.ts'
import { type Config, projectRoot } from './process/config.ts'
import { openLog } from './process/logging.ts'
import type { StopMode } from './process/signals.ts'
import { StartError } from './process/start-error.ts'
import { startReminding } from './reminders/reminders.jobs.ts'
import { startReporting } from './reports/report-runs.jobs.ts'
import { attachAny } from './reports/scheduled-runs.actions.ts'
import { startPriceMailing } from './smart-buy/price-mail.jobs.ts'
import { startFolding } from './transactions/transactions.jobs.ts'
import { startWebhooks } from './webhooks/webhooks.jobs.ts'

type Say = (line: string) => void
export type Portal = {
  started: Promise<void>
  /** Stops in order: readiness, open requests, jobs, pools, database. `immediate` stops only the database. */
  stop(mode?: StopMode): Promise<unknown>
}
/** How each started part ends, last first. */
type Closers = ((mode: StopMode) => Promise<unknown>)[]

const drainMs = 10_000
const webRoot = `${projectRoot}/web/dist`

const listenFault = (error: unknown, { port, host }: Config): unknown => {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use: stop what uses it, or set PORT.`,
    EACCES: `This user cannot use port ${port}. Set PORT to 1024 or higher.`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine.`,
    ENOTFOUND: `HOST=${host} is not an address of this machine.`,
  }
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new StartError(reason) : error
}

/** Checked first, so that a port in use is reported before the database starts. */
async function checkPort(config: Config): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer()
  server.once('error', reject)
  server.listen(config.port, config.host, () => server.close(() => resolve()))
  await promise.catch((error) => {
    throw listenFault(error, config)
  })
}

async function openDatabase(
  config: Config,
  say: Say,
  closers: Closers,
): Promise<Required<Addresses> & { ownerUrl: string | null }> {
  if (config.database.kind === 'external') return config.database
  const starting = startEmbedded({ dataDir: config.dataDir, log: say })
  // Added before the database has started, so that a signal waits for it and then stops it.
  closers.push(async (mode) => (await starting.catch(() => null))?.stop(mode))
  return starting
}

async function prepareDatabase(ownerUrl: string, addresses: Addresses, config: Config, say: Say): Promise<void> {
  const { rolePrefix } = config
  const applied = await migrate({ ...addresses, ownerUrl, rolePrefix })
  if (applied.length > 0)
    say(`Migrated the database: ${applied.length === 1 ? applied[0] : `${applied.length} steps`}.`)
  if (!(await isEmptyDatabase(ownerUrl))) return
  say(
    config.demo
      ? 'Filling the empty database with the demo.'
      : 'The database is empty. Create the first account with `npm run create-admin`.',
  )
  if (!config.demo) return
  await seedDemo(ownerUrl, {})
  await billDemo({ ...addresses, ownerUrl, rolePrefix }, runDueBilling)
}

/** A worker answers no lists. */
const replicaOf = async (config: Config, database: Database): Promise<Replica> => {
  const { readUrl, readMaxLagSeconds: maxLagSeconds, poolSize, logLevel, role } = config
  if (!readUrl || role === 'worker') return noReplica
  return openReplica(database, { appUrl: readUrl, poolSize, maxLagSeconds, log: openLog(logLevel) })
}

async function serve(
  config: Config,
  database: Database,
  replica: Replica,
  storage: Storage,
  closers: Closers,
): Promise<void> {
  const parts = { database, replica, config, storage }
  const app = config.role === 'worker' ? buildWorkerApp(parts) : await buildApp({ ...parts, webRoot })
  closers.push(async () => {
    app.setReady(false)
    // An idle keep-alive connection would delay the close until the browser drops it.
    const dropping = setInterval(() => app.server.closeIdleConnections(), 50)
    await Promise.race([app.close(), sleep(drainMs, undefined, { ref: false })])
    clearInterval(dropping)
  })
  await app.listen({ port: config.port, host: config.host })
}

const isGateShared = ({ database }: Config): boolean => database.kind === 'external' && !database.gateUrl
const gateShared =
  'DATABASE_GATE_URL is not set, so signing in uses the login of DATABASE_URL. Give it a login of its own: see docs/operations.md.'

function announce(config: Config, say: Say): void {
  if (config.role === 'worker') {
    say(`The worker is running. Health check: http://${config.host}:${config.port}/healthz`)
    return
  }
  say(`The portal is ready at ${config.publicUrl}`)
  const others = (Object.keys(brands) as BrandKey[]).filter((key) => config.brands[key].publicUrl !== config.publicUrl)
  for (const key of others) say(`  ${brands[key].name.padEnd(14)} ${config.brands[key].publicUrl}`)
  if (isGateShared(config)) say(gateShared)
  if (config.database.kind === 'embedded')
    say('The embedded database is for trying the portal out. For real data, set DATABASE_URL: see docs/operations.md.')
  if (!config.demo) return
  say(`Demo accounts, all with the password ${demoPassword}:`)
  for (const { email, note } of demoAccounts) say(`  ${email.padEnd(24)} ${note}`)
}

/**
 * Where this process stores files it works on: never in the machine's temporary folder, where a kill would leave card
 * numbers forever.
 */
const openWork = ({ dataDir }: Config): Promise<WorkFolder> =>
  openWorkFolder(join(dataDir, 'work')).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${error.code}). Set DATA_DIR to a writable folder.`,
    )
  })

type WorkParts = { database: Database; storage: Storage; workFolder: WorkFolder; appUrl: string }
function startWork(config: Config, { database, storage, workFolder, appUrl }: WorkParts, closers: Closers): void {
  const log = openLog(config.logLevel)
  const { smtpUrl, brands: table, rolePrefix } = config
  const mailer = smtpUrl ? createMailer({ smtpUrl, brands: table }) : null
  const keeping = { database, storage, brands: table, clock: () => new Date() }
  const jobs = [
    startHousekeeping({ database, storage, log, retention: config.retention }),
    startSealing({ database, place: config, log }),
    startBackups({ database, settings: config.backup, log }),
    startArchiving({ database, settings: config.auditArchive, log }),
    startMailing({ database, log, mailer, attach: attachAny(keeping) }),
    startRefreshing({ database, log }),
    startFolding({ database, log }),
    startSettling({ database, log }),
    startReceivables({ database, log }),
    startReminding({ database, brands: table, log }),
    startPriceMailing({ database, brands: table, log }),
    startNotifying({ database, brands: table, log }),
    startSumming({ database, log }),
    startImporting({ database, storage, workFolder, log, works: importWorks, apart: { appUrl, rolePrefix } }),
    startStoring({ ...keeping, log }),
    startBilling({ database, log }),
    startTaxChanges({ database, log }),
    startWebhooks({ database, outbound: openOutbound(config.webhooks.allowsPrivate), brands: table, log }),
    startClaiming({ database, log }),
    startReporting({ database, brands: table, log }),
  ]
  closers.push(...jobs.map((job) => () => job.stop()))
}

async function startParts(config: Config, say: Say, closers: Closers, withWeb: boolean): Promise<void> {
  await checkPort(config)
  // Build the page while the database starts.
  const building = withWeb && config.role !== 'worker' ? buildWeb(projectRoot, say) : Promise.resolve(webRoot)
  building.catch(() => {})
  const { ownerUrl, appUrl, gateUrl } = await openDatabase(config, say, closers)
  if (ownerUrl) await prepareDatabase(ownerUrl, { appUrl, gateUrl }, config, say)
  await building
  const { rolePrefix, poolSize } = config
  const database = connect({ appUrl, gateUrl, rolePrefix, poolSize })
  closers.push(() => database.end())
  await assertReady(database)
  const replica = await replicaOf(config, database)
  closers.push(() => replica.end())
  const recording = startRecording({ database, role: config.role })
  closers.push(() => recording.stop())
  const workFolder = await openWork(config)
  const storage = await openStorage(config.filesUrl, workFolder)
  if (config.role !== 'api') startWork(config, { database, storage, workFolder, appUrl }, closers)
  const metrics = await startMetrics(config, database, replica)
  closers.push(async () => metrics?.close())
  await serve(config, database, replica, storage, closers).catch((error) => {
    throw listenFault(error, config)
  })
}

/** Starts the portal. A start that fails or is stopped ends everything it has started. */
export function startPortal(config: Config, say: Say, { withWeb = true } = {}): Portal {
  const closers: Closers = []
  let stopping: Promise<void> | undefined
  const closeAll = async (mode: StopMode) => {
    for (let close = closers.pop(); close; close = closers.pop())
      await close(mode).catch((error) => say(`While stopping: ${error?.message}`))
  }
  let closeDatabase: Closers[number] | undefined
  const stop = (mode: StopMode = 'fast'): Promise<unknown> => {
    // The embedded database started first; an immediate stop closes only it.
    if (config.database.kind === 'embedded') closeDatabase ??= closers[0]
    if (mode === 'immediate') return closeDatabase?.(mode) ?? Promise.resolve()
    stopping ??= closeAll(mode)
    return stopping
  }
  const started = startParts(config, say, closers, withWeb).then(
    () => {
      if (!stopping) announce(config, say)
    },
    async (error) => {
      if (stopping) return
      await stop()
      throw error
    },
  )
  return { started, stop }
}
