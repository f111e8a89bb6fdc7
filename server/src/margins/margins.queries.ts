import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type MarginLine, marginLineList } from '@portal/contract/margins/margins.ts'
import type { Days } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOnInvoice } from '../db/billed.ts'
import type { Db, Scope } from '../db/connect.ts'
import { lineLitres } from '../db/rule-values.ts'
import { byProvider } from '../lookups/by-provider.queries.ts'
import { isStaff } from '../platform/access/scope.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { visibleTransactions } from '../transactions/transactions.queries.ts'
import { lineCostColumns, type StoredLineCost, toMarginLine } from './margins.columns.ts'
import type { MarginSums } from './margins.rules.ts'

/** For customers nothing has a cost, and no record of one exists (COST-2). */
export function demandStaff(scope: Scope): void {
  if (!isStaff(scope)) throw new AppError('record.not-found')
}

/** The sums of lines `l`, with what each counts in litres and in gallons. */
const sumsOf = (
  litres: RawBuilder<unknown>,
  gallons: RawBuilder<unknown>,
) => sql`count(*) as lines, count(*) filter (where l.cost_pre_cents is null) as unknown_lines,
  coalesce(sum(l.pre_cents), 0)::bigint as billed_cents,
  coalesce(sum(l.pre_cents) filter (where l.cost_pre_cents is null), 0)::bigint as unknown_cents,
  coalesce(sum(l.cost_pre_cents), 0)::bigint as cost_cents,
  coalesce(sum(${litres}), 0)::bigint as litres_milli,
  coalesce(sum(${gallons}), 0)::bigint as gallons_milli,
  coalesce(sum(${litres}) filter (where l.cost_pre_cents is not null), 0)::bigint as costed_litres_milli,
  coalesce(sum(${gallons}) filter (where l.cost_pre_cents is not null), 0)::bigint as costed_gallons_milli,
  coalesce(sum(l.pre_cents - l.cost_pre_cents) filter (where l.unit is not null), 0)::bigint as volume_margin_cents`
const soldIn = (unit: VolumeUnit) => sql`case when l.unit = ${sql.lit(unit)} then l.quantity_milli end`
/** With quantities as sold: for one figure of all lines, which is converted once. */
const marginSums = sumsOf(soldIn('L'), soldIn('GAL'))
/** With litres alone. Each line is converted by itself, so that groups of any kind have the same total. */
export const marginSumsInLitres = sumsOf(sql`case when l.unit is not null then ${lineLitres} end`, sql`0`)

export type CurrencySums = MarginSums & { currency: Currency }
/** By currency, over the transactions `t` that fit. Each caller's condition has an index. */
const sumWhere = async (db: Db, fits: RawBuilder<SqlBool>): Promise<CurrencySums[]> =>
  (
    await sql<CurrencySums>`
    select t.currency, ${marginSums} from transactions t join transaction_lines l on l.transaction_id = t.id
    where ${fits} group by 1 order by 1`.execute(db)
  ).rows
export const sumTransaction = (db: Db, id: number) => sumWhere(db, sql<SqlBool>`t.id = ${id}`)
export const sumImport = (db: Db, id: number) => sumWhere(db, sql<SqlBool>`t.import_id = ${id}`)
export const sumInvoice = (db: Db, id: number) => sumWhere(db, isOnInvoice('t', id))

/** From the sums that triggers keep, of one company or of all: folded ones and entries not folded yet (DASH-1). */
export const sumPurchases = async (db: Db, company: number | null, { from, to }: Days): Promise<CurrencySums[]> => {
  const columns = sql.raw(
    'day, currency, unit, lines, quantity_milli, pre_cents, costed_lines, costed_milli, costed_pre_cents, cost_cents',
  )
  const folded = company === null ? sql`purchase_totals` : sql`purchase_sums`
  const fits = sql`day between ${from}::date and ${to}::date ${company === null ? sql`` : sql`and company_id = ${company}`}`
  const { rows } = await sql<CurrencySums>`
    select currency, sum(lines)::bigint as lines, sum(lines - costed_lines)::bigint as unknown_lines, sum(pre_cents)::bigint as billed_cents,
      sum(pre_cents - costed_pre_cents)::bigint as unknown_cents, sum(cost_cents)::bigint as cost_cents,
      coalesce(sum(quantity_milli) filter (where unit = 'L'), 0)::bigint as litres_milli,
      coalesce(sum(quantity_milli) filter (where unit = 'GAL'), 0)::bigint as gallons_milli,
      coalesce(sum(costed_milli) filter (where unit = 'L'), 0)::bigint as costed_litres_milli,
      coalesce(sum(costed_milli) filter (where unit = 'GAL'), 0)::bigint as costed_gallons_milli,
      coalesce(sum(costed_pre_cents - cost_cents) filter (where unit <> ''), 0)::bigint as volume_margin_cents
    from (select ${columns} from ${folded} where ${fits} union all select ${columns} from purchase_entries where ${fits}) sums
    group by 1 having sum(lines) <> 0 order by 1`.execute(db)
  return rows
}

const costColumns = lineCostColumns.map((name) => `transaction_lines.${name}` as const)
export const listLineCosts = (db: Db, transaction: number): Promise<StoredLineCost[]> =>
  db
    .selectFrom('transaction_lines')
    .innerJoin('transactions', 'transactions.id', 'transaction_lines.transaction_id')
    .select(costColumns)
    .select('transactions.currency')
    .where('transaction_id', '=', transaction)
    .orderBy('n')
    .execute()

/** The transaction, import, invoice or customer exists. */
export async function demandRecord(
  db: Db,
  table: 'transactions' | 'imports' | 'invoices' | 'customers',
  id: number,
): Promise<void> {
  const key = table === 'customers' ? 'company_id' : 'id'
  const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
  if (rows.length === 0) throw new AppError('record.not-found')
}
const lineColumns = {
  id: 'transaction_lines.id',
  txn_date: { column: 'transactions.txn_at', isLocalTime: true },
  provider: byProvider('transactions.provider_id'),
  site_number: 'sites.site_number',
  company_name: 'companies.name',
  product: 'transaction_lines.product',
  currency: 'transactions.currency',
  invoiced: {
    column: 'transactions.invoice_id',
    meanings: {
      yes: sql<SqlBool>`transactions.invoice_id is not null`,
      no: sql<SqlBool>`transactions.invoice_id is null`,
    },
  },
  cost_known: {
    column: 'transaction_lines.cost_pre_cents',
    meanings: {
      yes: sql<SqlBool>`transaction_lines.cost_pre_cents is not null`,
      no: sql<SqlBool>`transaction_lines.cost_pre_cents is null`,
    },
  },
} as const
const withLines = (db: Db, scope: Scope) =>
  visibleTransactions(db, scope)
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .where('transactions.source', '<>', 'rebill')
/** The lines behind a figure of a report (COST-4). A bill after a credit note repeats a purchase, which counts once. */
export const listMarginLines = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'lines', MarginLine>> =>
  paginate(db, scope, marginLineList, query, lineColumns, {
    from: withLines(db, scope),
    show: (lines: ReturnType<typeof withLines>) =>
      lines
        .innerJoin('companies', 'companies.id', 'transactions.company_id')
        .leftJoin('fuel_providers', 'fuel_providers.id', 'transactions.provider_id')
        .leftJoin('sites', 'sites.id', 'transactions.site_id')
        .leftJoin('invoices', 'invoices.id', 'transactions.invoice_id')
        .select(costColumns)
        .select([
          'transactions.id as txn_id',
          'transactions.txn_at',
          'transactions.currency',
          'transactions.location',
          'sites.site_number',
          'transactions.invoice_id',
          'companies.id as company_id',
          'companies.name as company_name',
          'fuel_providers.name as provider',
          'invoice_number',
        ]),
    row: toMarginLine,
  })
