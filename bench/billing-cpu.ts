import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { cpuOf } from './cpu.ts'
import { numberFrom } from './grown-portal.ts'

/**
 * CPU of a billing run per transaction, of the process and of the database: about 80 transactions a customer, and on every
 * connection single transactions were accepted just before. `BASE` is another checkout, which is measured in alternating
 * rounds on a database of its own. Cleans up after itself.
 */
const rounds = numberFrom('ROUNDS', 3)
const perRound = numberFrom('CUSTOMERS', 300)
const perCustomer = numberFrom('PER_CUSTOMER', 80)
const walkers = numberFrom('WALKERS', 2)
const here = resolve(import.meta.dirname, '..')

const moduleOf = (root: string, path: string) => import(pathToFileURL(join(root, path)).href)

/** In the process that bills: accepts single transactions on each connection, then works until no run is due. */
async function bill(root: string): Promise<void> {
  const { runDueBilling } = (await moduleOf(
    root,
    'server/src/billing/billing-runs.jobs.ts',
  )) as typeof import('../server/src/billing/billing-runs.jobs.ts')
  const { connect } = (await moduleOf(root, 'server/src/db/connect.ts')) as typeof import('../server/src/db/connect.ts')
  const database = connect({
    appUrl: String(process.env.DATABASE_URL),
    gateUrl: process.env.DATABASE_GATE_URL ?? null,
    poolSize: walkers + 2,
  })
  const pool = database.pools.portal_staff
  const accept = async () => {
    const clients = await Promise.all(Array.from({ length: walkers + 2 }, () => pool.connect()))
    for (const client of clients)
      for (let n = 0; n < 10; n++)
        await client.query(
          `update transactions set accepted_at = now(), version = version + 1 where id =
           (select id from transactions where invoice_id is null and flags <> '{}' and accepted_at is null order by txn_at limit 1)`,
        )
    for (const client of clients) client.release()
  }
  process.on('message', async (word) => {
    if (word === 'end') {
      await database.end()
      process.disconnect()
    } else if (word === 'accept') {
      await accept()
      process.send?.('accepted')
    } else {
      const started = process.cpuUsage()
      await runDueBilling({ database, walkers })
      const { user, system } = process.cpuUsage(started)
      process.send?.((user + system) / 1000)
    }
  })
  process.send?.('ready')
}

type Side = {
  name: string
  owner: pg.Client
  worker: ChildProcess
  postmaster: number
  customers: string[]
  figures: number[][]
  stop(): Promise<void>
}

async function openSide(name: string, root: string): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const { startEmbedded } = (await moduleOf(
    root,
    'server/src/db/embedded/embedded.ts',
  )) as typeof import('../server/src/db/embedded/embedded.ts')
  const { migrate } = (await moduleOf(root, 'server/src/db/migrate.ts')) as typeof import('../server/src/db/migrate.ts')
  const { seedDemo } = (await moduleOf(
    root,
    'server/src/demo/demo.queries.ts',
  )) as typeof import('../server/src/demo/demo.queries.ts')
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  await migrate(embedded)
  const companies = perRound * rounds
  await seedDemo(embedded.ownerUrl, { companies, cards: companies * 10, transactions: companies * perCustomer })
  const owner = new pg.Client({ connectionString: embedded.ownerUrl })
  await owner.connect()
  // One invoice a customer. Rows are packed again, as inserts leave them.
  await owner.query(`update transactions set currency = 'CAD' where currency <> 'CAD'`)
  await owner.query('vacuum full transactions')
  await owner.query('vacuum analyze')
  await owner.query('checkpoint').catch(() => {})
  const { rows } = await owner.query(`select id from companies where kind = 'customer' order by id % 97, id`)
  const worker = fork(import.meta.filename, ['worker', root], {
    env: { ...process.env, DATABASE_URL: embedded.appUrl, DATABASE_GATE_URL: embedded.gateUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(worker, 'message')
  return {
    name,
    owner,
    worker,
    postmaster: Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    customers: rows.map(({ id }) => id),
    figures: [],
    stop: async () => {
      worker.send('end')
      await once(worker, 'exit')
      await owner.end()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const told = async <T>(worker: ChildProcess, word: string): Promise<T> => {
  worker.send(word)
  return (await once(worker, 'message'))[0] as T
}

/** Bills one part of the customers. */
async function measure({ owner, worker, postmaster, customers, figures, name }: Side, round: number): Promise<void> {
  await told(worker, 'accept')
  const chosen = customers.slice(round * perRound, (round + 1) * perRound)
  const { rows } = await owner.query(
    `insert into billing_runs (company_id, start_date, end_date, issued_date, customer_ids)
     select id, '2026-08-16', '2026-11-14', '2026-11-15', $1::bigint[] from companies where kind = 'provider' returning id`,
    [chosen],
  )
  const before = cpuOf(postmaster, postmaster).database
  const started = performance.now()
  const process_ = await told<number>(worker, 'bill')
  const wall = performance.now() - started
  const database = cpuOf(postmaster, postmaster).database - before
  const { billed, made, status } = (
    await owner.query(
      `select status, invoices_made as made, (select count(*)::int from transactions t join invoices i on i.id = t.invoice_id
         where i.billing_run_id = $1) as billed from billing_runs where id = $1`,
      [rows[0].id],
    )
  ).rows[0]
  const micros = (ms: number) => (ms * 1000) / billed
  figures.push([micros(process_), micros(database), micros(process_ + database)])
  console.log(
    `| ${name} | ${round + 1} | ${status} | ${made} | ${billed} | ${micros(process_).toFixed(0)} | ${micros(database).toFixed(0)} | ${micros(process_ + database).toFixed(0)} | ${wall.toFixed(0)} |`,
  )
}

if (process.argv[2] === 'worker') await bill(String(process.argv[3]))
else {
  const sides: Side[] = []
  try {
    if (process.env.BASE) sides.push(await openSide('before', resolve(process.env.BASE)))
    sides.push(await openSide('now', here))
    console.log(`${availableParallelism()} cores, ${walkers} walkers`)
    console.log('| | round | run | invoices | transactions | process, µs | database, µs | together, µs | ms |')
    console.log('|---|---|---|---|---|---|---|---|---|')
    for (let round = 0; round < rounds; round++) for (const side of sides) await measure(side, round)
  } finally {
    for (const side of sides) await side.stop()
  }
}
