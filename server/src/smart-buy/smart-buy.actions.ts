import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { HandlerInput, HandlerReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { message } from '@portal/contract/message.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { distanceKm } from '@portal/contract/smart-buy/distance.rules.ts'
import { defaultRadiusKm, maxMissedDays, maxRadiusKm } from '@portal/contract/smart-buy/smart-buy.data.ts'
import type { smartBuy, Town } from '@portal/contract/smart-buy/smart-buy.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { getPlace } from '../lookups/locations.queries.ts'
import { companyAsked, isStaff } from '../platform/access/scope.ts'
import { isTooSlow } from '../platform/too-slow.ts'
import { listMissed } from './missed.queries.ts'
import { stopsOnTheWay } from './route.rules.ts'
import { findTank, isKnownCustomer, listAllPrices, listSmartPrices } from './smart-buy.queries.ts'

export type Asking = { db: Db; scope: Scope; now: Date }

/** Whose prices are asked for: a customer's own, or those of the customer that staff name. Without one there are none. */
async function companyOf({ db, scope }: Asking, named: number | undefined): Promise<number | null> {
  const asked = companyAsked(scope, named)
  if (asked !== null && isStaff(scope) && !(await isKnownCustomer(db, asked)))
    throw new AppError('record.not-found', { company_id: 'smart-buy.unknown-customer' })
  return asked
}
/** No company has this number, so nothing is found. */
const noCompany = 0
const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

async function dayOf({ db, now }: Asking, wanted: string | undefined, field: 'day' | 'to' = 'day'): Promise<string> {
  const today = await getToday(db, now)
  if (wanted !== undefined && wanted > today) throw new AppError('request.invalid', { [field]: 'field.day-to-come' })
  return wanted ?? today
}

async function townOf(db: Db, field: 'near' | 'from' | 'to', id: string): Promise<Town> {
  try {
    const { label, latitude, longitude } = await getPlace(db, id)
    return { id, label, latitude, longitude }
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, { [field]: 'smart-buy.unknown-town' }) : error
  }
}

/** The price list of a day (SMART-1). */
export async function readPrices(asking: Asking, query: ListQuery): Promise<HandlerReply<typeof smartBuy.prices>> {
  const { db, scope } = asking
  const company_id = await companyOf(asking, numberOf(query.company_id))
  const day = await dayOf(asking, query.day)
  const near = query.near === undefined ? null : await townOf(db, 'near', query.near)
  const page = await listSmartPrices(db, scope, query, { company_id: company_id ?? noCompany, day, near })
  return { ...page, day, company_id, near }
}

type RouteQuery = HandlerInput<typeof smartBuy.route>['query']
/** The sites between two towns (SMART-2). */
export async function readRoute(asking: Asking, query: RouteQuery): Promise<HandlerReply<typeof smartBuy.route>> {
  const { db, scope } = asking
  const company_id = (await companyOf(asking, query.company_id)) ?? noCompany
  const day = await dayOf(asking, query.day)
  const [from, to] = [await townOf(db, 'from', query.from), await townOf(db, 'to', query.to)]
  const tank = query.unit_id === undefined ? null : await findTank(db, company_id, query.unit_id)
  if (tank === undefined) throw new AppError('record.not-found', { unit_id: 'record.not-found' })
  const tank_milli = tank ?? toUnits(query.tank_litres, 'quantity')
  const prices = await listAllPrices(db, scope, { company_id, day, near: null })
  const wanted = prices.filter(({ product }) => query.product === undefined || product === query.product)
  return {
    day,
    from,
    to,
    distance_km: Math.round(distanceKm(from, to) * 10) / 10,
    tank_litres: fromUnits(tank_milli, 'quantity'),
    stops: stopsOnTheWay(wanted, { from, to, corridor_km: query.corridor_km, tank_milli }),
  }
}

/** Four weeks, which is long enough to see a habit. */
const usualDays = 28
/** Missed savings of a period (SMART-3). */
export async function readMissed(asking: Asking, query: ListQuery): Promise<HandlerReply<typeof smartBuy.missed>> {
  const { db, scope } = asking
  const company_id = await companyOf(asking, numberOf(query.company_id))
  const to = await dayOf(asking, query.to, 'to')
  const from = query.from ?? addDays(to, 1 - usualDays)
  const radius_km = numberOf(query.radius_km) ?? defaultRadiusKm
  if (from > to) throw new AppError('request.invalid', { to: 'smart-buy.day-order' })
  if (addDays(from, maxMissedDays) <= to)
    throw new AppError('request.invalid', { from: message('smart-buy.too-many-days', { max: maxMissedDays }) })
  if (radius_km < 1 || radius_km > maxRadiusKm)
    throw new AppError('request.invalid', { radius_km: message('smart-buy.radius', { max: maxRadiusKm }) })
  const question = { company_id: company_id ?? noCompany, from, to }
  const page = await listMissed(db, scope, query, question, radius_km).catch((error: unknown) => {
    throw isTooSlow(error) ? new AppError('request.invalid', { from: 'smart-buy.too-slow' }) : error
  })
  return { ...page, from, to, radius_km, company_id }
}
