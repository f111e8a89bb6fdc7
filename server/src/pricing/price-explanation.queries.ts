import { AppError } from '@portal/contract/errors.ts'
import { can } from '@portal/contract/permissions.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { type Actor, isStaff } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { findTaxRows } from '../rates/tax-rates.queries.ts'
import {
  type DerivedLine,
  type ExplainedLine,
  explainBilledLine,
  explainLine,
  type KnownTax,
  type ShownLine,
} from './price-explanation.rules.ts'

const visibleTransactions = visible('transactions', 'company_id')

const withLines = (transactions: ReturnType<typeof visibleTransactions>) =>
  transactions
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .leftJoin('fuel_providers', 'fuel_providers.id', 'transactions.provider_id')
    .select(['transactions.province', 'transactions.currency'])
    .select(sql<string>`transactions.txn_at::date`.as('day'))
    .select([
      'fuel_providers.name as provider',
      'fuel_providers.unit as provider_unit',
      'fuel_providers.currency as provider_currency',
    ])
    .orderBy('transaction_lines.transaction_id')
    .orderBy('transaction_lines.n')
const withOrigins = (transactions: ReturnType<typeof visibleTransactions>) =>
  withLines(transactions)
    .leftJoin('markups', 'markups.id', 'transaction_lines.markup_id')
    .leftJoin('daily_rates', 'daily_rates.id', 'transaction_lines.rate_id')
    .leftJoin('rate_uploads', 'rate_uploads.id', 'daily_rates.upload_id')
    .leftJoin('imports as rate_imports', 'rate_imports.id', 'rate_uploads.import_id')
    .leftJoin('imports', 'imports.id', 'transactions.import_id')
    .selectAll('transaction_lines')
    .select([
      'markups.from_date as markup_from',
      'daily_rates.row_no as rate_row',
      'daily_rates.code as rate_code',
      'rate_imports.file_name as rate_file',
      'imports.file_name',
    ])
type Priced<Line> = { lines: Line[]; known: ReadonlyMap<number, KnownTax> }
/** Adds the tax rows that the prices were derived from. */
async function withTaxes<Line extends DerivedLine>(db: Db, found: readonly Line[]): Promise<Priced<Line>> {
  // The driver returns arrays of ids as text.
  const lines = found.map((line) => ({
    ...line,
    tax_row_ids: line.tax_row_ids.map(Number),
    rate_day_tax_row_ids: line.rate_day_tax_row_ids.map(Number),
  }))
  const ids = lines.flatMap((line) => [...line.tax_row_ids, ...line.rate_day_tax_row_ids])
  return { lines, known: await knownTaxes(db, ids) }
}
async function knownTaxes(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, KnownTax>> {
  const taxes = await findTaxRows(db, [...new Set(ids)])
  return new Map(taxes.map((tax) => [tax.row.id, tax]))
}

/** Customers see what is billed; their database role cannot read what it was derived from (COST-2). */
async function explainBilled(db: Db, scope: Scope, id: number): Promise<Explanation['lines']> {
  const found = await visibleTransactions(db, scope)
    .innerJoin('transaction_lines as line', 'line.transaction_id', 'transactions.id')
    .select([
      'dtl_auth_id',
      'product',
      'unit',
      'is_manual',
      'price_unit',
      'price_quantity_milli',
      'price_e6',
      'pre_cents',
    ])
    .select(['gst_cents', 'hst_cents', 'pst_cents', 'qst_cents', 'line.amount_cents', 'discount_cents', 'retail_e6'])
    .select(['rate_retail_e4', 'fet_e6', 'pft_e6', 'pct_e6', 'local_e6', 'tax_row_ids', 'transactions.currency'])
    .where('transactions.id', '=', id)
    .orderBy('n')
    .execute()
  const lines = found.map((line): ShownLine => ({ ...line, tax_row_ids: line.tax_row_ids.map(Number) }))
  const known = await knownTaxes(
    db,
    lines.flatMap(({ tax_row_ids }) => tax_row_ids),
  )
  return lines.map((line) => explainBilledLine(line, known))
}
async function explainDerived(db: Db, scope: Scope, id: number): Promise<Explanation['lines']> {
  const found = await withOrigins(visibleTransactions(db, scope)).where('transactions.id', '=', id).execute()
  const { lines, known } = await withTaxes(db, found as unknown as ExplainedLine[])
  return lines.map((line) => explainLine(line, known))
}
/** How the billed price of each line came about, from its stored columns. */
export async function explainTransaction(
  db: Db,
  { scope, grants }: Pick<Actor, 'scope' | 'grants'>,
  id: number,
): Promise<Explanation> {
  const lines = await (isStaff(scope) && can(grants, 'rates.read') ? explainDerived : explainBilled)(db, scope, id)
  if (lines.length === 0) throw new AppError('record.not-found')
  return { lines }
}

const derivedNames = [
  'id',
  'transaction_id',
  'n',
  'product',
  'code',
  'unit',
  'quantity_milli',
  'before_milli',
  'file_price_e6',
  'retail_e6',
  'price_e6',
  'price_unit',
  'price_quantity_milli',
  'pre_cents',
  'gst_cents',
  'hst_cents',
  'pst_cents',
  'qst_cents',
  'amount_cents',
  'rate_id',
  'rate_date',
  'rate_price_e4',
  'rate_retail_e4',
  'markup_id',
  'markup_value_e4',
  'is_capped_at_retail',
  'tax_row_ids',
  'rate_day_tax_row_ids',
  'fet_e6',
  'pft_e6',
  'pct_e6',
  'local_e6',
  'formula',
  'flags',
  'warnings',
  'is_manual',
  'cost_pre_cents',
] as const satisfies readonly (keyof DerivedLine)[]
const derivedColumns = derivedNames.map((name) => `transaction_lines.${name}` as const)
/** The lines of several transactions, with all inputs of their prices. */
export async function listPrices(db: Db, scope: Scope, ids: readonly number[]): Promise<Priced<DerivedLine>> {
  const found = await withLines(visibleTransactions(db, scope))
    .select(derivedColumns)
    .where('transactions.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return withTaxes(db, found as unknown as DerivedLine[])
}
