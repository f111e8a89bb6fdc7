import { type ListQuery, parseFilter } from '@portal/contract/list.ts'
import { type TaxRow, type TaxTable, taxTable } from '@portal/contract/rates/tax.rules.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRateList } from '@portal/contract/rates/tax-rates.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type NewTaxRate, type StoredTaxRate, toTaxRate, toTaxRow } from './tax-rates.columns.ts'

/** What customers can read too, because their prices name it (COST-2). */
const shared = [
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
  'source',
] as const
const shown = [...shared, 'review_date', 'is_shipped', 'withdrawn_at', 'withdrawn_reason', 'replaced_by_id'] as const

/** The rates in force, or those of the state asked for. */
const listed = (db: Db, query: ListQuery) => {
  const hasState = query.filter.some((filter) => parseFilter(filter)?.field === 'state')
  const rates = db.selectFrom(
    db
      .selectFrom('tax_rates')
      .select(shown)
      .select(sql<string>`case when withdrawn_at is null then 'current' else 'withdrawn' end`.as('state'))
      .as('tax_rates'),
  )
  return hasState ? rates : rates.where('tax_rates.withdrawn_at', 'is', null)
}

/** Rates belong to no company. */
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
      state: 'tax_rates.state',
    },
    { from: listed(db, query), show: (rates) => rates.select(shown), row: toTaxRate },
  )

/** The rates in force, a few hundred rows. */
export const listRatesInUse = (db: Db): Promise<StoredTaxRate[]> =>
  db.selectFrom('tax_rates').select(shown).where('withdrawn_at', 'is', null).orderBy('id').execute()
/** Every rate in force, ready for pricing. An import reads them once. */
export async function getTaxTable(db: Db): Promise<TaxTable> {
  return taxTable((await listRatesInUse(db)).map(toTaxRow))
}

/** The same for a customer's price list: from the columns that customers can read. */
export async function getSharedTaxTable(db: Db): Promise<TaxTable> {
  const rows = await db.selectFrom('tax_rates').select(shared).where('withdrawn_at', 'is', null).orderBy('id').execute()
  return taxTable(rows.map(toTaxRow))
}

/** The tax rows of a price, each with its source. Withdrawn ones too: a line keeps the rows it was priced with. */
export async function findTaxRows(db: Db, ids: readonly number[]): Promise<{ row: TaxRow; source: string }[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('tax_rates')
    .select(shared)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return found.map((stored) => ({ row: toTaxRow(stored), source: stored.source }))
}

/** Rates are added a few times a year, so one at a time: the second user decides on the first one's result. */
export async function lockTaxRates(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax_rates'))`.execute(db)
}

/** The rate, also a withdrawn one. */
export const findTaxRate = (db: Db, id: number): Promise<StoredTaxRate | undefined> =>
  db.selectFrom('tax_rates').select(shown).where('id', '=', id).executeTakeFirst()
/** The rate, the rows it corrected and the rows that correct it. */
export async function listChain(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive later as (
      select id, replaced_by_id from tax_rates where id = ${id}::bigint
      union select r.id, r.replaced_by_id from tax_rates r join later l on r.id = l.replaced_by_id
    ), chain as (
      select id from later union select r.id from tax_rates r join chain c on r.replaced_by_id = c.id
    )
    select id from chain order by id`.execute(db)
  return rows.map((row) => row.id)
}

export async function insertTaxRate(db: Db, columns: NewTaxRate): Promise<StoredTaxRate> {
  return db.insertInto('tax_rates').values(columns).returning(shown).executeTakeFirstOrThrow()
}
export async function endTaxRate(db: Db, id: number, to_date: string | null): Promise<void> {
  await db.updateTable('tax_rates').set({ to_date }).where('id', '=', id).execute()
}
export async function withdrawTaxRate(
  db: Db,
  id: number,
  { withdrawn_by, withdrawn_reason }: { withdrawn_by: number | null; withdrawn_reason: string },
): Promise<void> {
  await db
    .updateTable('tax_rates')
    .set({ withdrawn_at: sql`now()`, withdrawn_by, withdrawn_reason })
    .where('id', '=', id)
    .execute()
}
export async function setReplacement(db: Db, id: number, replaced_by_id: number): Promise<void> {
  await db.updateTable('tax_rates').set({ replaced_by_id }).where('id', '=', id).execute()
}
