import type pg from 'pg'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 4000),
  transactions: numberFrom('TRANSACTIONS', 20_000),
}
const documents = numberFrom('DOCUMENTS', 200_000)
const requests = numberFrom('REQUESTS', 20)
const today = `(select provider_day(now()))`

/** As many settled invoices as open ones, spread over two years, with due dates on any day; each settled by a receipt. */
const addInvoices = `
  insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days, status, total_cents, paid_cents, sent_at)
  select company, 'BENCH-' || n, case when n % 4 = 0 then 'USD' else 'CAD' end, issued, issued + 10 + (n % 50)::int, issued, issued, 30,
    case when n % 2 = 0 then 'SENT' else 'FULLY_PAID' end, 10000 + n % 90000, case when n % 2 = 0 then 0 else 10000 + n % 90000 end, now()
  from (
    select n, ids[1 + (n / 2) % array_length(ids, 1)] as company, ${today} - (n * 7919 % 730)::int as issued
    from generate_series(1, $1::bigint) n, (select array_agg(id) as ids from companies where kind = 'customer') customers
  ) made`
/** Triggers would update each invoice again; the entries are those that they write. */
const addReceipts = `
  insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference, note, allocated_cents)
  select company_id, currency, paid_cents, least(issued_date + 5 + (id % 40)::int, ${today}), 'eft', 'R' || id, id::text, paid_cents
  from invoices where invoice_number like 'BENCH-%' and status = 'FULLY_PAID'`
const addSettlements = `
  insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on)
  select 'payment', company_id, note::bigint, currency, amount_cents, receipt_date, payment_mode, reference, id, receipt_date
  from receipts where note is not null`
const addEntries = `
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
  select company_id, currency, due_date, issued_date, issued_cents from invoices where invoice_number like 'BENCH-%'
  union all
  select s.company_id, s.currency, due_date, settled_on, -amount_cents from settlements s join invoices i on i.id = s.invoice_id
  where invoice_number like 'BENCH-%'`

/** Every customer buys on every day of two years; the last week is not billed yet. */
const addSpend = `
  insert into transaction_sums (company_id, day, currency, transactions, amount_cents, exceptions, to_review, unbilled, unbilled_cents)
  select id, ${today} - n, case when id % 4 = 0 then 'USD' else 'CAD' end, 3, 90000, 0, 0, case when n < 7 then 3 else 0 end, case when n < 7 then 90000 else 0 end
  from companies, generate_series(0, 729) n where kind = 'customer' on conflict do nothing`

async function fold(owner: pg.Client): Promise<void> {
  for (const sums of ['fold_dashboard_sums()', `fold_receivables(${today})`]) {
    const started = performance.now()
    await owner.query(`select ${sums}`)
    console.log(`${sums}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
}
async function addDocuments(owner: pg.Client): Promise<void> {
  const turn = async (way: 'disable' | 'enable') => {
    for (const table of ['invoices', 'receipts', 'settlements'])
      await owner.query(`alter table ${table} ${way} trigger user`)
  }
  await turn('disable')
  await owner.query(addInvoices, [documents * 2])
  await owner.query(`update invoices set issued_cents = total_cents where invoice_number like 'BENCH-%'`)
  await owner.query(addReceipts)
  await owner.query(addSettlements)
  await owner.query(addEntries)
  await turn('enable')
  await owner.query(
    `update customers set credit_limit_cad_cents = 5000000, hold_rule = 'warn' where company_id % 3 > 0`,
  )
  await fold(owner)
  await owner.query(addSpend)
}
async function prepare(owner: pg.Client): Promise<void> {
  // A database kept by DATA_DIR has the documents already; a new version may add sums.
  const { rowCount } = await owner.query(`select from invoices where invoice_number = 'BENCH-1'`)
  await (rowCount ? fold(owner) : addDocuments(owner))
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(
    `select relname, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
     where relkind = 'r' and (relname like 'receivable%' or relname in ('transaction_sums', 'invoices')) order by 1`,
  )
  for (const { relname, rows: count, size: bytes } of rows) console.log(`${relname}: ${count} rows, ${bytes}`)
}

/** A day so many months before this one, at the given day of its month. */
const monthsAgo = (months: number, day: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - months, day)).toISOString().slice(0, 10)
}

/** Receivables as of any day and exposure (RECV-7, RECV-8). Target: 150 ms of PostgreSQL each. */
await onGrownPortal({ port: 18089, size, prepare }, async ({ signIn, get, measure }) => {
  const headers = await signIn('admin@provider.test')
  const { company_id } = JSON.parse(await get('/v2/receivables?size=1', headers)).receivables[0]
  const paths = {
    'receivables today': '/v2/receivables',
    'receivables in the middle of last month': `/v2/receivables?as_of=${monthsAgo(1, 15)}`,
    'receivables on the last day before a month’s end': `/v2/receivables?as_of=${monthsAgo(3, 30)}`,
    'receivables a year ago': `/v2/receivables?as_of=${monthsAgo(12, 17)}`,
    'receivables today, by company, page 100': '/v2/receivables?sort=company_name,asc&page=100',
    'receivables today, as CSV': '/v2/receivables?format=csv',
    'open documents of one customer': `/v2/receivables/${company_id}`,
    exposure: '/v2/exposure',
    'exposure, over the limit': '/v2/exposure?filter=state:over&sort=percent,desc',
  }
  console.log(`| request | rows | ${measuredHeads} |\n|---|---|---|---|---|`)
  for (const [name, path] of Object.entries(paths)) {
    const text = await get(path, headers)
    const rows = text.startsWith('{') ? JSON.parse(text).metadata.total_count : text.trim().split('\n').length - 1
    console.log(`| ${name} | ${rows} | ${cellsOf(await measure(requests, () => get(path, headers)))} |`)
  }
})
