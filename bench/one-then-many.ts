import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { seedDemo } from '../server/src/demo/demo.queries.ts'
import { cpuOfProcess } from './cpu.ts'
import { numberFrom } from './grown-portal.ts'

const many = numberFrom('BATCH', 2000)
const rounds = numberFrom('ROUNDS', 3)
const size = { companies: numberFrom('COMPANIES', 5), cards: 2000, transactions: numberFrom('TRANSACTIONS', 100_000) }

type Change = { name: string; isBilled?: true; statement: string }
const changes: Change[] = [
  {
    name: 'accept',
    statement: 'update transactions set accepted_at = now(), version = version + 1 where id = any($1::bigint[])',
  },
  {
    name: 'bill',
    statement: 'update transactions set invoice_id = (select max(id) from invoices) where id = any($1::bigint[])',
  },
  { name: 'void', isBilled: true, statement: 'update transactions set invoice_id = null where id = any($1::bigint[])' },
  {
    name: 'reprice, lines',
    statement:
      'update transaction_lines set pre_cents = pre_cents + 1, amount_cents = amount_cents + 1 where transaction_id = any($1::bigint[])',
  },
  {
    name: 'reprice, transactions',
    statement: 'update transactions set amount_cents = amount_cents + 1 where id = any($1::bigint[])',
  },
  { name: 'delete', statement: 'delete from transactions where id = any($1::bigint[])' },
]

/** Transactions of one customer: half of them on a Draft, half unbilled. A second Draft is empty. */
async function prepare(client: pg.Client): Promise<{ open: string[]; billed: string[] }> {
  const { rows } = await client.query<{ id: string }>(
    `select id from transactions where company_id = (select id from companies where name = 'Northline Haulage') and currency = 'CAD' and invoice_id is null order by id limit $1`,
    [2 * many],
  )
  if (rows.length < 2 * many) throw new Error(`The customer has ${rows.length} transactions, fewer than ${2 * many}`)
  const ids = rows.map(({ id }) => id)
  const [open, billed] = [ids.slice(0, many), ids.slice(many)]
  await client.query(
    `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
     select id, 'INV-1998-' || n, 'CAD', '2026-11-01', '2026-12-01', '2026-01-01', '2026-10-31', 30 from companies, generate_series(1, 2) n where name = 'Northline Haulage'`,
  )
  await client.query(
    `update transactions set invoice_id = (select id from invoices where invoice_number = 'INV-1998-1') where id = any($1::bigint[])`,
    [billed],
  )
  await client.query('vacuum analyze')
  return { open, billed }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/** CPU of the connection's backend process for one change, which is rolled back. */
async function costOf(client: pg.Client, pid: number, { statement }: Change, ids: readonly string[]): Promise<number> {
  await client.query('begin')
  const started = cpuOfProcess(pid)
  await client.query(statement, [ids])
  await client.query('set constraints all immediate')
  const cost = cpuOfProcess(pid) - started
  await client.query('rollback')
  return cost
}
async function onConnection<T>(ownerUrl: string, work: (client: pg.Client, pid: number) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await work(client, Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid))
  } finally {
    await client.end()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const embedded = await startEmbedded({ dataDir })
let worst = 0
try {
  await migrate(embedded)
  await seedDemo(embedded.ownerUrl, size)
  const { open, billed } = await onConnection(embedded.ownerUrl, prepare)
  console.log(
    `| ${many} transactions in one statement | CPU ms, fresh connection | after one transaction | ratio |\n|---|---|---|---|`,
  )
  for (const change of changes) {
    const ids = change.isBilled ? billed : open
    const fresh: number[] = []
    const used: number[] = []
    for (let round = 0; round < rounds; round++) {
      fresh.push(await onConnection(embedded.ownerUrl, (client, pid) => costOf(client, pid, change, ids)))
      used.push(
        await onConnection(embedded.ownerUrl, async (client, pid) => {
          await costOf(client, pid, change, ids.slice(0, 1))
          return costOf(client, pid, change, ids)
        }),
      )
    }
    const ratio = median(used) / median(fresh)
    worst = Math.max(worst, ratio)
    console.log(`| ${change.name} | ${median(fresh).toFixed(0)} | ${median(used).toFixed(0)} | ${ratio.toFixed(2)} |`)
  }
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (worst > 1.5) {
  console.error('A used connection took more than 1.5 times as long as a fresh one.')
  process.exitCode = 1
}
