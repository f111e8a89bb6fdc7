import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { AppError } from '@portal/contract/errors.ts'
import {
  type ExchangeRate,
  type ExchangeRateInput,
  exchangeRateList,
} from '@portal/contract/exchange-rates/exchange-rates.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { ExchangeRates } from '../db/schema.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type DatedRate, longestValidDays } from './exchange-rates.rules.ts'

type StoredRate = Selectable<ExchangeRates>
const toExchangeRate = ({ rate_e6, created_at: _, ...stored }: StoredRate): ExchangeRate =>
  ({ ...stored, rate: fromUnits(rate_e6, 'unitTax') }) as unknown as ExchangeRate
const columnsOf = ({ day, from_currency, rate, source }: ExchangeRateInput) => ({
  day,
  from_currency,
  rate_e6: toUnits(rate, 'unitTax'),
  source,
})

// Rates belong to no company; the grants leave writing to staff.
const allRates = (db: Db) => db.selectFrom('exchange_rates')

export const listExchangeRates = (
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<Page<'exchange_rates', ExchangeRate>> =>
  paginate(
    db,
    scope,
    exchangeRateList,
    query,
    {
      id: 'exchange_rates.id',
      day: 'exchange_rates.day',
      rate: 'exchange_rates.rate_e6',
      source: 'exchange_rates.source',
    },
    { from: allRates(db), show: (rates) => rates.selectAll('exchange_rates'), row: toExchangeRate },
  )

export const getExchangeRate = async (db: Db, id: number): Promise<ExchangeRate> =>
  toExchangeRate(
    await allRates(db)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )
/** Locks the rate until the transaction ends, so that the version that was read stays the current one. */
export async function lockExchangeRate(db: Db, id: number): Promise<ExchangeRate> {
  await allRates(db).select('id').where('id', '=', id).forUpdate().execute()
  return getExchangeRate(db, id)
}

const dayTaken = refuseOn(
  'exchange_rates_one_a_day',
  new AppError('exchange-rate.taken', { day: 'exchange-rate.taken' }),
)
export async function insertExchangeRate(db: Db, input: ExchangeRateInput): Promise<number> {
  const { id } = await db
    .insertInto('exchange_rates')
    .values(columnsOf(input))
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(dayTaken)
  return id
}
export async function updateExchangeRate(db: Db, id: number, input: ExchangeRateInput): Promise<void> {
  await db
    .updateTable('exchange_rates')
    .set(({ eb, fn }) => ({ ...columnsOf(input), version: eb('version', '+', 1), updated_at: fn('now') }))
    .where('id', '=', id)
    .execute()
    .catch(dayTaken)
}
export async function deleteExchangeRate(db: Db, id: number): Promise<void> {
  await db.deleteFrom('exchange_rates').where('id', '=', id).execute()
}

/** Every rate that a day of the period can be converted at, by day. */
export const listRatesFor = (db: Db, { from, to }: { from: string; to: string }): Promise<DatedRate[]> =>
  allRates(db)
    .select(['day', 'rate_e6'])
    .where('from_currency', '=', 'USD')
    .where('day', '>=', addDays(from, -longestValidDays))
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
