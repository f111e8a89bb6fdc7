import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import type { Selectable } from 'kysely'
import type { Cards, TransactionLines } from '../db/schema.ts'

/** What a stop takes from its card: quantities in the card's unit, money in cents (domain, 'Cards and their balances'). */
export type Draws = { fuel_milli: number; product_cents: number; reefer_milli: number; cash_cents: number; dash_cents: number }
export const noDraws: Draws = { fuel_milli: 0, product_cents: 0, reefer_milli: 0, cash_cents: 0, dash_cents: 0 }

type DrawingLine = Pick<Selectable<TransactionLines>, 'product' | 'unit' | 'quantity_milli' | 'amount_cents' | 'dash_cash_cents'>
const sumOf = <One>(some: readonly One[], value: (one: One) => number): number => some.reduce((sum, one) => sum + value(one), 0)
export function drawsOf(lines: readonly DrawingLine[], uom: VolumeUnit): Draws {
  const of = (...products: string[]) => lines.filter(({ product }) => products.includes(product))
  const own = ({ quantity_milli, unit }: DrawingLine) => (unit === null ? quantity_milli : convertQuantity(quantity_milli, unit as VolumeUnit, uom))
  const road = of('D1', 'D1W', 'GAS')
  const dash_cents = sumOf(of('CSH'), (line) => line.dash_cash_cents ?? 0)
  return {
    fuel_milli: sumOf(road, own),
    product_cents: sumOf(road, (line) => line.amount_cents),
    reefer_milli: sumOf(of('RF'), own),
    cash_cents: sumOf(of('CSH'), (line) => line.amount_cents) - dash_cents,
    dash_cents,
  }
}
const names = Object.keys(noDraws) as (keyof Draws)[]
export const drawsBetween = (before: Draws, after: Draws): Draws =>
  Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Draws
export const isNothing = (draws: Draws): boolean => names.every((name) => draws[name] === 0)

export const balanceNames = [
  'weekly_fuel_quantity_balance_milli',
  'weekly_product_balance_cents',
  'non_highway_fuel_weekly_balance_milli',
  'refreshing_cash_balance_cents',
  'dash_cash_balance_cents',
] as const
export const limitNames = [
  'weekly_fuel_quantity_limit_milli',
  'weekly_product_refresh_money_amount_cents',
  'non_highway_fuel_weekly_quantity_limit_milli',
  'refreshing_cash_limits_cents',
] as const
export type Balances = Pick<Selectable<Cards>, (typeof balanceNames)[number]>
export type DrawnCard = Balances &
  Pick<Selectable<Cards>, 'id' | 'card_number' | 'card_status' | 'uom' | 'non_highway_fuel_limit_milli' | (typeof limitNames)[number]>

/** The kinds of a refresh, as its record adds them up. */
export const refreshOf = { cash: 1, fuel: 2, reefer: 4, product: 8 } as const
type Refresh = keyof typeof refreshOf
/**
 * The balances after a draw; below zero is allowed, since it happened. What comes back goes to where it was taken from and never lifts a balance above its
 * limit; what has returned to its limit by itself since is there already. Which part of an imported advance was dash cash nobody knows, so what has no
 * room below the limit of the cash goes there.
 */
export function balancesAfter(card: DrawnCard, draws: Draws, refreshed: number): Balances {
  const isBackAlready = (kind: Refresh) => (refreshed & refreshOf[kind]) !== 0
  const left = <Balance extends number | null>(balance: Balance, draw: number, limit: number | null, kind: Refresh) => {
    if (balance === null || (draw < 0 && isBackAlready(kind))) return balance
    return (draw > 0 ? balance - draw : Math.max(balance, Math.min(balance - draw, limit ?? balance - draw))) as Balance
  }
  const cash = card.refreshing_cash_balance_cents
  const cashLeft =
    draws.cash_cents > 0
      ? cash - Math.min(draws.cash_cents, Math.max(cash, 0))
      : left(cash, draws.cash_cents, card.refreshing_cash_limits_cents, 'cash')
  const fromDash = draws.cash_cents < 0 && isBackAlready('cash') ? 0 : draws.cash_cents - (cash - cashLeft)
  return {
    weekly_fuel_quantity_balance_milli: left(
      card.weekly_fuel_quantity_balance_milli,
      draws.fuel_milli,
      card.weekly_fuel_quantity_limit_milli,
      'fuel',
    ),
    weekly_product_balance_cents: left(
      card.weekly_product_balance_cents,
      draws.product_cents,
      card.weekly_product_refresh_money_amount_cents,
      'product',
    ),
    non_highway_fuel_weekly_balance_milli: left(
      card.non_highway_fuel_weekly_balance_milli,
      draws.reefer_milli,
      card.non_highway_fuel_weekly_quantity_limit_milli,
      'reefer',
    ),
    refreshing_cash_balance_cents: cashLeft,
    dash_cash_balance_cents: card.dash_cash_balance_cents - fromDash - draws.dash_cents,
  }
}

/** What goes against a rule and is booked all the same, since it happened. A purchase that is taken back breaks none. */
export function exceptionsOf(card: DrawnCard, draws: Draws): string[] {
  const isShort = (balance: number | null, draw: number) => draw > 0 && balance !== null && balance < draw
  const cash = Math.max(card.refreshing_cash_balance_cents, 0) + card.dash_cash_balance_cents
  const isOver =
    isShort(card.weekly_fuel_quantity_balance_milli, draws.fuel_milli) ||
    isShort(card.weekly_product_balance_cents, draws.product_cents) ||
    isShort(card.non_highway_fuel_weekly_balance_milli, draws.reefer_milli) ||
    isShort(cash, draws.cash_cents + draws.dash_cents)
  const isBuying = Object.values(draws).some((draw) => draw > 0)
  return [
    ...(isBuying && card.card_status === 'HOLD' ? ['on_hold'] : []),
    ...(isOver ? ['over_limit'] : []),
    ...(draws.reefer_milli > 0 && card.non_highway_fuel_limit_milli === 0 ? ['wrong_product'] : []),
  ]
}
