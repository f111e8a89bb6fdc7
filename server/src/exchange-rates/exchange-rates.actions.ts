import { AppError } from '@portal/contract/errors.ts'
import type {
  ExchangeRate,
  ExchangeRateChange,
  ExchangeRateInput,
} from '@portal/contract/exchange-rates/exchange-rates.ts'
import { getToday } from '../companies/companies.queries.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { pick } from '../platform/pick.ts'
import {
  deleteExchangeRate,
  getExchangeRate,
  insertExchangeRate,
  lockExchangeRate,
  updateExchangeRate,
} from './exchange-rates.queries.ts'

const recordOf = ({ id, from_currency, day }: ExchangeRate) => ({
  type: 'exchange_rate',
  id,
  label: `${from_currency} ${day}`,
})
const auditFields = (rate: ExchangeRate) => pick(rate, ['day', 'from_currency', 'rate', 'source'])

/** No bank knows the rate of a day to come. */
async function demandKnownDay({ db }: Pick<Context, 'db'>, day: string, now: Date): Promise<void> {
  if (day > (await getToday(db, now))) throw new AppError('request.invalid', { day: 'field.day-to-come' })
}

export async function createExchangeRate(
  { db, audit }: Context,
  input: ExchangeRateInput,
  now: Date,
): Promise<ExchangeRate> {
  await demandKnownDay({ db }, input.day, now)
  const made = await getExchangeRate(db, await insertExchangeRate(db, input))
  await audit({ record: recordOf(made), after: auditFields(made) })
  return made
}

export async function changeExchangeRate(
  { db, audit }: Context,
  id: number,
  input: ExchangeRateChange,
  now: Date,
): Promise<ExchangeRate> {
  await demandKnownDay({ db }, input.day, now)
  const stored = await lockExchangeRate(db, id)
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  await updateExchangeRate(db, id, input)
  const changed = await getExchangeRate(db, id)
  await audit({ record: recordOf(changed), ...changes(auditFields(stored), auditFields(changed)) })
  return changed
}

export async function removeExchangeRate({ db, audit }: Context, id: number): Promise<null> {
  const stored = await lockExchangeRate(db, id)
  await deleteExchangeRate(db, id)
  await audit({ record: recordOf(stored), before: auditFields(stored) })
  return null
}
