import type { JournalKind } from '@portal/contract/journal/journal-formats.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import type { StoredDocument, StoredSum } from './documents.rules.ts'

/** Each document and its day, as issued or received: an invoice that is void now is here with its credit note. */
const documents = sql`(
  select 'invoice' as kind, 1 as place, id, issued_date as day, currency from invoices where issued_cents is not null
  union all select 'credit_note', 2, id, issued_date, currency from credit_notes
  union all select case when reverses_id is null then 'receipt' else 'receipt_reversal' end, 3, id, receipt_date, currency from receipts
  union all select case when reverses_id is null then 'write_off' else 'write_off_reversal' end, 4, id, settled_on, currency from settlements where kind = 'write_off'
  union all select case when reverses_id is null then 'refund' else 'refund_reversal' end, 5, id, refund_date, currency from refunds
)`
const isInNoBatch = sql`not exists (
  select from journal_entries entry where entry.kind = document.kind and entry.document_id = document.id and not is_withdrawn)`

export type DueDocument = { kind: JournalKind; id: number }
type Period = { from: string; to: string; currency: Currency }
/** What a batch of the period takes, in the order of its days. */
export async function listDue(db: Db, { from, to, currency }: Period, limit: number): Promise<DueDocument[]> {
  const { rows } = await sql<DueDocument>`
    select kind, id from ${documents} document
    where day between ${from}::date and ${to}::date and currency = ${currency} and ${isInNoBatch}
    order by day, place, id limit ${limit}`.execute(db)
  return rows
}
/** Those of the period that a batch of their day did not have, and those before the period that no batch has. */
export async function countAround(db: Db, { from, to, currency }: Period): Promise<{ late: number; earlier: number }> {
  const { rows } = await sql<{ late: number; earlier: number }>`
    select count(*) filter (where day >= ${from}::date and exists (
        select from journal_batches batch
        where withdrawn_at is null and batch.currency = ${currency} and day between from_date and to_date))::int as late,
      count(*) filter (where day < ${from}::date)::int as earlier
    from ${documents} document where day <= ${to}::date and currency = ${currency} and ${isInNoBatch}`.execute(db)
  return rows[0] ?? { late: 0, earlier: 0 }
}

/** The tables of the documents, with their own names for what an entry needs. */
const sources = {
  invoice: sql`select id, 'invoice' as kind, invoice_number as number, issued_date as date, currency, company_id, issued_cents as cents, null as mode, null as note
    from invoices`,
  credit_note: sql`select n.id, 'credit_note' as kind, credit_note_number as number, n.issued_date as date, n.currency, n.company_id, -n.total_cents as cents, null as mode,
    concat_ws(', ', invoice_number, reason) as note from credit_notes n left join invoices on invoices.id = n.invoice_id`,
  receipt: sql`select id, case when reverses_id is null then 'receipt' else 'receipt_reversal' end as kind, 'R-' || lpad(coalesce(reverses_id, id)::text, 6, '0') as number,
    receipt_date as date, currency, company_id, amount_cents as cents, payment_mode as mode,
    case when reverses_id is null then reference else concat_ws(', ', case when is_mistake then 'entered by mistake' else 'NSF' end, note) end as note from receipts`,
  write_off: sql`select s.id, case when s.reverses_id is null then 'write_off' else 'write_off_reversal' end as kind, 'WO-' || lpad(coalesce(s.reverses_id, s.id)::text, 6, '0') as number,
    s.settled_on as date, s.currency, s.company_id, s.amount_cents as cents, null as mode, concat_ws(', ', invoice_number, s.note) as note
    from settlements s join invoices on invoices.id = s.invoice_id`,
  refund: sql`select id, case when reverses_id is null then 'refund' else 'refund_reversal' end as kind, 'RF-' || lpad(coalesce(reverses_id, id)::text, 6, '0') as number,
    refund_date as date, currency, company_id, amount_cents as cents, payment_mode as mode, concat_ws(', ', reference, note) as note from refunds`,
} as const
export type DocumentSource = keyof typeof sources

export async function listDocuments(db: Db, source: DocumentSource, ids: readonly number[]): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select document.*, companies.name as customer, coalesce(company_number, '') as company_number
    from (${sources[source]}) document join companies on companies.id = document.company_id
    where document.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

const sumsOf = {
  invoice: sql`select invoice_id as id, provider_id, product, province, is_costed, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, cost_pre_cents, cost_gst_cents,
    cost_hst_cents, cost_pst_cents, cost_qst_cents from invoice_provider_sums`,
  credit_note: sql`select credit_note_id as id, provider_id, product, province, cost_pre_cents is not null as is_costed, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents,
    coalesce(cost_pre_cents, 0) as cost_pre_cents, coalesce(cost_gst_cents, 0) as cost_gst_cents, coalesce(cost_hst_cents, 0) as cost_hst_cents,
    coalesce(cost_pst_cents, 0) as cost_pst_cents, coalesce(cost_qst_cents, 0) as cost_qst_cents from credit_note_lines`,
} as const
/** What documents bill by fuel provider, product and province, apart for lines without a known cost. */
export async function listDocumentSums(
  db: Db,
  source: keyof typeof sumsOf,
  ids: readonly number[],
): Promise<StoredSum[]> {
  const { rows } = await sql<StoredSum>`
    select part.id, fuel_providers.name as fuel_provider, product, nullif(province, '') as province, is_costed, sum(pre_cents)::bigint as pre_cents,
      sum(gst_cents)::bigint as gst_cents, sum(hst_cents)::bigint as hst_cents, sum(pst_cents)::bigint as pst_cents, sum(qst_cents)::bigint as qst_cents,
      sum(cost_pre_cents)::bigint as cost_pre_cents, sum(cost_gst_cents)::bigint as cost_gst_cents, sum(cost_hst_cents)::bigint as cost_hst_cents,
      sum(cost_pst_cents)::bigint as cost_pst_cents, sum(cost_qst_cents)::bigint as cost_qst_cents
    from (${sumsOf[source]}) part left join fuel_providers on fuel_providers.id = part.provider_id
    where part.id = any(${ids}::bigint[]) group by 1, 2, 3, 4, 5 order by 1, 3, 4, 2, 5`.execute(db)
  return rows
}

/** So many customers in one statement, so that none nears the limit of a request's statements, however much is open. */
const customersAtOnce = 100
/**
 * The cost of purchases up to a day that were on no issued invoice at its end, the provider's provincial sales tax
 * included. Purchases that a later void released were billed then.
 */
export async function sumUnbilledCost(db: Db, to: string, currency: Currency): Promise<number> {
  const customers = await db.selectFrom('companies').select('id').where('kind', '=', 'customer').orderBy('id').execute()
  let sum = 0
  for (const some of batchesOf(customers, customersAtOnce)) {
    const mine = sql`any(${some.map(({ id }) => id)}::bigint[])`
    const { rows } = await sql<{ cents: number }>`
      with released as (
        select line_id from credit_notes n join credit_note_lines l on l.credit_note_id = n.id join invoices i on i.id = n.invoice_id
        where n.kind = 'void' and n.company_id = ${mine} and n.currency = ${currency} and n.issued_date > ${to}::date and i.issued_date <= ${to}::date
      ), open as (
        select transaction_id as id from unbilled_transactions where company_id = ${mine} and currency = ${currency} and txn_at < ${to}::date + 1
        union all
        select t.transaction_id from invoices i join billed_transactions t on t.invoice_id = i.id
        where i.company_id = ${mine} and i.currency = ${currency} and (i.status = 'DRAFT' or i.issued_date > ${to}::date) and txn_at < ${to}::date + 1
      )
      select coalesce(sum(cost_pre_cents + coalesce(cost_pst_cents, 0)), 0)::bigint as cents
      from open join transaction_lines l on l.transaction_id = open.id
      where cost_pre_cents is not null and not exists (select from released where line_id = l.id)`.execute(db)
    sum += rows[0]?.cents ?? 0
  }
  return sum
}
