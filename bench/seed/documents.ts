import type pg from 'pg'

/** Everything that can be billed before this day is: one invoice for each month, customer and currency. */
const openFrom = '2026-11-01'
const isBillable = `(t.flags = '{}' or t.accepted_at is not null)`
const monthOf = (time: string) => `date_trunc('month', ${time})::date`

const makeBills = `
  create temp table bills as
  with bought as (
    select c.company_id, t.currency, ${monthOf('c.txn_at')} as month, t.amount_cents
    from copied c join transactions t on t.id = c.base where c.txn_at < '${openFrom}' and ${isBillable}
    union all
    select t.company_id, t.currency, ${monthOf('t.txn_at')}, t.amount_cents
    from transactions t where t.txn_at < '${openFrom}' and ${isBillable} and t.credited_id is null and t.amount_cents > 0
  )
  select bought.company_id, currency, month, sum(amount_cents)::bigint as cents,
    (month + interval '1 month')::date as issued, ((bought.company_id * 7 + extract(month from month)) % 20)::int as place
  from bought join companies on companies.id = bought.company_id and kind = 'customer' group by 1, 2, 3`

const makeRuns = `
  insert into billing_runs (company_id, start_date, end_date, issued_date, status, customers_total, customers_done, invoices_made,
    created_at, finished_at)
  select (select min(id) from companies where kind = 'provider'), month, issued - 1, issued, 'done', count(distinct company_id),
    count(distinct company_id), count(*), issued + time '08:30', issued + time '08:31'
  from bills group by month, issued order by month`

/** The newest invoices are partly drafts and mostly unpaid, and of the older ones one in ten is open. */
const makeInvoices = `
  with stated as (
    select *, case when cents < 2 or issued = '${openFrom}' and place < 3 then 'DRAFT' when issued = '${openFrom}' and place < 15 or place = 0 then 'SENT'
        when place = 1 then 'PARTIALLY_PAID' else 'FULLY_PAID' end as status,
      row_number() over (partition by extract(year from issued) order by issued, company_id, currency) as no
    from bills
  ), due as (
    select *, case status when 'FULLY_PAID' then cents when 'PARTIALLY_PAID' then cents / 2 else 0 end as paid from stated
  )
  insert into invoices (company_id, invoice_number, currency, status, issued_date, due_date, start_date, end_date, due_days, language, bill_to,
    billing_run_id, total_cents, issued_cents, paid_cents, paid_in, sent_at, created_at, updated_at)
  select due.company_id, 'INV-' || extract(year from issued) || '-' || lpad(no::text, 6, '0'), due.currency, due.status, issued, issued + customers.due_days, month,
    issued - 1, customers.due_days, customers.language,
    jsonb_build_object('name', companies.name, 'company_number', companies.company_number, 'address1', address1, 'country', 'Canada', 'tax_no', tax_no),
    runs.id, cents, case due.status when 'DRAFT' then null else cents end, paid, case due.status when 'FULLY_PAID' then pg_current_xact_id() end,
    case due.status when 'DRAFT' then null else issued + time '09:00' end, issued + time '08:30', issued + time '09:00'
  from due join companies on companies.id = due.company_id join customers on customers.company_id = due.company_id
    join billing_runs runs on runs.start_date = month and runs.issued_date = issued
  order by issued, due.company_id, due.currency`
const makeSeries = `
  insert into document_series (company_id, prefix, year, last_number)
  select (select min(id) from companies where kind = 'provider'), 'INV', extract(year from issued_date), count(*) from invoices group by 3`

const billCopies = `
  update copied c set invoice_id = i.id from transactions t, invoices i
  where t.id = c.base and c.txn_at < '${openFrom}' and ${isBillable}
    and i.company_id = c.company_id and i.currency = t.currency and i.start_date = ${monthOf('c.txn_at')}`
const billOwn = `
  update transactions t set invoice_id = i.id from invoices i
  where t.txn_at < '${openFrom}' and ${isBillable} and t.credited_id is null and t.amount_cents > 0
    and i.company_id = t.company_id and i.currency = t.currency and i.start_date = ${monthOf('t.txn_at')}`

/** Makes the invoices of what is chosen in `copied` and of what is there, and names them in `copied`. */
export async function makeDocuments(client: pg.Client): Promise<void> {
  await client.query(makeBills)
  await client.query(makeRuns)
  await client.query(makeInvoices)
  await client.query(makeSeries)
  await client.query('analyze invoices')
  await client.query(billCopies)
}
/** Bills what was there before the copies. */
export const billOwnPurchases = (client: pg.Client): Promise<unknown> => client.query(billOwn)

const makeReceipts = `
  insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference, allocated_cents, created_at)
  select company_id, currency, paid_cents, day, 'eft', 'R' || id, paid_cents, day + time '14:00'
  from invoices, lateral (select least(issued_date + 5 + (id % 20)::int, date '2026-11-14') as day) paid where paid_cents > 0`
const makeSettlements = `
  insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on, created_at)
  select 'payment', company_id, substr(reference, 2)::bigint, currency, amount_cents, receipt_date, payment_mode, reference, id, receipt_date, created_at
  from receipts order by receipt_date, id`
const makeEntries = `
  insert into receivable_entries (company_id, currency, due_date, on_date, cents)
  select company_id, currency, due_date, issued_date, issued_cents from invoices where issued_cents is not null
  union all
  select company_id, currency, 'infinity', receipt_date, -amount_cents from receipts
  union all
  select s.company_id, s.currency, due_date, settled_on, -amount_cents from settlements s join invoices i on i.id = s.invoice_id
  union all
  select company_id, currency, 'infinity', settled_on, amount_cents from settlements`
const taxes = ['gst', 'hst', 'pst', 'qst']
const costs = ['pre', ...taxes].map((name) => `coalesce(sum(cost_${name}_cents), 0)`).join(', ')
const billedLines = `
  from billed_transactions b join invoices i on i.id = b.invoice_id and i.issued_cents is not null
    join transactions t on t.id = b.transaction_id join transaction_lines l on l.transaction_id = b.transaction_id`
const makeSums = [
  `insert into invoice_sums
   select b.invoice_id, b.company_id, product, coalesce(province, ''), coalesce(unit, ''), count(*), sum(quantity_milli), sum(pre_cents),
     ${taxes.map((name) => `sum(${name}_cents)`).join(', ')}, sum(l.amount_cents), ${costs} ${billedLines} group by 1, 2, 3, 4, 5`,
  `insert into invoice_provider_sums
   select b.invoice_id, b.company_id, provider_id, product, province, cost_pre_cents is not null, sum(pre_cents),
     ${taxes.map((name) => `sum(${name}_cents)`).join(', ')}, ${costs} ${billedLines} group by 1, 2, 3, 4, 5, 6`,
]
const makeChanges = `
  insert into changes (kind, company_id, ids) select 'invoices', company_id, array_agg(id) from invoices group by 2
  union all select 'payments', company_id, array_agg(id) from settlements group by 2`
/** Four in five customers have a limit, which few exceed. They get no mails. */
const setTerms = `
  update customers set gets_reminders = false, gets_statements = false,
    credit_limit_cad_cents = case when company_id % 5 > 0 then 20000000 + company_id % 50 * 1000000 else credit_limit_cad_cents end`

/** Money received, what is owed, and the sums of each invoice. */
export async function settleDocuments(client: pg.Client): Promise<void> {
  for (const statement of [makeReceipts, makeSettlements, makeEntries, ...makeSums, makeChanges, setTerms])
    await client.query(statement)
}
