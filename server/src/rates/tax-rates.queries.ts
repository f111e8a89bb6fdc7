import type { ListQuery } from '@portal/contract/list.ts'
import { type TaxRow, type TaxTable, taxTable } from '@portal/contract/rates/tax.rules.ts'
import { type TaxRate, taxRateList } from '@portal/contract/rates/tax-rates.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { TaxRates } from '../db/schema.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredTaxRate, toTaxRate, toTaxRow } from './tax-rates.columns.ts'

const shown = [
  'id',
  'jurisdiction',
  'region',
  'product_class',
  'tax',
  'kind',
  'rate_e6',
  'rate_e5',
  'unit',
  'from_date',
  'to_date',
  'review_date',
  'source',
  'is_shipped',
] as const

/** Rates belong to no company; the grants limit them to staff. */
export const listTaxRates = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'tax_rates', TaxRate>> =>
  paginate(
    db,
    scope,
    taxRateList,
    query,
    {
      id: 'tax_rates.id',
      jurisdiction: 'tax_rates.jurisdiction',
      product_class: 'tax_rates.product_class',
      tax: 'tax_rates.tax',
      from_date: 'tax_rates.from_date',
      to_date: { column: 'tax_rates.to_date', isNullable: true },
      review_date: { column: 'tax_rates.review_date', isNullable: true },
      source: 'tax_rates.source',
    },
    { from: db.selectFrom('tax_rates'), show: (rates) => rates.select(shown), row: toTaxRate },
  )

/** Every rate, ready for pricing. A few hundred rows, which an import reads once. */
export async function getTaxTable(db: Db): Promise<TaxTable> {
  return taxTable((await db.selectFrom('tax_rates').select(shown).execute()).map(toTaxRow))
}

/** The tax rows of a price, each with its source. */
export async function findTaxRows(db: Db, ids: readonly number[]): Promise<{ row: TaxRow; source: string }[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('tax_rates')
    .select(shown)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return found.map((stored) => ({ row: toTaxRow(stored), source: stored.source }))
}

/** Rates are added a few times a year, so one at a time: the second user decides on the first one's result. */
export async function lockTaxRates(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax_rates'))`.execute(db)
}

type Series = Pick<Insertable<TaxRates>, 'jurisdiction' | 'region' | 'product_class' | 'tax' | 'from_date' | 'to_date'>
/** The rates of the same tax that share a day, oldest first. */
export const listOverlapping = (
  db: Db,
  { jurisdiction, region, product_class, tax, from_date, to_date }: Series,
): Promise<StoredTaxRate[]> =>
  db
    .selectFrom('tax_rates')
    .select(shown)
    .where('jurisdiction', '=', jurisdiction)
    .where(sql<boolean>`region is not distinct from ${region}`)
    .where('product_class', '=', product_class)
    .where('tax', '=', tax)
    .where(sql<boolean>`daterange(from_date, to_date, '[]') && daterange(${from_date}::date, ${to_date}::date, '[]')`)
    .orderBy('from_date')
    .execute()

export async function insertTaxRate(db: Db, columns: Insertable<TaxRates>): Promise<StoredTaxRate> {
  return db.insertInto('tax_rates').values(columns).returning(shown).executeTakeFirstOrThrow()
}
export async function endTaxRate(db: Db, id: number, to_date: string): Promise<void> {
  await db.updateTable('tax_rates').set({ to_date }).where('id', '=', id).execute()
}
