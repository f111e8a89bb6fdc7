import { AppError } from '@portal/contract/errors.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { findTaxRows } from '../rates/tax-rates.queries.ts'
import { type ExplainedLine, explainLine, type KnownTax } from './price-explanation.rules.ts'

const visibleTransactions = visible('transactions', 'company_id')

const withPrices = (transactions: ReturnType<typeof visibleTransactions>) =>
  transactions
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .leftJoin('fuel_providers', 'fuel_providers.id', 'transactions.provider_id')
    .leftJoin('markups', 'markups.id', 'transaction_lines.markup_id')
    .selectAll('transaction_lines')
    .select(['transactions.province', 'transactions.currency'])
    .select(sql<string>`transactions.txn_at::date`.as('day'))
    .select([
      'fuel_providers.name as provider',
      'fuel_providers.unit as provider_unit',
      'fuel_providers.currency as provider_currency',
    ])
    .select('markups.from_date as markup_from')
type Priced = { lines: ExplainedLine[]; known: ReadonlyMap<number, KnownTax> }
/** Adds the tax rows that the prices were derived from. */
async function withTaxes(db: Db, found: readonly ExplainedLine[]): Promise<Priced> {
  // The driver returns arrays of ids as text.
  const lines = found.map((line) => ({
    ...line,
    tax_row_ids: line.tax_row_ids.map(Number),
    rate_day_tax_row_ids: line.rate_day_tax_row_ids.map(Number),
  }))
  const taxes = await findTaxRows(db, [
    ...new Set(lines.flatMap((line) => [...line.tax_row_ids, ...line.rate_day_tax_row_ids])),
  ])
  return { lines, known: new Map(taxes.map((tax) => [tax.row.id, tax])) }
}

/** How the billed price of each line was derived, from its stored columns. */
export async function explainTransaction(db: Db, scope: Scope, id: number): Promise<Explanation> {
  const found = await withPrices(visibleTransactions(db, scope))
    .where('transactions.id', '=', id)
    .orderBy('transaction_lines.n')
    .execute()
  if (found.length === 0) throw new AppError('record.not-found')
  const { lines, known } = await withTaxes(db, found as unknown as ExplainedLine[])
  return { lines: lines.map((line) => explainLine(line, known)) }
}

/** The lines of several transactions, with all inputs of their prices. */
export async function listPrices(db: Db, scope: Scope, ids: readonly number[]): Promise<Priced> {
  const found = await withPrices(visibleTransactions(db, scope))
    .where('transactions.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('transaction_lines.transaction_id')
    .orderBy('transaction_lines.n')
    .execute()
  return withTaxes(db, found as unknown as ExplainedLine[])
}
