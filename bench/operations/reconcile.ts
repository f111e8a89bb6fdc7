import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runDueBilling } from '../../server/src/billing/billing-runs.jobs.ts'
import { connect } from '../../server/src/db/connect.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { seedDemo } from '../../server/src/demo/demo.queries.ts'
import { cpuOf } from '../runner/cpu.ts'
import { numberFrom } from '../runner/demo-site.ts'

/**
 * `npm run reconcile` over a grown portal (RECV-11). Target: 5 minutes and 500 MB for 2,000,000 transactions. The demo's
 * transactions are billed by the portal's own billing runs, sent and mostly paid; triggers store what follows.
 */
const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 100_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const kept = process.env.DATA_DIR
const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
const embedded = await startEmbedded({ dataDir })
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0)

/** The half months of the demo's transactions, except the last one: something stays unbilled. */
const periods = ['2026-08-31', '2026-09-15', '2026-09-30', '2026-10-15', '2026-10-31']
async function bill(owner: pg.Client): Promise<void> {
  const database = connect({ ...embedded, poolSize: 4 })
  for (const end of periods) {
    await owner.query(
      `insert into billing_runs (company_id, start_date, end_date, issued_date)
       select id, '2026-08-16', $1::date, $1::date + 1 from companies where kind = 'provider'`,
      [end],
    )
    await runDueBilling({ database })
  }
  await database.end()
}
const send = `update invoices set status = 'SENT', sent_at = now() where status = 'DRAFT' and issued_date < '2026-11-01'`
const receive = `
  insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference, note)
  select company_id, currency, case when id % 5 = 1 then total_cents / 2 else total_cents end, issued_date + 5 + (id % 20)::int, 'eft', 'R' || id, id::text
  from invoices where status = 'SENT' and id % 5 > 0 and total_cents > 1`
const settle = `
  insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on)
  select 'payment', company_id, note::bigint, currency, amount_cents, receipt_date, payment_mode, reference, id, receipt_date from receipts where note = substr(reference, 2)`

async function seed(owner: pg.Client): Promise<void> {
  // A database kept by DATA_DIR has everything already.
  if ((await owner.query('select from receipts limit 1')).rowCount) return
  const steps: [string, () => Promise<unknown>][] = [
    ['demo', () => seedDemo(embedded.ownerUrl, size)],
    ['billing runs', () => bill(owner)],
    ['sending', () => owner.query(send)],
    ['receipts', () => owner.query(receive).then(() => owner.query(settle))],
    ['sums', () => owner.query('select fold_dashboard_sums(), fold_receivables(provider_day(now()))')],
    ['vacuum', () => owner.query('vacuum analyze')],
  ]
  for (const [name, step] of steps) {
    const started = performance.now()
    await step()
    console.log(`${name}: ${seconds(started)} s`)
  }
}

/** Runs the command and watches the memory of its process. */
async function run(): Promise<void> {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const command = fileURLToPath(new URL('../../server/src/commands/reconcile.ts', import.meta.url))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: embedded.appUrl,
    DATABASE_GATE_URL: embedded.gateUrl,
    DATABASE_OWNER_URL: embedded.ownerUrl,
  }
  const started = performance.now()
  const child = spawn(process.execPath, [command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  const pid = child.pid as number
  const [before, cpu] = [cpuOf(pid, postmaster), { server: 0 }]
  let peak = 0
  while (child.exitCode === null) {
    await Promise.race([ended, sleep(200)])
    if (child.exitCode !== null) break
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
    cpu.server = cpuOf(pid, postmaster).server
  }
  const database = (cpuOf(pid, postmaster).database - before.database) / 1000
  const passed = said.split('\n').filter((line) => line.startsWith('Passed ')).length
  console.log(`${passed} checks passed in ${seconds(started)} s, exit ${child.exitCode}`)
  console.log(`memory of the process: ${peak.toFixed(0)} MB at its peak`)
  console.log(`CPU: ${(cpu.server / 1000).toFixed(1)} s of the process, ${database.toFixed(1)} s of PostgreSQL`)
}

try {
  await migrate(embedded)
  const owner = new pg.Client({ connectionString: embedded.ownerUrl })
  await owner.connect()
  await seed(owner)
  const { rows } = await owner.query(
    `select (select count(*) from transactions) as transactions, (select count(*) from transaction_lines) as lines, (select count(*) from invoices) as invoices,
       (select count(*) from settlements) as settlements, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  console.log(rows[0])
  await owner.end()
  await run()
} finally {
  await embedded.stop()
  if (!kept) rmSync(dataDir, { recursive: true, force: true })
}
