import {
  type Card,
  type CardInput,
  type CardRow,
  type CardStatus,
  cardBalances,
  cardInput,
  card as cardSchema,
} from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import {
  daysToMask,
  encodeRefreshDays,
  maskToDays,
  parseRefreshDays,
  weekdays,
} from '@portal/contract/cards/refresh-days.rules.ts'
import { fromUnits, toUnits, type Unit } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Cards } from '../db/schema.ts'

const moneyFields = [
  'refreshing_cash_limits',
  'daily_card_limit',
  'daily_cash_limit',
  'debit_dollar_balance',
  'refreshing_cash_balance',
  'increment_dash_cash_amount',
  'paycheck_balance',
  'dash_cash_balance',
  'weekly_product_refresh_money_amount',
  'weekly_product_balance',
] as const
const quantityFields = [
  'weekly_fuel_quantity_limit',
  'weekly_fuel_quantity_balance',
  'daily_vehicle_quantity_limit_in_gallons',
  'transaction_fuel_quantity_limits',
  'non_highway_fuel_limit',
  'non_highway_fuel_daily_quantity_limit',
  'non_highway_fuel_weekly_quantity_limit',
  'non_highway_fuel_weekly_balance',
] as const
const dayFields = [
  'cash_refresh_days',
  'weekly_vehicle_quantity_refresh_day',
  'non_highway_fuel_weekly_refresh_day',
] as const

type AmountField = (typeof moneyFields)[number] | (typeof quantityFields)[number]
const amounts: [AmountField, keyof Cards & string, Unit][] = [
  ...moneyFields.map((name): [AmountField, keyof Cards & string, Unit] => [name, `${name}_cents`, 'money']),
  ...quantityFields.map((name): [AmountField, keyof Cards & string, Unit] => [name, `${name}_milli`, 'quantity']),
]
const columnOf = new Map<string, keyof Cards & string>(amounts.map(([name, column]) => [name, column]))

export type CardColumns = Omit<
  Selectable<Cards>,
  'id' | 'company_id' | 'version' | 'created_at' | 'updated_at' | 'refresh_days_since'
>
export type StoredCard = Selectable<Cards> & { company_name: string; company_number: string | null; currency: string }

const notPlain: readonly string[] = [
  'company',
  'company_name',
  'version',
  'balances_read',
  ...moneyFields,
  ...quantityFields,
  ...dayFields,
]
const plainInputs = Object.keys(cardInput.shape).filter((name) => !notPlain.includes(name)) as (keyof CardInput &
  keyof CardColumns)[]

export function toCardColumns(input: CardInput): CardColumns {
  const columns: Record<string, unknown> = {}
  for (const name of plainInputs) columns[name] = input[name] ?? null
  for (const [name, column, unit] of amounts) {
    const value = input[name]
    columns[column] = value === null || value === undefined ? null : toUnits(value, unit)
  }
  for (const name of dayFields) {
    const days = parseRefreshDays(input[name] ?? '')
    columns[name] = days === null ? null : daysToMask(days)
  }
  return columns as CardColumns
}

/** The columns of the given fields alone. */
export function toGivenColumns(given: Readonly<Record<string, unknown>>): Partial<CardColumns> {
  const all: Record<string, unknown> = toCardColumns(given as CardInput)
  const names = Object.keys(given).filter((name) => given[name] !== null && given[name] !== undefined)
  return Object.fromEntries(names.map((name) => columnOf.get(name) ?? name).map((column) => [column, all[column]]))
}

/** The balances as read, returned with a change: an equal value means the user did not change it (FORM-7). */
export const balanceColumns = cardBalances.map((name) => columnOf.get(name) as keyof CardColumns)
const balancesRead = (stored: StoredCard): string => balanceColumns.map((column) => stored[column] ?? '').join(',')

/** The wire name of a column, which is also the form field's name. */
const fieldOf = new Map<string, string>(amounts.map(([name, column]) => [column, name]))
export const fieldOfColumn = (column: string): string => fieldOf.get(column) ?? column

const unitOf = new Map<string, Unit>(amounts.map(([, column, unit]) => [column, unit]))
const isDays = (column: string) => (dayFields as readonly string[]).includes(column)
export function wireValue(column: string, value: unknown): unknown {
  const unit = unitOf.get(column)
  if (value === null || value === undefined) return null
  return unit
    ? fromUnits(value as number, unit)
    : isDays(column)
      ? encodeRefreshDays(maskToDays(value as number))
      : value
}
export const fieldsOfColumns = (columns: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [fieldOfColumn(column), wireValue(column, value)]),
  )

/** The unit of a card's amount by its field: its currency, gallons or its own measure. Null if it is no amount. */
export function amountUnitOf(field: string, card: StoredCard): 'CAD' | 'USD' | 'L' | 'GAL' | null {
  const unit = unitOf.get(columnOf.get(field) ?? field)
  if (!unit) return null
  if (unit === 'money') return card.currency as 'CAD' | 'USD'
  return field === 'daily_vehicle_quantity_limit_in_gallons' ? 'GAL' : (card.uom as 'L' | 'GAL')
}
/** A column's value as a user reads it. */
export function shownCardValue(column: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (column === 'card_status') return cardStatusWords[value as CardStatus]
  if (!isDays(column)) return String(wireValue(column, value))
  const days = maskToDays(value as number)
  return (
    weekdays
      .filter((day) => days[day])
      .map((day) => day[0]?.toUpperCase() + day.slice(1))
      .join(', ') || 'N/A'
  )
}

const converted: readonly string[] = [
  'company',
  'status',
  'balances_read',
  ...moneyFields,
  ...quantityFields,
  ...dayFields,
]
const plainFields = Object.keys(cardSchema.shape).filter((name) => !converted.includes(name)) as (keyof Card &
  keyof StoredCard)[]
const shownAmount = (units: number | null, unit: Unit) => (units === null ? null : fromUnits(units, unit))
const shownDays = (mask: number | null) => (mask === null ? null : encodeRefreshDays(maskToDays(mask)))

export function toCard(stored: StoredCard): Card {
  const card: Record<string, unknown> = {
    company: stored.company_id,
    status: cardStatusWords[stored.card_status as CardStatus],
    balances_read: balancesRead(stored),
  }
  for (const name of plainFields) card[name] = stored[name]
  for (const [name, column, unit] of amounts)
    card[name] = shownAmount(stored[column as keyof StoredCard] as number | null, unit)
  for (const name of dayFields) card[name] = shownDays(stored[name])
  return card as Card
}

export type StoredCardRow = Pick<
  StoredCard,
  | 'id'
  | 'card_number'
  | 'company_id'
  | 'company_name'
  | 'company_number'
  | 'currency'
  | 'plastic_type'
  | 'trailer_number'
  | 'card_status'
  | 'cash_advance_type'
  | 'driver_name'
  | 'version'
  | 'updated_at'
  | 'refreshing_cash_balance_cents'
  | 'vehicle_assigned_to_card'
  | 'non_highway_fuel_limit_milli'
  | 'uom'
  | 'card_issue_date'
  | 'currency'
> & { unit_id: number | null; users: number; has_transactions: boolean }
export const toCardRow = ({
  refreshing_cash_balance_cents,
  non_highway_fuel_limit_milli,
  ...row
}: StoredCardRow): CardRow =>
  ({
    ...row,
    status: cardStatusWords[row.card_status as CardStatus],
    refreshing_cash_balance: fromUnits(refreshing_cash_balance_cents, 'money'),
    non_highway_fuel_limit: fromUnits(non_highway_fuel_limit_milli, 'quantity'),
  }) as CardRow
