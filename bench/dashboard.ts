import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../server/src/db/seed/demo.ts'
import { ask, must, startServer } from './calls.ts'
import { cpuOf } from './cpu.ts'

const size = {
  companies: Number(process.env.COMPANIES ?? 2000),
  cards: Number(process.env.CARDS ?? 50_000),
  transactions: Number(process.env.TRANSACTIONS ?? 2_000_000),
}
const requests = Number(process.env.REQUESTS ?? 20)
const port = 18087

type Question = { name: string; path: string }
const until = 'until=2026-11-14'
const questions: Question[] = [
  ...['7d', '30d', '90d', 'year'].flatMap((period) =>
    ['day', 'week'].map((interval) => ({
      name: `dashboard, ${period} by ${interval}`,
      path: `/v2/dashboard?period=${period}&interval=${interval}&${until}`,
    })),
  ),
  ...['day', 'week', 'month'].map((interval) => ({ name: `trips by ${interval}`, path: `/v2/trips/summary?interval=${interval}&${until}` })),
  { name: 'orders by month', path: `/v2/orders/summary?interval=month&${until}` },
]

async function measure(headers: Record<string, string>, { path }: Question, pid: number, postmaster: number) {
  const once = async () => must(await ask(port, 'GET', path, headers))
  for (let warm = 0; warm < 6; warm++) await once()
  const before = cpuOf(pid, postmaster)
  const times: number[] = []
  for (let n = 0; n < requests; n++) {
    const begun = performance.now()
    await once()
    times.push(performance.now() - begun)
  }
  const after = cpuOf(pid, postmaster)
  const wall = times.toSorted((a, b) => a - b)[Math.floor(requests / 2)] as number
  return { wall, server: (after.server - before.server) / requests, database: (after.database - before.database) / requests }
}

const copyStops = `
  insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, flags, exceptions, province, card_number)
  select company_id, 'B' || id, txn_at, currency, amount_cents, 'import', flags, exceptions, province, card_number from transactions
  where id > (select max(id) - 100000 from transactions)`
const copyLines = `
  insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e4, file_amount_cents, price_e4,
    price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents, formula)
  select stop.id, line.company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e4, line.file_amount_cents, price_e4, price_quantity_milli, pre_cents,
    gst_cents, hst_cents, pst_cents, qst_cents, line.amount_cents, formula
  from transactions stop join transaction_lines line on line.transaction_id = substr(stop.authentication_id, 2)::bigint where stop.authentication_id like 'B%' and stop.id > $1`

/** What the sums cost an import of 100,000 stops: the same two inserts with and without their triggers, each undone. */
async function costOfImport(owner: pg.Client): Promise<void> {
  const last = Number((await owner.query('select max(id) from transactions')).rows[0].max)
  for (const round of [1, 2])
    for (const isSummed of [true, false]) {
      await owner.query('begin')
      if (!isSummed)
        await owner.query(
          'alter table transactions disable trigger transactions_sum_added; alter table transaction_lines disable trigger transaction_lines_sum_added',
        )
      const begun = performance.now()
      const stops = await owner.query(copyStops)
      const lines = await owner.query(copyLines, [last])
      console.log(
        `round ${round}: ${stops.rowCount} stops, ${lines.rowCount} lines, ${isSummed ? 'with' : 'without'} the sums: ${((performance.now() - begun) / 1000).toFixed(1)} s`,
      )
      await owner.query('rollback')
    }
}

async function prepare(owner: pg.Client): Promise<void> {
  const begun = performance.now()
  await owner.query('select fold_dashboard_sums()')
  console.log(`folding all of it at once: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  await owner.query('vacuum analyze')
  await costOfImport(owner)
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(`select relname, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relname in ('purchase_sums', 'purchase_totals', 'stop_sums', 'stop_totals') order by 1`)
  for (const { relname, rows: count, size: bytes } of rows) console.log(`${relname}: ${count} rows, ${bytes}`)
}

async function run(): Promise<void> {
  const kept = process.env.DATA_DIR
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const embedded = await startEmbedded({ dataDir })
  let portal: ChildProcess | undefined
  try {
    await migrate(embedded)
    await seedDemo(embedded.ownerUrl, size)
    const owner = new pg.Client({ connectionString: embedded.ownerUrl })
    await owner.connect()
    await prepare(owner).finally(() => owner.end())
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const env = { PORT: String(port), ROLE: 'api', DATABASE_URL: embedded.appUrl, LOG_LEVEL: 'warn', NODE_ENV: 'production' }
    portal = await startServer('server/src/main.ts', env, () => ask(port, 'GET', '/readyz').then(must))
    console.log(`${size.companies} companies, ${size.transactions} transactions, ${requests} requests each, ${cpus().length} × ${cpus()[0]?.model}`)
    console.log('| who | question | ms to the answer (median) | CPU ms server | CPU ms PostgreSQL |\n|---|---|---|---|---|')
    for (const [who, username] of [
      ['staff', 'admin@provider.test'],
      ['a customer', 'admin@northline.test'],
    ] as const) {
      const signedIn = await ask(port, 'POST', '/v2/login', {}, { username, password: demoPassword })
      const headers = { authorization: String(signedIn.headers.authorization) }
      for (const question of questions) {
        const { wall, server, database } = await measure(headers, question, portal.pid as number, postmaster)
        console.log(`| ${who} | ${question.name} | ${wall.toFixed(1)} | ${server.toFixed(1)} | ${database.toFixed(1)} |`)
      }
    }
  } finally {
    portal?.kill()
    await embedded.stop()
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
