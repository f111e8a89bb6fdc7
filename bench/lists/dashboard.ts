import type pg from 'pg'
import { cellsOf, type GrownPortal, measuredHeads, numberFrom, onGrownPortal } from '../runner/demo-site.ts'

const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 50_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const requests = numberFrom('REQUESTS', 20)

type Query = { name: string; path: string }
const until = 'until=2026-11-14'
const queries: Query[] = [
  ...['7d', '30d', '90d', 'year'].flatMap((period) =>
    ['day', 'week'].map((interval) => ({
      name: `dashboard, ${period} by ${interval}`,
      path: `/v2/dashboard?period=${period}&interval=${interval}&${until}`,
    })),
  ),
  ...['7d', '30d', '90d', 'year'].map((period) => ({
    name: `top five, ${period}`,
    path: `/v2/dashboard/top?period=${period}&${until}`,
  })),
  ...['day', 'week', 'month'].map((interval) => ({
    name: `trips by ${interval}`,
    path: `/v2/trips/summary?interval=${interval}&${until}`,
  })),
  { name: 'orders by month', path: `/v2/orders/summary?interval=month&${until}` },
]

const copyTransactions = `
  insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, flags, exceptions, province, card_number)
  select company_id, 'B' || id, txn_at, currency, amount_cents, 'import', flags, exceptions, province, card_number from transactions
  where id > (select max(id) - 100000 from transactions)`
const copyLines = `
  insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, file_amount_cents, price_e6,
    price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents, formula)
  select copied.id, line.company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, line.file_amount_cents, price_e6, price_quantity_milli, pre_cents,
    gst_cents, hst_cents, pst_cents, qst_cents, line.amount_cents, formula
  from transactions copied join transaction_lines line on line.transaction_id = substr(copied.authentication_id, 2)::bigint where copied.authentication_id like 'B%' and copied.id > $1`

/** The cost of the sums for 100,000 transactions: the same two inserts with and without triggers, rolled back. */
async function costOfImport(owner: pg.Client): Promise<void> {
  const last = Number((await owner.query('select max(id) from transactions')).rows[0].max)
  for (const round of [1, 2])
    for (const isSummed of [true, false]) {
      await owner.query('begin')
      if (!isSummed)
        await owner.query(
          'alter table transactions disable trigger transactions_sum_added; alter table transaction_lines disable trigger transaction_lines_sum_added',
        )
      const started = performance.now()
      const transactions = await owner.query(copyTransactions)
      const lines = await owner.query(copyLines, [last])
      console.log(
        `round ${round}: ${transactions.rowCount} transactions, ${lines.rowCount} lines, ${isSummed ? 'with' : 'without'} sums: ${((performance.now() - started) / 1000).toFixed(1)} s`,
      )
      await owner.query('rollback')
    }
}

async function prepare(owner: pg.Client): Promise<void> {
  const started = performance.now()
  await owner.query('select fold_dashboard_sums()')
  console.log(`first fold of everything: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  await owner.query('vacuum analyze')
  await costOfImport(owner)
  await owner.query('vacuum analyze')
  const { rows } =
    await owner.query(`select relname, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relname in ('purchase_sums', 'purchase_totals', 'transaction_sums', 'transaction_totals') order by 1`)
  for (const { relname, rows: count, size: bytes } of rows) console.log(`${relname}: ${count} rows, ${bytes}`)
}

async function report({ signIn, get, measure }: GrownPortal): Promise<void> {
  console.log(`| user | request | ${measuredHeads} |\n|---|---|---|---|---|`)
  for (const [who, username] of [
    ['staff', 'admin@provider.test'],
    ['a customer', 'admin@northline.test'],
  ] as const) {
    const headers = await signIn(username)
    for (const { name, path } of queries)
      console.log(`| ${who} | ${name} | ${cellsOf(await measure(requests, () => get(path, headers)))} |`)
  }
}

await onGrownPortal({ size, prepare }, report)
