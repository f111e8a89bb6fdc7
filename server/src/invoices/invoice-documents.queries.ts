import { AppError } from '@portal/contract/errors.ts'
import { type ChosenInvoices, exportLimit, tooManyInvoices } from '@portal/contract/invoices/invoice-documents.ts'
import { invoiceList } from '@portal/contract/invoices/invoices.ts'
import { type Expression, sql } from 'kysely'
import { instructionsIn } from '../billing/billing-settings.queries.ts'
import { isOnInvoice } from '../db/billed.ts'
import type { Db, Scope } from '../db/connect.ts'
import { cityName, countryName, stateCode } from '../lookups/place-names.queries.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { filterRows } from '../platform/lists/paginate.ts'
import type {
  AppliedRate,
  Paper,
  PaperHead,
  PaperLine,
  ProductTotal,
  ProvinceTotal,
  Totals,
} from './invoice-paper.rules.ts'
import { getInvoice, invoiceColumns, visibleInvoices } from './invoices.queries.ts'

/** A field of the supplier's block: as stored when the invoice was issued, else the current one (RECV-4). */
const supplied = (name: string, current: Expression<unknown>) =>
  sql`case when invoices.issuer is null then ${current} else invoices.issuer ->> ${sql.lit(name)} end`.as(name)
const supplierFields = ['legal_name', 'address', 'gst_hst_number', 'qst_number'] as const

/**
 * The invoice with its sender and recipient. Older invoices without a stored address use the customer's current one.
 */
export async function getPaperHead(db: Db, scope: Scope, id: number): Promise<PaperHead> {
  const head = await visibleInvoices(db, scope)
    .innerJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('customers', 'customers.company_id', 'invoices.company_id')
    .leftJoin('billing_settings', (join) => join.onTrue())
    .select([
      'invoices.id',
      'invoices.company_id',
      'companies.name as company_name',
      'invoice_number',
      supplied('brand', sql.ref('companies.brand')),
      'invoices.currency',
    ])
    .select([
      'invoices.status',
      'invoices.language',
      'issued_date',
      'due_date',
      'start_date',
      'end_date',
      'invoices.due_days',
    ])
    .select([
      'total_cents',
      'paid_cents',
      'voided_cents',
      'issued_cents',
      'invoices.sent_at',
      'invoices.updated_at',
      'document_code',
    ])
    .select(sql<boolean>`invoices.issuer is not null`.as('has_issuer'))
    .select(supplierFields.map((name) => supplied(name, sql.ref(`billing_settings.${name}`))))
    .select(supplied('payment_instructions', instructionsIn(sql.ref('invoices.language'))))
    .select(sql.ref<number>('invoices.due_cents').as('due_cents'))
    .select(
      sql`jsonb_build_object('name', companies.name, 'company_number', companies.company_number, 'address1', customers.address1, 'city', ${cityName('billing_city')},
        'state', ${stateCode('billing_state')}, 'country', ${countryName('billing_country')}, 'zip_code', billing_zip_code, 'tax_no', tax_no) || invoices.bill_to`.as(
        'bill_to',
      ),
    )
    .where('invoices.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
  return head as unknown as PaperHead
}

const sums = sql`sum(pre_cents)::bigint as pre_cents, sum(gst_cents)::bigint as gst_cents, sum(hst_cents)::bigint as hst_cents,
  sum(pst_cents)::bigint as pst_cents, sum(qst_cents)::bigint as qst_cents, coalesce(sum(discount_cents), 0)::bigint as discount_cents,
  sum(line.amount_cents)::bigint as amount_cents`
const noSums = {
  pre_cents: 0,
  gst_cents: 0,
  hst_cents: 0,
  pst_cents: 0,
  qst_cents: 0,
  discount_cents: 0,
  amount_cents: 0,
}
const nothing: Totals = {
  ...noSums,
  lines: 0,
  has_purchases: true,
  has_retail: false,
  has_long_prices: false,
  has_discount: false,
  has_fet: false,
  has_pft: false,
  has_pct: false,
  has_local: false,
  by_product: [],
  by_province: [],
  tax_rates: [],
}
const only = (scope: Scope) => {
  const company = onlyCompany(scope)
  return company === null ? sql`true` : sql`head.company_id = ${company}::bigint`
}

/** The sales taxes that derived lines were taxed by. A typed line's taxes follow from no rate. */
async function listAppliedRates(db: Db, scope: Scope, id: number): Promise<AppliedRate[]> {
  const { rows } = await sql<AppliedRate>`
    select distinct applied.province, tax, rate_e5
    from (
      select distinct head.province, line.tax_row_ids from transactions head join transaction_lines line on line.transaction_id = head.id
      where ${isOnInvoice('head', id)} and ${only(scope)} and not line.is_manual
    ) applied join tax_rates on tax_rates.id = any(applied.tax_row_ids)
    where kind = 'ad_valorem' and rate_e5 > 0 order by province`.execute(db)
  return rows
}

/** The retail price that the discount compares with: the file's, or else the rate's. */
const retail = sql`coalesce(nullif(retail_e6, 0), rate_retail_e4 * 100)`
type Grouped = Totals & ProductTotal & ProvinceTotal & { level: number }
/** All sums of an invoice in one pass over its lines. */
async function getTotals(db: Db, scope: Scope, id: number): Promise<Totals> {
  const { rows } = await sql<Grouped>`
    select grouping(product, province)::int as level, product, unit, province, sum(quantity_milli)::bigint as quantity_milli, ${sums}, count(*)::int as lines,
      bool_or(${retail} is not null) as has_retail,
      coalesce(bool_or(price_e6 % 100 <> 0 or ${retail} % 100 <> 0), false) as has_long_prices, coalesce(bool_or(discount_cents <> 0), false) as has_discount, bool_or(fet_e6 <> 0) as has_fet,
      bool_or(pft_e6 <> 0) as has_pft, bool_or(pct_e6 <> 0) as has_pct, bool_or(local_e6 <> 0) as has_local
    from transactions head join transaction_lines line on line.transaction_id = head.id
    where ${isOnInvoice('head', id)} and ${only(scope)}
    group by grouping sets ((product, unit), (province), ())
    order by sum(line.amount_cents) desc`.execute(db)
  const all = rows.find(({ level, lines }) => level === 3 && lines > 0)
  if (!all) return nothing
  return {
    ...all,
    has_purchases: true,
    tax_rates: await listAppliedRates(db, scope, id),
    by_product: rows.filter(({ level }) => level === 1),
    by_province: rows.filter(({ level }) => level === 2),
  }
}

/** Transactions by card, then by time. Those without a card, such as fees, come last. */
async function listTransactions(db: Db, scope: Scope, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from transactions head where ${isOnInvoice('head', id)} and ${only(scope)} order by card_number nulls last, txn_at, id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export async function getPaper(db: Db, scope: Scope, reference: string | number): Promise<Paper> {
  const { id } = await getInvoice(db, scope, reference)
  const [head, totals, transactions] = await Promise.all([
    getPaperHead(db, scope, id),
    getTotals(db, scope, id),
    listTransactions(db, scope, id),
  ])
  return { head, totals, transactions }
}

/** The lines of the given transactions, in that order. */
export async function listPaperLines(
  db: Db,
  scope: Scope,
  invoiceId: number,
  transactions: readonly number[],
): Promise<PaperLine[]> {
  const { rows } = await sql<PaperLine>`
    select head.card_number, head.txn_at, dtl_auth_id, driver_name, vehicle, head.site_number, coalesce(sites.name, head.location) as site_name, sites.city,
      head.province, product, product_description, quantity_milli, unit, ${retail} as retail_e6, price_e6, price_unit, price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents,
      qst_cents, coalesce(discount_cents, 0) as discount_cents, line.amount_cents, fet_e6, pft_e6, pct_e6, local_e6
    from unnest(${transactions}::bigint[]) with ordinality as wanted (id, place)
    join transactions head on head.id = wanted.id
    join transaction_lines line on line.transaction_id = head.id
    left join sites on sites.id = head.site_id
    where head.invoice_id = ${invoiceId}::bigint and ${only(scope)}
    order by place, n`.execute(db)
  return rows
}

export type ChosenInvoice = { id: number; invoice_number: string }
const tooMany = (field: string) =>
  new AppError('request.invalid', { [field]: tooManyInvoices }, { message: tooManyInvoices })

/** All requested invoices or none: one that the reader cannot see rejects the request (T4, T8). */
export async function findChosenInvoices(
  db: Db,
  scope: Scope,
  { ids, filter }: ChosenInvoices,
): Promise<ChosenInvoice[]> {
  const named = visibleInvoices(db, scope).select(['invoices.id', 'invoices.invoice_number'])
  if (!filter) {
    const wanted = [...new Set(ids)]
    const found = await named
      .where('invoices.id', '=', sql<number>`any(${wanted}::bigint[])`)
      .orderBy('invoice_number')
      .execute()
    if (found.length !== wanted.length) throw new AppError('record.not-found')
    return found
  }
  const matching = filterRows(
    invoiceList,
    filter,
    invoiceColumns,
    named.innerJoin('companies', 'companies.id', 'invoices.company_id'),
  )
  const found = (await matching
    .orderBy('invoices.invoice_number')
    .limit(exportLimit + 1)
    .execute()) as ChosenInvoice[]
  if (found.length > exportLimit) throw tooMany('filter')
  const message = 'invoice.no-match'
  if (found.length === 0) throw new AppError('request.invalid', { filter: message }, { message })
  return found
}
