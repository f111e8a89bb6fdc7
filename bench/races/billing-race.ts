import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { reconcile } from '../../server/src/db/reconcile/reconcile.ts'
import { seedDemo } from '../../server/src/demo/demo.queries.ts'

/**
 * In every round, two processes work on 24 concurrent billing runs over the same period; each round extends it by about a
 * day. Then billing processes are killed at random points, and another process finishes their runs. The whole database
 * is reconciled after every round. Cleans up after itself.
 */
const rounds = Number(process.env.ROUNDS ?? 50)
const runs = Number(process.env.RUNS ?? 24)
const kills = Number(process.env.KILLS ?? 20)
const companies = Number(process.env.COMPANIES ?? 40)
const transactions = Number(process.env.TRANSACTIONS ?? 60_000)
const firstDay = new Date('2026-08-16T00:00:00Z').getTime()
const dayOf = (offset: number) => new Date(firstDay + offset * 86_400_000).toISOString().slice(0, 10)

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const database = await startEmbedded({ dataDir: folder, log: () => {} })
const owner = new pg.Client({ connectionString: database.ownerUrl })
const workers = new Set<ChildProcess>()
async function startWorker(concurrency: number): Promise<ChildProcess> {
  const path = fileURLToPath(new URL('billing-worker.ts', import.meta.url))
  const child = fork(path, [], {
    env: {
      ...process.env,
      DATABASE_URL: database.appUrl,
      DATABASE_GATE_URL: database.gateUrl,
      CONCURRENCY: String(concurrency),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  workers.add(child)
  child.once('exit', () => workers.delete(child))
  await once(child, 'message')
  return child
}
const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
  (await owner.query(text, values)).rows[0] as Row

async function insertRuns(count: number, end: string): Promise<number[]> {
  const { rows } = await owner.query(
    `insert into billing_runs (company_id, start_date, end_date, issued_date)
     select id, '2026-08-16', $2::date, '2026-11-15' from companies, generate_series(1, $1) where kind = 'provider' returning id::int`,
    [count, end],
  )
  return rows.map(({ id }) => id)
}
async function untilDone(ids: number[]): Promise<void> {
  for (;;) {
    const { open } = await one<{ open: number }>(
      `select count(*)::int as open from billing_runs where id = any($1) and status in ('queued', 'running')`,
      [ids],
    )
    if (open === 0) return
    await sleep(25)
  }
}
async function untilStarted(ids: number[]): Promise<void> {
  while (
    !(await one<{ is: boolean }>('select bool_or(attempts > 0) as is from billing_runs where id = any($1)', [ids])).is
  )
    await sleep(5)
}
/** Faults: a customer split between runs, a failed run, unbilled leftovers, or amounts and numbers that disagree. */
async function faultsOf(ids: number[], end: string): Promise<string[]> {
  const split = await owner.query(
    'select company_id from invoices where billing_run_id = any($1) group by company_id, currency having count(*) > 1',
    [ids],
  )
  const failed = await one<{ n: number }>(
    `select count(*)::int as n from billing_runs where id = any($1) and status <> 'done'`,
    [ids],
  )
  const left = await one<{ n: number }>(
    `select count(*)::int as n from (
       select company_id, currency from transactions where invoice_id is null and txn_at < $1::date + 1 and (flags = '{}' or accepted_at is not null)
       group by 1, 2 having sum(amount_cents) > 0) l`,
    [end],
  )
  const { breaches } = await reconcile(owner)
  return [
    ...(split.rowCount ? [`${split.rowCount} customers were split between runs`] : []),
    ...(failed.n ? [`${failed.n} runs failed`] : []),
    ...(left.n ? [`${left.n} customers were not billed`] : []),
    ...breaches.map(({ rule, what }) => `${rule} ${what}`),
  ]
}

let faults = 0
const report = (what: string, found: string[]) => {
  faults += found.length
  for (const fault of found.slice(0, 5)) console.error(`${what}: ${fault}`)
}
try {
  await migrate(database)
  await seedDemo(database.ownerUrl, { companies, cards: companies * 20, transactions })
  await owner.connect()
  const pair = [await startWorker(runs / 2), await startWorker(runs / 2)]
  const started = performance.now()
  // The last days are reserved for the kills.
  for (let round = 0; round < rounds; round++) {
    const end = dayOf(Math.floor(((round + 1) * 45) / rounds))
    const ids = await insertRuns(runs, end)
    await untilDone(ids)
    report(`round ${round + 1}`, await faultsOf(ids, end))
  }
  const took = (performance.now() - started) / 1000
  for (const worker of pair) worker.send('end')
  await Promise.all(pair.map((worker) => once(worker, 'exit')))
  const made = await one<{ invoices: number; billed: number }>(
    'select (select count(*)::int from invoices) as invoices, (select count(*)::int from transactions where invoice_id is not null) as billed',
  )
  console.log(
    `${rounds} rounds of ${runs} runs in two processes: ${made.invoices} invoices of ${made.billed} transactions, ${took.toFixed(0)} s including reconciliation`,
  )

  const points: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const end = dayOf(45 + Math.floor(((kill + 1) * 44) / kills))
    const ids = await insertRuns(2, end)
    const victim = await startWorker(2)
    await untilStarted(ids)
    await sleep(Math.random() * 500)
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    const { done, total } = await one<{ done: number; total: number | null }>(
      'select sum(customers_done)::int as done, sum(customers_total)::int as total from billing_runs where id = any($1)',
      [ids],
    )
    points.push(`${done}/${total ?? '?'}`)
    report(
      `after kill ${kill + 1}`,
      (await reconcile(owner)).breaches.map(({ rule, what }) => `${rule} ${what}`),
    )
    const successor = await startWorker(2)
    await untilDone(ids)
    successor.send('end')
    await once(successor, 'exit')
    report(`after resuming ${kill + 1}`, await faultsOf(ids, end))
  }
  console.log(`${kills} kills, customers billed at each: ${points.join(' ')}`)
  const end = await one<{ invoices: number; last: number }>(
    'select (select count(*)::int from invoices) as invoices, (select last_number::int from document_series where year = 2026) as last',
  )
  console.log(`${end.invoices} invoices, last number ${end.last}; ${faults === 0 ? 'no faults' : `${faults} faults`}`)
  if (faults > 0) process.exitCode = 1
} finally {
  for (const worker of workers) worker.kill('SIGKILL')
  await owner.end().catch(() => {})
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
