import { type MappedCode, productCodeList } from '@portal/contract/booking/product-codes.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { fuelList } from '../db/rule-values.ts'
import { auditedChanges } from '../platform/audit/history.queries.ts'
import type { HistoryRow } from '../platform/audit/history.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredCode, toProductCode } from './product-codes.columns.ts'

/**
 * How many transactions in quarantine wait for each code: until it is mapped or, if it is fuel without a quantity, until
 * it is mapped to another product.
 */
const waitingByCode = sql<{ provider_id: number; code: string; waiting: number }>`(
  select q.provider_id, l.code, count(distinct q.id)::int as waiting
  from quarantine q cross join jsonb_to_recordset(q.lines) as l (product text, code text, unit text)
    join product_codes c on c.provider_id = q.provider_id and c.code = l.code
  where q.status = 'waiting' and l.product like '?%' and (c.product is null or (c.product in (${fuelList}) and l.unit is null)) group by 1, 2
)`.as('waits')

const shown = [
  'product_codes.id',
  'product_codes.provider_id',
  'product_codes.code',
  'product_codes.product',
  'product_codes.grade',
  'product_codes.rate_code',
  'product_codes.status',
  'product_codes.updated_at',
  'product_codes.version',
] as const
// Codes belong to no company; the grants limit them to staff.
const allCodes = (db: Db) => db.selectFrom('product_codes')
const withNames = (codes: ReturnType<typeof allCodes>) =>
  codes
    .innerJoin('fuel_providers', 'fuel_providers.id', 'product_codes.provider_id')
    .leftJoin(waitingByCode, (join) =>
      join.onRef('waits.provider_id', '=', 'product_codes.provider_id').onRef('waits.code', '=', 'product_codes.code'),
    )
    .select(shown)
    .select(['fuel_providers.name as provider', sql<number>`coalesce(waits.waiting, 0)`.as('waiting')])

export const listProductCodes = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'product_codes', MappedCode>> =>
  paginate(
    db,
    scope,
    productCodeList,
    query,
    {
      id: 'product_codes.id',
      status: 'product_codes.status',
      provider: 'fuel_providers.name',
      code: 'product_codes.code',
      product: { column: 'product_codes.product', isNullable: true },
      updated_at: { column: 'product_codes.updated_at', isInstant: true },
    },
    { from: allCodes(db), show: withNames, row: toProductCode },
  )

const codeBy = (db: Db, provider: string, code: string) =>
  withNames(allCodes(db)).where('fuel_providers.name', '=', provider).where('product_codes.code', '=', code)
export const findProductCode = (db: Db, provider: string, code: string): Promise<StoredCode | undefined> =>
  codeBy(db, provider, code).executeTakeFirst()
export const getProductCode = (db: Db, provider: string, code: string): Promise<StoredCode> =>
  codeBy(db, provider, code).executeTakeFirstOrThrow()

/** The codes that share the rate of this one. */
export const listSharing = async (db: Db, { provider_id, code }: StoredCode): Promise<string[]> =>
  (
    await allCodes(db)
      .select('code')
      .where('provider_id', '=', provider_id)
      .where('rate_code', '=', code)
      .orderBy('code')
      .execute()
  ).map((one) => one.code)

export type CodeColumns = { product: string; grade: string | null; rate_code: string | null }
export async function upsertProductCode(db: Db, provider: string, code: string, columns: CodeColumns): Promise<void> {
  await db
    .insertInto('product_codes')
    .columns(['provider_id', 'code', 'product', 'grade', 'rate_code'])
    .expression((eb) =>
      eb
        .selectFrom('fuel_providers')
        .select(['id', eb.val(code).as('code'), eb.val(columns.product).as('product')])
        .select([
          sql<string>`${columns.grade}::text`.as('grade'),
          sql<string>`${columns.rate_code}::text`.as('rate_code'),
        ])
        .where('name', '=', provider),
    )
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'code']).doUpdateSet(({ eb, fn }) => ({
        ...columns,
        version: eb('product_codes.version', '+', 1),
        updated_at: fn('now'),
      })),
    )
    .execute()
}

/** Newest first. */
export async function listCodeHistory(db: Db, id: number, limit: number): Promise<HistoryRow[]> {
  await allCodes(db)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
  return auditedChanges(db, 'product_code', id)
    .select(['before', 'after'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}
