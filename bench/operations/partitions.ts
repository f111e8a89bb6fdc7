import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { cpuOfProcess } from '../runner/cpu.ts'
import { numberFrom } from '../runner/demo-site.ts'

/**
 * Would partitions by month help (OPS-8)? Copies of the three large tables with their indexes and checks, once plain and
 * once partitioned by month, with the same rows; what the portal does to them, in CPU milliseconds of the one backend.
 * Triggers, policies and foreign keys are left out: they cost the same in both.
 */
const rows = numberFrom('ROWS', 10_000_000)
const months = numberFrom('MONTHS', 36)
const [companies, cards] = [2000, 100_000]
const perMonth = Math.floor(rows / months)
const first = '2023-12-01'
const monthStart = (n: number) => `(date '${first}' + interval '${n} months')`
/** Row i happens in the order of time, as files arrive. */
const timeOf = `${monthStart(0)}::timestamp + (i * interval '1 second' * ${((months * 30.4375 * 86_400) / rows).toFixed(6)})`

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const embedded = await startEmbedded({ dataDir: folder })
await migrate(embedded)
const owner = new pg.Client({ connectionString: embedded.ownerUrl })
await owner.connect()
const [{ pid }] = (await owner.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }]
// One backend does everything, so that its CPU time is the whole cost.
await owner.query(`set max_parallel_workers_per_gather = 0; set max_parallel_maintenance_workers = 0;
  set maintenance_work_mem = '1GB'; set work_mem = '64MB'; set synchronous_commit = off`)

async function cpu(work: () => Promise<unknown>): Promise<number> {
  const before = cpuOfProcess(pid)
  await work()
  return cpuOfProcess(pid) - before
}
const run = (sql: string, values?: unknown[]) => owner.query(sql, values)

type Table = { name: string; time: string; key: string; insert: (schema: string, from: number, to: number) => string }
const tables: Table[] = [
  {
    name: 'transactions',
    time: 'txn_at',
    key: 'id',
    insert: (schema, from, to) => `
      insert into ${schema}.transactions (id, company_id, provider_id, authentication_id, txn_at, card_id, card_number, site_id,
        site_number, location, province, currency, amount_cents, driver_name, vehicle, odometer, source, import_id, invoice_id)
      select i, c, i % 5 + 1, 'A' || i, ${timeOf}, card, '7083' || lpad(card::text, 12, '0'), i % 800, (i % 800)::text,
        'BenchSite ' || i % 800, (array['ON','QC','AB','BC'])[i % 4 + 1], case when i % 10 = 0 then 'USD' else 'CAD' end, 10000 + i % 90000,
        'Driver ' || md5((card % 40000)::text), 'U' || card % 60000, (i % 900000)::text, 'import', i / 2000,
        case when i < ${rows - perMonth} then c * 100 + i / ${perMonth} end
      from generate_series(${from}::bigint, ${to}::bigint) i, lateral (select i % ${cards} as card) k, lateral (select card % ${companies} + 1 as c) l`,
  },
  {
    name: 'transaction_lines',
    time: 'txn_at',
    key: 'id',
    insert: (schema, from, to) => `
      insert into ${schema}.transaction_lines (id, transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6,
        file_amount_cents, price_e6, price_quantity_milli, pre_cents, hst_cents, amount_cents, formula, txn_at)
      select i, i, i % ${companies} + 1, 1, 'A' || i, (array['D1','RF','DEF','OIL'])[i % 4 + 1], 'L', 100000 + i % 900000, 1500000,
        10000 + i % 90000, 1480000, 100000 + i % 900000, 10000 + i % 90000, 0, 10000 + i % 90000, 1, ${timeOf}
      from generate_series(${from}::bigint, ${to}::bigint) i`,
  },
  {
    name: 'audit_log',
    time: 'at',
    key: 'id',
    insert: (schema, from, to) => `
      insert into ${schema}.audit_log (id, at, xid, user_id, user_email, company_id, action, record_type, record_id, record_label, after)
      select i, ${timeOf}, (i / 3)::text::xid8, i % 5000, 'user' || i % 5000 || '@example.test', i % ${companies} + 1, 'cards.update', 'card',
        i % ${cards}, '7083' || lpad((i % ${cards})::text, 12, '0'), '{"status":"HOLD","driver":"A driver"}'
      from generate_series(${from}::bigint, ${to}::bigint) i`,
  },
]

async function indexesOf(name: string): Promise<{ def: string; is_unique: boolean }[]> {
  const { rows: found } = await owner.query<{ def: string; is_unique: boolean }>(
    `select pg_get_indexdef(indexrelid) as def, indisunique as is_unique from pg_index where indrelid = $1::regclass`,
    [`public.${name}`],
  )
  return found
}

/** A unique index of a partitioned table must contain its key, so it is no longer unique by itself. */
async function build({ name, time, insert }: Table, schema: 'plain' | 'monthly'): Promise<void> {
  const extra = name === 'transaction_lines' ? `; alter table ${schema}.${name} add txn_at timestamp` : ''
  const like = `create table ${schema}.${name} (like public.${name} including defaults including constraints)`
  if (schema === 'plain') await run(like + extra)
  else {
    const column = name === 'transaction_lines' ? `, txn_at timestamp` : ''
    await run(`${like.slice(0, -1)}${column}) partition by range (${time})`)
    for (let n = 0; n <= months + 3; n++)
      await run(
        `create table ${schema}.${name}_${n} partition of ${schema}.${name} for values from ('${(await run(`select ${monthStart(n)}::date::text as d`)).rows[0].d}') to ('${(await run(`select ${monthStart(n + 1)}::date::text as d`)).rows[0].d}')`,
      )
  }
  await run(insert(schema, 1, rows))
  for (const { def, is_unique } of await indexesOf(name)) {
    const there = def
      .replace(` ON public.${name} `, ` ON ${schema}.${name} `)
      .replace('public.gin_trgm_ops', 'gin_trgm_ops')
    await run(is_unique && schema === 'monthly' ? there.replace(/\)$/, `, ${time})`) : there)
  }
  await run(`vacuum analyze ${schema}.${name}`)
}

const repeats = 200
/** The CPU of one execution of a prepared statement, as the portal sends it. */
async function each(name: string, sql: string, valuesOf: (n: number) => unknown[]): Promise<number> {
  for (let n = 0; n < 10; n++) await owner.query({ name, text: sql, values: valuesOf(n) })
  return (
    (await cpu(async () => {
      for (let n = 0; n < repeats; n++) await owner.query({ name, text: sql, values: valuesOf(n) })
    })) / repeats
  )
}

type Figure = { what: string; plain?: number; monthly?: number }
const figures: Figure[] = []
function note(what: string, schema: 'plain' | 'monthly', value: number): void {
  const known = figures.find((one) => one.what === what)
  if (known) known[schema] = value
  else figures.push({ what, [schema]: value })
  console.log(`${schema.padEnd(8)} ${what}: ${value.toFixed(3)} ms`)
}

const lists: [string, string, (n: number) => unknown[]][] = [
  [
    'list: a company’s newest 10',
    'select * from S.transactions where company_id = $1 order by txn_at desc, id desc limit 10',
    (n) => [n + 1],
  ],
  [
    'list: a company’s newest 10 of one month',
    `select * from S.transactions where company_id = $1 and txn_at >= ${monthStart(20)} and txn_at < ${monthStart(21)} order by txn_at desc, id desc limit 10`,
    (n) => [n + 1],
  ],
  ['list: the newest 10 of all', 'select * from S.transactions order by txn_at desc, id desc limit 10', () => []],
  ['list: nothing found by code', 'select * from S.transactions where authentication_id = $1', (n) => [`none ${n}`]],
  [
    'list: nothing found by driver',
    `with found as materialized (select * from S.transactions where driver_name ilike $1) select * from found order by txn_at desc limit 10`,
    (n) => [`%zq${n}xv%`],
  ],
  ['record: one transaction by id', 'select * from S.transactions where id = $1', (n) => [n * 1000 + 1]],
  [
    'record: its lines',
    'select * from S.transaction_lines where transaction_id = $1 order by n',
    (n) => [n * 1000 + 1],
  ],
  [
    'record: history of a card',
    `select * from S.audit_log where record_type = 'card' and record_id = $1 order by id desc limit 10`,
    (n) => [n],
  ],
  [
    'invoice: its transactions',
    'select * from S.transactions where invoice_id = $1 order by txn_at, id',
    (n) => [(n + 1) * 100 + 10],
  ],
  [
    'billing: unbilled of a customer',
    `select id from S.transactions where invoice_id is null and company_id = $1 and currency = 'CAD' and txn_at < ${monthStart(months)}`,
    (n) => [n + 1],
  ],
  [
    'audit: a company’s newest 10',
    'select * from S.audit_log where company_id = $1 order by at desc, id desc limit 10',
    (n) => [n + 1],
  ],
]

async function measure(schema: 'plain' | 'monthly'): Promise<void> {
  for (const [what, sql, valuesOf] of lists)
    note(what, schema, await each(`${schema}${what}`, sql.replaceAll('S.', `${schema}.`), valuesOf))
  const batch = 50_000
  for (const { name, insert } of tables)
    note(`import: ${batch} rows into ${name}`, schema, await cpu(() => run(insert(schema, rows + 1, rows + batch))))
  note(
    'billing: 20,000 transactions get their invoice',
    schema,
    await cpu(() =>
      run(
        `update ${schema}.transactions set invoice_id = 7, version = version + 1 where id > ${rows - 20_000} and id <= ${rows} and txn_at > ${monthStart(months - 1)}`,
      ),
    ),
  )
  note('vacuum of transactions afterwards', schema, await cpu(() => run(`vacuum ${schema}.transactions`)))
  for (const { name, time } of tables)
    note(
      `retention: the oldest month of ${name}`,
      schema,
      await cpu(async () => {
        if (schema === 'monthly') return run(`drop table ${schema}.${name}_0`)
        await run(`delete from ${schema}.${name} where ${time} < ${monthStart(1)}`)
        return run(`vacuum ${schema}.${name}`)
      }),
    )
  const { rows: sizes } = await run(
    `select round(sum(pg_relation_size(c.oid)) / 1e9, 2)::float as heap, round(sum(pg_indexes_size(c.oid)) / 1e9, 2)::float as indexes from pg_class c where relnamespace = '${schema}'::regnamespace and relkind = 'r'`,
  )
  console.log(schema, 'GB', sizes[0])
}

try {
  for (const schema of ['plain', 'monthly'] as const) {
    await run(`create schema ${schema}`)
    for (const table of tables) {
      const began = performance.now()
      await build(table, schema)
      console.log(`${schema} ${table.name} built in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    await measure(schema)
    await run(`drop schema ${schema} cascade`)
  }
  for (const { what, plain = 0, monthly = 0 } of figures)
    console.log(`| ${what} | ${plain.toFixed(2)} | ${monthly.toFixed(2)} | ${(monthly / plain).toFixed(2)} |`)
} finally {
  await owner.end()
  await embedded.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
