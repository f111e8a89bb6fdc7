import { AppError } from '@portal/contract/errors.ts'
import type { Explanation } from '@portal/contract/price-explanation.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { findTaxRows } from '../rates/tax-rates.queries.ts'
import { explainLine, type PricedLine } from './price-explanation.columns.ts'
import { visibleTransactions } from './transactions.queries.ts'

/** How each line's billed price came about, from the columns that were written with it. */
export async function explainTransaction(db: Db, scope: Scope, id: number): Promise<Explanation> {
  const lines = (await visibleTransactions(db, scope)
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .leftJoin('fuel_providers', 'fuel_providers.id', 'transactions.provider_id')
    .leftJoin('markups', 'markups.id', 'transaction_lines.markup_id')
    .selectAll('transaction_lines')
    .select(['transactions.province', 'transactions.currency'])
    .select(sql<string>`transactions.txn_at::date`.as('day'))
    .select(['fuel_providers.name as provider', 'fuel_providers.unit as provider_unit', 'fuel_providers.currency as provider_currency'])
    .select('markups.from_date as markup_from')
    .where('transactions.id', '=', id)
    .orderBy('transaction_lines.n')
    .execute()) as unknown as PricedLine[]
  if (lines.length === 0) throw new AppError('record.not-found')
  // The driver reads a list of ids as text.
  const numbered = lines.map((line) => ({
    ...line,
    tax_row_ids: line.tax_row_ids.map(Number),
    rate_day_tax_row_ids: line.rate_day_tax_row_ids.map(Number),
  }))
  const taxes = await findTaxRows(db, [...new Set(numbered.flatMap((line) => [...line.tax_row_ids, ...line.rate_day_tax_row_ids]))])
  const known = new Map(taxes.map((tax) => [tax.row.id, tax]))
  return { lines: numbered.map((line) => explainLine(line, known)) }
}
