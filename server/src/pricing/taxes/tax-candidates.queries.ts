import type { ListQuery } from '@portal/contract/list.ts'
import { taxCandidateList } from '@portal/contract/rates/tax-changes.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import { type Page, paginate } from '../../platform/lists/paginate.ts'
import type { TaxPeriod } from '../../rates/tax-changes.rules.ts'

/** How many invoiced transactions one statement reads. */
const sliceSize = 5000
export type CandidateSearch = {
  province: string
  products: readonly string[]
  from: string
  /** Exclusive. Null reads to the last day. */
  until: string | null
  periods: readonly TaxPeriod[]
  /** Stores them under this row; null only counts them. */
  under: number | null
}
type Cursor = { txn_at: string; id: number } | null
type Slice = { scanned: number; found: number; last_at: string | null; last_id: number | null }

/** The taxes of the rows as text, as `taxPeriods` writes them. */
const textOf = (ids: string, kind: 'ad_valorem' | 'per_unit') =>
  sql.raw(`coalesce((select string_agg(r.tax || ':' || ${kind === 'ad_valorem' ? 'r.rate_e5' : "r.rate_e6 || ':' || r.unit"}, ' ' order by r.tax collate "C")
    from tax_rates r where r.id = any(${ids}) and r.kind = '${kind}' and coalesce(r.rate_e5, r.rate_e6) > 0), '')`)

async function searchSlice(db: Db, search: CandidateSearch, after: Cursor): Promise<Slice> {
  const { province, products, from, until, periods, under } = search
  const store = sql`, gone as (
      delete from tax_rate_candidates c using wanted w, transaction_lines l
      where l.transaction_id = w.id and l.product = any(${products}::text[]) and c.line_id = l.id and c.line_id not in (select line_id from differing)
    ), added as (
      insert into tax_rate_candidates (line_id, tax_rate_id, transaction_id, invoice_id, txn_at)
      select line_id, ${under}::bigint, transaction_id, invoice_id, txn_at from differing
      on conflict (line_id) do update set tax_rate_id = excluded.tax_rate_id, invoice_id = excluded.invoice_id
    )`
  const { rows } = await sql<Slice>`
    with slice as materialized (
      select t.id, t.txn_at from transactions t
      where t.invoice_id is not null and t.province = ${province} and t.txn_at >= ${from}::date and t.txn_at < coalesce(${until}::date, 'infinity')
        and (t.txn_at, t.id) > (${after?.txn_at ?? '-infinity'}::timestamp, ${after?.id ?? 0}::bigint)
      order by t.txn_at, t.id limit ${sliceSize}
    ), wanted as materialized (
      select t.id, t.invoice_id, t.txn_at, coalesce(o.txn_at, t.txn_at)::date as day
      from slice s join transactions t on t.id = s.id left join transactions o on o.id = t.credited_id
      union
      select c.id, c.invoice_id, c.txn_at, s.txn_at::date from slice s join transactions c on c.credited_id = s.id where c.invoice_id is not null
    ), periods as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p (region text, "from" date, until date, sales text, unit text)
    ), lines as materialized (
      select l.id as line_id, w.id as transaction_id, w.invoice_id, w.txn_at, w.day, l.rate_date, 'carried' = any(l.flags) as is_carried,
        (select r.region from tax_rates r where r.id = any(l.tax_row_ids) and r.region is not null limit 1) as region,
        ${textOf('l.tax_row_ids', 'ad_valorem')} as sales, ${textOf('l.tax_row_ids', 'per_unit')} as unit,
        ${textOf('l.rate_day_tax_row_ids', 'per_unit')} as rate_unit
      from wanted w join transaction_lines l on l.transaction_id = w.id
      where l.product = any(${products}::text[]) and not l.is_manual
    ), differing as materialized (
      select l.* from lines l
        join periods p on p.region is not distinct from l.region and l.day >= p."from" and (p.until is null or l.day < p.until)
        left join periods b on l.is_carried and b.region is not distinct from l.region and l.rate_date >= b."from" and (b.until is null or l.rate_date < b.until)
      where l.sales <> p.sales or (l.is_carried and (l.unit <> p.unit or l.rate_unit <> b.unit))
    )${under === null ? sql`` : store}
    select (select count(*)::int from slice) as scanned, (select count(*)::int from differing) as found, last.txn_at::text as last_at, last.id as last_id
    from (values (1)) one (n) left join lateral (select txn_at, id from slice order by txn_at desc, id desc limit 1) last on true`.execute(
    db,
  )
  return rows[0] ?? { scanned: 0, found: 0, last_at: null, last_id: null }
}

/** Finds the invoiced lines of a place whose stored taxes differ from those of the periods, slice by slice, by index. */
export async function searchCandidates(db: Db, search: CandidateSearch, atMost: number): Promise<number> {
  let [found, after]: [number, Cursor] = [0, null]
  for (;;) {
    const slice: Slice = await searchSlice(db, search, after)
    found += slice.found
    if (slice.scanned < sliceSize || slice.last_at === null || slice.last_id === null || found >= atMost) return found
    after = { txn_at: slice.last_at, id: slice.last_id }
  }
}

export type StoredCandidate = {
  id: number
  invoice_id: number
  invoice_number: string
  invoice_status: string
  company_id: number
  company_name: string
  txn_id: number
  authentication_id: string
  txn_at: string
  product: string
  currency: string
  priced_on: string
}
/** The candidates of these rows. Those of a voided invoice are left out. */
export const listStoredCandidates = (
  db: Db,
  scope: Scope,
  rows: readonly number[],
  query: ListQuery,
): Promise<Page<'candidates', StoredCandidate>> =>
  paginate(
    db,
    scope,
    taxCandidateList,
    query,
    {
      id: 'tax_rate_candidates.line_id',
      txn_date: 'tax_rate_candidates.txn_at',
      company_id: 'transactions.company_id',
      invoice_number: 'invoices.invoice_number',
    },
    {
      from: db
        .selectFrom('tax_rate_candidates')
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.id', '=', 'tax_rate_candidates.transaction_id')
            .onRef('transactions.invoice_id', '=', 'tax_rate_candidates.invoice_id'),
        )
        .innerJoin('invoices', 'invoices.id', 'tax_rate_candidates.invoice_id')
        .where('tax_rate_candidates.tax_rate_id', '=', sql<number>`any(${rows}::bigint[])`),
      show: (candidates) =>
        candidates
          .innerJoin('companies', 'companies.id', 'transactions.company_id')
          .innerJoin('transaction_lines', 'transaction_lines.id', 'tax_rate_candidates.line_id')
          .leftJoin('transactions as original', 'original.id', 'transactions.credited_id')
          .select([
            'tax_rate_candidates.line_id as id',
            'tax_rate_candidates.invoice_id',
            'invoices.invoice_number',
            'invoices.status as invoice_status',
            'transactions.company_id',
            'companies.name as company_name',
            'transactions.id as txn_id',
            'transactions.authentication_id',
            'transactions.txn_at',
            'transaction_lines.product',
            'transactions.currency',
            sql<string>`coalesce(original.txn_at, transactions.txn_at)::date`.as('priced_on'),
          ]),
      row: (row: StoredCandidate) => row,
    },
  )
