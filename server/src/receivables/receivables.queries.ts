import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { openDocumentList, receivableList, type receivables } from '@portal/contract/receivables/receivables.ts'
import { sql } from 'kysely'
import { agedOn, getAccount, owedOn } from '../accounts/accounts.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toOpenDocument, toReceivable, toReceivableTotal } from './receivables.columns.ts'

/** A row is one company in one currency, and its number is made of both. */
export const rowNumber = sql`company_id * 2 + (currency = 'USD')::int`

const agedTotals = sql`sum(current_cents)::bigint as current_cents, sum(days_1_30_cents)::bigint as days_1_30_cents,
  sum(days_31_60_cents)::bigint as days_31_60_cents, sum(days_61_90_cents)::bigint as days_61_90_cents,
  sum(days_91_cents)::bigint as days_91_cents, sum(total_cents)::bigint as total_cents`

/** What every customer owes at the end of a day (RECV-7), from sums by due date. */
export async function listReceivables(
  db: Db,
  query: ListQuery,
  as_of: string,
): Promise<HandlerReply<typeof receivables.list>> {
  const rows = sql`
    select ${rowNumber} as id, companies.name as company_name, aged.* from (
      select company_id, currency, ${agedOn(as_of)}, sum(cents)::bigint as total_cents,
        min(due_date) filter (where cents > 0 and due_date <> 'infinity') as oldest_due
      from ${owedOn(as_of, null)} owed where cents <> 0 group by 1, 2
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
  const source = { rows, totals: agedTotals, row: toReceivable, total: toReceivableTotal }
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
  const aged = sql`${agedOn(as_of, sql`open_cents`)}, sum(open_cents)::bigint as total_cents`
  const source = { rows, totals: aged, row: toOpenDocument, total: toReceivableTotal }
  return { ...(await paginateSums(db, openDocumentList, query, columns, source)), as_of, company_id, company_name }
}
