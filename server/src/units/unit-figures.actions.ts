import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { can } from '@portal/contract/permissions.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import {
  figureDays,
  type UnitFigures,
  type UnitHistory,
  type UnitRow,
  type VehicleUnit,
} from '@portal/contract/units/units.ts'
import type { Context } from '../platform/http/context.ts'
import type { Page } from '../platform/lists/paginate.ts'
import { listRoadFuel } from './economy.queries.ts'
import { economyOf, latestReading } from './economy.rules.ts'
import {
  listNamingCards,
  listUnitDrivers,
  listUnitMonths,
  listUnitSums,
  listUsedCards,
} from './unit-figures.queries.ts'
import { boughtFigures, downloadCells, economyShown } from './unit-figures.rules.ts'
import { getUnit, listUnits } from './units.queries.ts'
import { readDues, toNextService } from './upkeep/due.actions.ts'
import { listLastServices, listRecentPurchases } from './upkeep/due.queries.ts'
import { addMonths } from './upkeep/due.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>
type Part = Partial<UnitFigures>
/** A company's units on one page, with what each figure is looked up by. */
type Shown = { companyId: number; units: readonly VehicleUnit[]; numbers: string[]; today: string }

async function cardFigures({ db, actor }: Reader, { companyId, numbers }: Shown): Promise<(unit: VehicleUnit) => Part> {
  if (!can(actor.grants, 'cards.read')) return () => ({ is_closed: null, cards: null })
  const named = Map.groupBy(await listNamingCards(db, actor.scope, companyId, numbers), (card) => card.unit_number)
  return ({ unit_number }) => {
    const cards = named.get(unit_number) ?? []
    return {
      is_closed: cards.length > 0 && cards.every(({ card_status }) => card_status === 'CLOSED'),
      cards: cards.map(({ id, card_number }) => ({ id, card_number })),
      driver_name: cards[0]?.driver_name.trim() || null,
    }
  }
}

const noPurchases: Part = {
  last_odometer: null,
  l_per_100km_30: null,
  l_per_100km_90: null,
  spend_90: null,
  def_percent: null,
}
async function purchaseFigures(
  { db, actor }: Reader,
  { companyId, numbers, today }: Shown,
): Promise<(unit: VehicleUnit) => Part> {
  if (!can(actor.grants, 'transactions.read')) return () => noPurchases
  const span = { company_id: companyId, from: addDays(today, 1 - figureDays.long), to: today, numbers }
  const shortFrom = addDays(today, 1 - figureDays.short)
  const recent = await listRecentPurchases(db, actor.scope, companyId, numbers)
  const fills = Map.groupBy(await listRoadFuel(db, actor.scope, span), ({ unit_number }) => unit_number)
  const sums = Map.groupBy(await listUnitSums(db, actor.scope, span), ({ unit_number }) => unit_number)
  return ({ unit_number, odometer_unit }) => {
    const bought = recent.get(unit_number) ?? []
    const read = latestReading(bought, odometer_unit)
    const driver = bought.findLast(({ driver_name }) => driver_name?.trim())?.driver_name?.trim()
    return {
      last_odometer: read ? { reading: fromUnits(read.odometer_milli, 'quantity'), at: read.at } : null,
      ...boughtFigures(fills.get(unit_number) ?? [], sums.get(unit_number) ?? [], { unit: odometer_unit, shortFrom }),
      ...(driver ? { driver_name: driver } : {}),
    }
  }
}

async function serviceFigures({ db, actor }: Reader, shown: Shown): Promise<(unit: VehicleUnit) => Part> {
  const { companyId, units, today } = shown
  const ids = units.map(({ id }) => id)
  const done = await listLastServices(db, actor.scope, companyId, ids)
  const byUnit = Map.groupBy(done, ({ unit_id }) => unit_id)
  // The most pressing comes first.
  const dues = Map.groupBy(
    await readDues(db, actor.scope, { companyId, today, unitIds: ids }),
    ({ unit_id }) => unit_id,
  )
  return ({ id }) => {
    const last = byUnit.get(id)?.toSorted((one, other) => other.day.localeCompare(one.day))[0]
    const due = dues.get(id)?.[0]
    const next = due ? toNextService(companyId, due) : null
    return {
      last_service: last ? { kind: last.kind, day: last.day } : null,
      next_service: next
        ? { kind: next.kind, state: next.state, due_day: next.due_day, distance_left: next.distance_left }
        : null,
    }
  }
}

const noFigures: UnitFigures = {
  is_closed: null,
  cards: null,
  driver_name: null,
  last_odometer: null,
  l_per_100km_30: null,
  l_per_100km_90: null,
  spend_90: null,
  def_percent: null,
  last_service: null,
  next_service: null,
}
/** A page of units with their figures: a few statements for each company on it, however many transactions there are. */
export async function listUnitRows(reader: Reader, query: ListQuery, today: string): Promise<Page<'units', UnitRow>> {
  const page = await listUnits(reader.db, reader.actor.scope, query)
  const rows = new Map<number, UnitRow>()
  for (const [companyId, units] of Map.groupBy(page.units, ({ company_id }) => company_id)) {
    const shown = { companyId, units, numbers: units.map(({ unit_number }) => unit_number), today }
    const parts = [
      await cardFigures(reader, shown),
      await purchaseFigures(reader, shown),
      await serviceFigures(reader, shown),
    ]
    for (const unit of units) {
      const row = Object.assign({}, unit, noFigures, ...parts.map((part) => part(unit))) as UnitRow
      rows.set(unit.id, Object.assign(row, downloadCells(row)))
    }
  }
  return { ...page, units: page.units.map(({ id }) => rows.get(id) as UnitRow) }
}

const historyMonths = 12
/** Twelve months of a unit: fills, months, drivers, cards (CARE-3). */
export async function unitHistory({ db, actor }: Reader, id: number, today: string): Promise<UnitHistory | null> {
  const unit = await getUnit(db, actor.scope, id)
  if (!can(actor.grants, 'transactions.read')) return null
  const since = `${addMonths(today, 1 - historyMonths).slice(0, 7)}-01`
  const span = { company_id: unit.company_id, from: since, to: today, numbers: [unit.unit_number] }
  const economy = economyOf(await listRoadFuel(db, actor.scope, span), unit.odometer_unit as 'km' | 'mi' | null)
  const months = await listUnitMonths(db, actor.scope, span)
  return {
    since,
    ...economyShown(economy),
    months: months.map(({ amount_cents, ...month }) => ({ ...month, amount: fromUnits(amount_cents, 'money') })),
    drivers: await listUnitDrivers(db, actor.scope, span),
    cards: can(actor.grants, 'cards.read') ? await listUsedCards(db, actor.scope, span) : null,
  }
}
