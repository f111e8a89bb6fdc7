import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { openDocumentList, receivableList, type receivables } from '@portal/contract/receivables/receivables.ts'
import { sql } from 'kysely'
import { agesOn, getAccount, sumsWhere } from '../accounts/accounts.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toOpenDocument, toReceivable, toReceivableTotal } from './receivables.columns.ts'

/** A row is one company in one currency, and its number is made of both. */
export const rowNumber = sql`company_id * 2 + (currency = 'USD')::int`

/** The columns of a list by age, each from the sums of what is at least so many days past due. */
const ages = {
  current_cents: sql`total_cents - overdue_cents`,
  days_1_30_cents: sql`overdue_cents - overdue_30_cents`,
  days_31_60_cents: sql`overdue_30_cents - overdue_60_cents`,
  days_61_90_cents: sql`overdue_60_cents - overdue_90_cents`,
  days_91_cents: sql`overdue_90_cents`,
}
const agingSums = sql.join(
  [...Object.keys(ages), 'total_cents'].map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
)

/** The last month's and week's end up to a day, from which receivables are added up. */
type Ends = { month_end: string; week_end: string }
/** Read first, so that they are constants in the statement and its plan fits their rows. */
export async function findEnds(db: Db, day: string): Promise<Ends> {
  const { rows } = await sql<Ends>`
    select coalesce((select max(month_end) from receivable_months where month_end <= ${day}::date), '-infinity')::text as month_end,
      coalesce((select max(week_end) from receivable_aging_weeks where week_end <= ${day}::date), '-infinity')::text as week_end`.execute(
    db,
  )
  return rows[0] as Ends
}

/** What a day adds to the sums by age, of entries that are not folded yet. */
const entrySums = (day: string) => {
  const late = (days: number) => sql`case when due_date < ${addDays(day, -days)}::date then cents else 0 end`
  return sql`cents, case when due_date = 'infinity' then cents else 0 end, ${late(0)}, ${late(30)}, ${late(60)}, ${late(90)}`
}
const sumNames = [
  'total_cents',
  'on_account_cents',
  'overdue_cents',
  'overdue_30_cents',
  'overdue_60_cents',
  'overdue_90_cents',
].map((name) => sql.ref(name))

/**
 * What every customer owes at the end of a day by age, and its oldest due date. The sums are those of the last week's end,
 * the days since, and the entries. The oldest due date is the first one of the last month's end that is still open, or an
 * earlier one that was added since.
 */
export function owedByCustomer(day: string, { month_end, week_end }: Ends) {
  const names = sql.join(sumNames)
  const same = (table: string) =>
    sql`${sql.ref(`${table}.company_id`)} = sums.company_id and ${sql.ref(`${table}.currency`)} = sums.currency`
  const balances = sql`receivable_balances balance where month_end = ${month_end}::date and ${same('balance')}`
  return sql`(
    with changed as materialized (
      select company_id, currency, min(due_date) filter (where cents > 0) as added_due, array_agg(due_date) as dues, array_agg(cents) as cents from (
        select company_id, currency, due_date, sum(cents)::bigint as cents from (
          select company_id, currency, due_date, cents from receivable_days where on_date > ${month_end}::date and on_date <= ${day}::date
          union all
          select company_id, currency, due_date, cents from receivable_entries where on_date <= ${day}::date
        ) parts where due_date < 'infinity' group by 1, 2, 3 having sum(cents) <> 0
      ) dates group by 1, 2
    ), kept as materialized (
      select company_id, currency, ${sql.join(sumNames.map((name) => sql`sum(${name})::bigint as ${name}`))} from (
        select company_id, currency, ${names} from receivable_aging_weeks where week_end = ${week_end}::date
        union all
        select company_id, currency, ${names} from receivable_aging_days where day > ${week_end}::date and day <= ${day}::date
        union all
        select company_id, currency, ${entrySums(day)} from receivable_entries where on_date <= ${day}::date
      ) parts group by 1, 2
    ), dated as materialized (
      select sums.*, added_due, dues, changed.cents, case when oldest.due_date = any(dues) then (
        select due_date from ${balances} and due_date < 'infinity'
          and balance.cents + coalesce(changed.cents[array_position(dues, due_date)], 0) > 0 order by 1 limit 1
      ) else oldest.due_date end as kept_due
      from kept sums left join changed on ${same('changed')}
        left join receivable_oldest oldest on month_end = ${month_end}::date and ${same('oldest')}
      where (${names}) <> (${sql.join(sumNames.map(() => sql`0`))})
    )
    select company_id, currency, ${names}, case when added_due is null or added_due >= kept_due then kept_due else least(kept_due, (
      select min(due) from unnest(dues, sums.cents) as date (due, cents)
      where date.cents > 0 and (due < kept_due) is not false
        and date.cents + coalesce((select balance.cents from ${balances} and due_date = due), 0) > 0
    )) end as oldest_due
    from dated sums
  )`
}

/** What every customer owes at the end of a day (RECV-7), from sums by due date. */
export async function listReceivables(
  db: Db,
  query: ListQuery,
  as_of: string,
): Promise<HandlerReply<typeof receivables.list>> {
  const rows = sql`
    select ${rowNumber} as id, companies.name as company_name, aged.* from (
      select company_id, currency, oldest_due, on_account_cents, total_cents, ${sql.join(Object.entries(ages).map(([name, cents]) => sql`${cents} as ${sql.ref(name)}`))}
      from ${owedByCustomer(as_of, await findEnds(db, as_of))} owed where (total_cents, overdue_cents, overdue_30_cents, overdue_60_cents, overdue_90_cents) <> (0, 0, 0, 0, 0)
    ) aged join companies on companies.id = company_id`
  const columns = {
    id: 'listed.id',
    oldest_due: { column: 'listed.oldest_due', isNullable: true },
    company_name: 'listed.company_name',
    currency: 'listed.currency',
    current: 'listed.current_cents',
    days_1_30: 'listed.days_1_30_cents',
    days_31_60: 'listed.days_31_60_cents',
    days_61_90: 'listed.days_61_90_cents',
    days_91: 'listed.days_91_cents',
    total: 'listed.total_cents',
  } as const
  const source = { rows, totals: agingSums, row: toReceivable, total: toReceivableTotal }
  return { ...(await paginateSums(db, receivableList, query, columns, source)), as_of }
}

/**
 * A customer's documents that were open at the end of a day: as issued, less what settled or refunded them until then.
 * Later settlements, and reversals of earlier ones, do not count yet. Each part uses the index on the company.
 */
function documentsOn(companyId: number, day: string) {
  const until = sql`${day}::date`
  return sql`
    select 'invoice' as kind, 0 as step, i.id as document_id, invoice_number as document, i.currency, issued_date as date, due_date,
      issued_cents as amount_cents, issued_cents - coalesce(settled.cents, 0) as open_cents
    from invoices i left join (
      select invoice_id, sum(amount_cents)::bigint as cents from settlements where company_id = ${companyId} and settled_on <= ${until} group by 1
    ) settled on settled.invoice_id = i.id
    where i.company_id = ${companyId} and issued_cents is not null and issued_date <= ${until}
    union all
    select 'receipt', 1, r.id, reference, r.currency, receipt_date, null, -r.amount_cents,
      coalesce(used.cents, 0) - case when reversed_on <= ${until} then 0 else r.amount_cents end
    from receipts r left join (
      select receipt_id, sum(cents)::bigint as cents from (
        select receipt_id, amount_cents as cents from settlements where company_id = ${companyId} and receipt_id is not null and settled_on <= ${until}
        union all
        select receipt_id, amount_cents from refunds where company_id = ${companyId} and receipt_id is not null and refund_date <= ${until}
      ) parts group by 1
    ) used on used.receipt_id = r.id
    where r.company_id = ${companyId} and r.reverses_id is null and receipt_date <= ${until}
    union all
    select 'credit_note', 2, n.id, credit_note_number, n.currency, issued_date, null, -n.total_cents, coalesce(used.cents, 0) - n.total_cents
    from credit_notes n left join (
      select credit_note_id, sum(cents)::bigint as cents from (
        select credit_note_id, amount_cents as cents from settlements where company_id = ${companyId} and credit_note_id is not null and settled_on <= ${until}
        union all
        select credit_note_id, amount_cents from refunds where company_id = ${companyId} and credit_note_id is not null and refund_date <= ${until}
      ) parts group by 1
    ) used on used.credit_note_id = n.id
    where n.company_id = ${companyId} and issued_date <= ${until}`
}

/** The documents behind a customer's row of the receivables. Their sum is the row's total. */
export async function listOpenDocuments(
  db: Db,
  scope: Scope,
  companyId: number,
  query: ListQuery,
  as_of: string,
): Promise<HandlerReply<typeof receivables.documents>> {
  const { id: company_id, name: company_name } = await getAccount(db, scope, companyId)
  const late = sql`${as_of}::date - due_date`
  const rows = sql`
    select document_id * 3 + step as id, kind, document_id, document, currency, date, due_date, greatest(coalesce(${late}, 0), 0) as overdue_days,
      amount_cents, open_cents
    from (${documentsOn(company_id, as_of)}) documents where open_cents <> 0`
  const columns = {
    id: 'listed.id',
    due_date: { column: 'listed.due_date', isNullable: true },
    date: 'listed.date',
    document: 'listed.document',
    kind: 'listed.kind',
    currency: 'listed.currency',
    amount: 'listed.amount_cents',
    open: 'listed.open_cents',
  } as const
  const byAge = sumsWhere(agesOn(as_of, sql`coalesce(due_date, 'infinity')`), sql`open_cents`)
  const aged = sql`${byAge}, sum(open_cents)::bigint as total_cents`
  const source = { rows, totals: aged, row: toOpenDocument, total: toReceivableTotal }
  return { ...(await paginateSums(db, openDocumentList, query, columns, source)), as_of, company_id, company_name }
}
