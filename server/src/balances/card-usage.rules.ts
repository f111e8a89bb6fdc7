import type { CardUse, UsageLimit } from '@portal/contract/cards/card-usage.ts'
import { fromUnits, type Unit } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Cards } from '../db/schema.ts'

/** A card with its company's currency. */
export type LimitedCard = Selectable<Cards> & { currency: string }

/** What the card's purchases of a day add up to. */
export type DayUse = { amount_cents: number; cash_cents: number; gallons_milli: number }

type Measured = { name: UsageLimit; unit: CardUse['unit']; kind: Unit; limit: number | null }
const use = (
  { name, unit, kind, limit }: Measured,
  period: CardUse['period'],
  of: { used: number; left: number },
): CardUse => ({
  limit: name,
  period,
  unit,
  used: fromUnits(of.used, kind),
  of: fromUnits(limit ?? 0, kind),
  left: fromUnits(of.left, kind),
})
/** A limit of zero that is not used says nothing. */
const isTelling = ({ used, of, left }: CardUse) => of > 0 || used > 0 || left < 0

const ofDay = (measured: Measured, used: number): CardUse[] =>
  measured.limit === null ? [] : [use(measured, 'today', { used, left: measured.limit - used })]
/** The balance decides what is left: it is also what a purchase is checked against. */
const ofBalance = (measured: Measured, balance: number | null): CardUse[] =>
  measured.limit === null || balance === null
    ? []
    : [use(measured, 'refresh', { used: Math.max(measured.limit - balance, 0), left: balance })]

/** What a card used of its limits (UX-1): today by its purchases, and since each refresh by its balances. */
export function usesOf(card: LimitedCard, day: DayUse): CardUse[] {
  const currency = card.currency as 'CAD' | 'USD'
  const uom = card.uom as 'L' | 'GAL'
  const money = (name: UsageLimit, limit: number | null): Measured => ({ name, unit: currency, kind: 'money', limit })
  const volume = (name: UsageLimit, limit: number | null, unit: 'L' | 'GAL' = uom): Measured => ({
    name,
    unit,
    kind: 'quantity',
    limit,
  })
  const gallons = card.daily_vehicle_quantity_limit_in_gallons_milli
  return [
    ...ofDay(money('daily_card_limit', card.daily_card_limit_cents), day.amount_cents),
    ...ofDay(volume('daily_vehicle_quantity_limit_in_gallons', gallons, 'GAL'), day.gallons_milli),
    ...ofDay(money('daily_cash_limit', card.daily_cash_limit_cents), day.cash_cents),
    ...ofBalance(
      volume('weekly_fuel_quantity_limit', card.weekly_fuel_quantity_limit_milli),
      card.weekly_fuel_quantity_balance_milli,
    ),
    ...ofBalance(
      money('weekly_product_refresh_money_amount', card.weekly_product_refresh_money_amount_cents),
      card.weekly_product_balance_cents,
    ),
    ...ofBalance(
      volume('non_highway_fuel_weekly_quantity_limit', card.non_highway_fuel_weekly_quantity_limit_milli),
      card.non_highway_fuel_weekly_balance_milli,
    ),
    ...ofBalance(
      money('refreshing_cash_limits', card.refreshing_cash_limits_cents),
      card.refreshing_cash_balance_cents,
    ),
  ].filter(isTelling)
}
