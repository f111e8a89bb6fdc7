import { agingKeys } from '@portal/contract/accounts/accounts.ts'
import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { openDocumentList, receivableList, type receivables } from '@portal/contract/receivables/receivables.ts'
import { type RawBuilder, sql } from 'kysely'
import { agesOn, getAccount, sumsWhere } from '../accounts/accounts.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toOpenDocument, toReceivable, toReceivableTotal } from './receivables.columns.ts'

/** A row is one company in one currency, and its number is made of both. */
export const rowNumber = sql`company_id * 2 + (currency = 'USD')::int`

/** The columns of a list by age. */
const ages = agingKeys.map((key) => `${key}_cents`)
const agingSums = sql.join(
  [...ages, 'total_cents'].map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
)

/** The last month's end up to a day, from which receivables are added up. A constant, so that the plan fits its rows. */
export async function findMonthEnd(db: Db, day: string): Promise<string> {
  const { rows } = await sql<{ month_end: string }>`
    select coalesce(max(month_end), '-infinity')::text as month_end from receivable_months where month_end <= ${day}::date`.execute(
    db,
  )
  return rows[0]?.month_end ?? '-infinity'
}

/**
 * What every customer owes at the end of a day, in sums with conditions on the due date, and its oldest due date: owedOn
 * for all customers, in a form that does not group the open amounts of all of them by due date. Balances of the month's
 * end are added in the order of their index, then what changed since. The oldest due date is the lower of both, unless
 * an amount due then or earlier was reduced or is below zero, as between a payment and its back-dated replacement: then
 * that customer's amounts alone are grouped.
 */
export function owedByCustomer(day: string, monthEnd: string, conditions: Record<string, RawBuilder<unknown>>) {
  const since = sql`on_date > ${monthEnd}::date and on_date <= ${day}::date`
  const same = sql`company_id = sums.company_id and currency = sums.currency`
  const first = (sign: '<' | '>') =>
    sql`min(due_date) filter (where cents ${sql.raw(sign)} 0 and due_date < 'infinity')`
  const names = Object.keys(conditions).map((name) => sql.ref(name))
  return sql`(
    with changed as materialized (
      select company_id, currency, due_date, sum(cents)::bigint as cents from (
        select company_id, currency, due_date, cents from receivable_days where ${since}
        union all
        select company_id, currency, due_date, cents from receivable_entries where on_date <= ${day}::date
      ) parts group by 1, 2, 3 having sum(cents) <> 0
    ), sums as materialized (
      select company_id, currency, ${sql.join(names.map((name) => sql`sum(${name})::bigint as ${name}`))}, min(due) as due, min(reduced_due) as reduced_due
      from (
        select company_id, currency, ${sumsWhere(conditions)}, ${first('>')} as due, ${first('<')} as reduced_due
        from receivable_balances where month_end = ${monthEnd}::date group by 1, 2
        union all
        select company_id, currency, ${sumsWhere(conditions)}, ${first('>')}, ${first('<')} from changed group by 1, 2
      ) parts group by 1, 2
    )
    select company_id, currency, ${sql.join(names)}, case when (reduced_due > due) is not false then due else (
      select min(due_date) from (
        select due_date from (
          select due_date, cents from receivable_balances where month_end = ${monthEnd}::date and ${same}
          union all
          select due_date, cents from receivable_days where ${same} and ${since}
          union all
          select due_date, cents from receivable_entries where ${same} and on_date <= ${day}::date
        ) mine where due_date < 'infinity' group by 1 having sum(cents) > 0
      ) open
    ) end as oldest_due
    from sums where (${sql.join(names)}) <> (${sql.join(names.map(() => sql`0`))})
  )`
}

/** What every customer owes at the end of a day (RECV-7), from sums by due date. */
export async function listReceivables(
  db: Db,
  query: ListQuery,
  as_of: string,
): Promise<HandlerReply<typeof receivables.list>> {
  const rows = sql`
    select ${rowNumber} as id, companies.name as company_name, aged.*, ${sql.raw(ages.join(' + '))} as total_cents
    from ${owedByCustomer(as_of, await findMonthEnd(db, as_of), agesOn(as_of))} aged join companies on companies.id = company_id`
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
