import type { cardRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { roadFuels } from '@portal/contract/lookups/products.rules.ts'
import { fromUnits, type Unit } from '@portal/contract/rules/money.ts'
import { convertQuantity, type VolumeUnit } from '@portal/contract/rules/units.ts'
import type { Selectable } from 'kysely'
import type { Cards, TransactionLines } from '../db/schema.ts'

/**
 * What a transaction draws from its card: quantities in the card's unit, money in cents (domain, 'Cards and their
 * balances').
 */
export type Draws = {
  fuel_milli: number
  product_cents: number
  reefer_milli: number
  cash_cents: number
  dash_cents: number
}
export const noDraws: Draws = { fuel_milli: 0, product_cents: 0, reefer_milli: 0, cash_cents: 0, dash_cents: 0 }

export type DrawingLine = Pick<
  Selectable<TransactionLines>,
  'product' | 'unit' | 'quantity_milli' | 'amount_cents' | 'dash_cash_cents'
>
const sumOf = <One>(some: readonly One[], value: (one: One) => number): number =>
  some.reduce((sum, one) => sum + value(one), 0)
export function drawsOf(lines: readonly DrawingLine[], uom: VolumeUnit): Draws {
  const of = (...products: string[]) => lines.filter(({ product }) => products.includes(product))
  const own = ({ quantity_milli, unit }: DrawingLine) =>
    unit === null ? quantity_milli : convertQuantity(quantity_milli, unit as VolumeUnit, uom)
  const road = of(...roadFuels)
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
const mapDraws = (value: (name: keyof Draws) => number): Draws =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Draws

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
export const ruleNames = [
  'id',
  'card_number',
  'card_status',
  'uom',
  'non_highway_fuel_limit_milli',
  'daily_vehicle_quantity_limit_in_gallons_milli',
] as const
export type Balances = Pick<Selectable<Cards>, (typeof balanceNames)[number]>
export type DrawnCard = Balances & Pick<Selectable<Cards>, (typeof ruleNames)[number] | (typeof limitNames)[number]>

/** The kinds of a refresh, as a bit mask. */
export const refreshOf = { cash: 1, fuel: 2, reefer: 4, product: 8 } as const
const refreshOfDraw = {
  fuel_milli: refreshOf.fuel,
  product_cents: refreshOf.product,
  reefer_milli: refreshOf.reefer,
  cash_cents: refreshOf.cash,
  dash_cents: 0,
}
/** The draws that no refresh has restored since. Dash cash is never refreshed. */
const outstanding = (draws: Draws, refreshed: number): Draws =>
  mapDraws((name) => ((refreshed & refreshOfDraw[name]) === 0 ? draws[name] : 0))

/** What a transaction drew (negative: restored), what its lines ask for, and which balances were refreshed since. */
export type Drawn = { draws: Draws; asked: Draws; isNoted: boolean; refreshed: number }
/** Without stored draws the lines decide: a purchase draws, a credit restores. */
export function drawnBy(asked: Draws, noted: Draws | null, isCredit: boolean, refreshed: number): Drawn {
  const draws = noted ?? mapDraws((name) => (isCredit ? Math.min(asked[name], 0) : Math.max(asked[name], 0)) + 0)
  return { draws, asked, isNoted: noted !== null, refreshed }
}
/** What a credit can restore: its purchase's outstanding draws, less what other credits already restored. */
export function availableOf(transactions: readonly Drawn[]): Draws {
  const left = transactions.map(({ draws, refreshed }) => outstanding(draws, refreshed))
  return mapDraws((name) => sumOf(left, (draws) => draws[name]))
}

/** `available` is null for a purchase. A credit restores at most `available`, which is zero without a purchase. */
export type Wanted = { asked: Draws; available: Draws | null }
export type Redrawn = { balances: Balances; draws: Draws; mustNote: boolean }

const volumes = [
  ['fuel_milli', 'weekly_fuel_quantity_balance_milli', 'weekly_fuel_quantity_limit_milli'],
  ['product_cents', 'weekly_product_balance_cents', 'weekly_product_refresh_money_amount_cents'],
  ['reefer_milli', 'non_highway_fuel_weekly_balance_milli', 'non_highway_fuel_weekly_quantity_limit_milli'],
] as const
const roomOf = (balance: number, limit: number | null): number =>
  Math.max((limit ?? Number.MAX_SAFE_INTEGER) - balance, 0)

type Volume = { balance: number; limit: number | null; old: number; wanted: number; available: number | null }
/**
 * One balance. A purchase can make it negative, because it already happened; deleting it restores exactly what it drew.
 * A credit raises it at most to its limit.
 */
function drawVolume({ balance, limit, old, wanted, available }: Volume): number {
  if (available === null) return Math.max(wanted, 0)
  return 0 - Math.min(Math.max(-wanted, 0), Math.max(available, 0), roomOf(balance + old, limit))
}

type Cash = { cash: number; dash: number }
/**
 * Restored cash first brings negative dash cash up to zero, then refreshing cash up to its limit. The rest becomes dash
 * cash.
 */
function restoreCash(total: number, { cash, dash }: Cash, limit: number, atLeastDash = 0): Cash {
  const asDash = Math.min(total, atLeastDash)
  const toZero = Math.min(total - asDash, Math.max(0 - (dash + asDash), 0))
  const toCash = Math.min(total - asDash - toZero, roomOf(cash, limit))
  return { cash: toCash, dash: total - toCash }
}
/**
 * How a transaction draws from refreshing cash and dash cash; `left` excludes the transaction itself. If refreshing
 * cash was refreshed since, the transaction's share of it stays as it was, and only dash cash moves.
 */
function drawCash(
  left: Cash,
  limit: number,
  { asked, available }: Wanted,
  was: Drawn | null,
  isRefreshed: boolean,
): Cash {
  const total = asked.cash_cents + asked.dash_cents
  if (available === null) {
    const asDash = Math.min(Math.max(asked.dash_cents, 0), Math.max(total, 0))
    const rest = Math.max(total, 0) - asDash
    const cash = isRefreshed
      ? Math.min(rest, was ? Math.max(was.draws.cash_cents, 0) : rest)
      : Math.min(rest, Math.max(left.cash, 0))
    return { cash, dash: asDash + rest - cash }
  }
  const most = Math.max(available.cash_cents + available.dash_cents, 0)
  if (isRefreshed)
    return { cash: 0, dash: 0 - Math.min(Math.max(-total - Math.max(-(was?.draws.cash_cents ?? 0), 0), 0), most) }
  const given = Math.min(Math.max(-total, 0), most)
  const back = restoreCash(given, left, limit, Math.max(-asked.dash_cents, 0))
  return { cash: 0 - back.cash, dash: 0 - back.dash }
}
function redrawCash(
  card: DrawnCard,
  was: Drawn | null,
  wanted: Wanted | null,
  refreshed: number,
): { left: Cash; draws: Cash } {
  const now = { cash: card.refreshing_cash_balance_cents, dash: card.dash_cash_balance_cents }
  const limit = card.refreshing_cash_limits_cents
  const isRefreshed = (refreshed & refreshOf.cash) !== 0
  const old = { cash: was?.draws.cash_cents ?? 0, dash: was?.draws.dash_cents ?? 0 }
  const isSame =
    was &&
    wanted &&
    was.asked.cash_cents === wanted.asked.cash_cents &&
    was.asked.dash_cents === wanted.asked.dash_cents
  if (isSame) return { left: now, draws: old }
  // Older advances have no record of which part was dash cash.
  const isGuessed = was !== null && !was.isNoted && old.cash > 0
  const back =
    isGuessed && !isRefreshed
      ? restoreCash(old.cash + old.dash, now, limit, old.dash)
      : { cash: isRefreshed ? 0 : old.cash, dash: old.dash }
  const without = { cash: now.cash + back.cash, dash: now.dash + back.dash }
  if (!wanted) return { left: without, draws: { cash: 0, dash: 0 } }
  const drawn = drawCash(without, limit, wanted, was, isRefreshed)
  const left = { cash: without.cash - (isRefreshed ? 0 : drawn.cash), dash: without.dash - drawn.dash }
  return { left, draws: { cash: isRefreshed && was ? old.cash : drawn.cash, dash: drawn.dash } }
}

/**
 * The card's balances when a transaction that drew `was` draws `wanted` instead. Null means the transaction does not
 * exist before or after. Balances refreshed since booking stay as they are, because the refresh already reset them.
 */
export function redraw(card: DrawnCard, was: Drawn | null, wanted: Wanted | null, refreshed: number): Redrawn {
  const cash = redrawCash(card, was, wanted, refreshed)
  const held = Object.fromEntries(balanceNames.map((name) => [name, card[name]])) as Balances
  const balances = { ...held, refreshing_cash_balance_cents: cash.left.cash, dash_cash_balance_cents: cash.left.dash }
  const draws = { ...noDraws, cash_cents: cash.draws.cash, dash_cents: cash.draws.dash }
  for (const [name, balanceName, limitName] of volumes) {
    const [balance, limit, old] = [card[balanceName], card[limitName], was?.draws[name] ?? 0]
    const [asked, available] = [wanted?.asked[name] ?? 0, wanted?.available?.[name] ?? null]
    const isSame = was !== null && wanted !== null && was.asked[name] === wanted.asked[name]
    // Skips balances the card does not have and balances refreshed since.
    const isLeft = isSame || balance === null || (refreshed & refreshOfDraw[name]) !== 0
    draws[name] = isSame
      ? old
      : isLeft
        ? available === null
          ? Math.max(asked, 0)
          : Math.min(old, 0)
        : drawVolume({ balance, limit, old, wanted: asked, available })
    if (!isLeft) Object.assign(balances, { [balanceName]: balance + old - draws[name] })
  }
  const mustNote =
    wanted !== null &&
    (wanted.available !== null || (was?.isNoted ?? false) || draws.cash_cents !== 0 || draws.dash_cents !== 0)
  return { balances, draws, mustNote }
}

/** What a purchase would draw if it were booked now, less what was refreshed since. */
export const wouldDraw = ({ asked }: Wanted, refreshed: number): Draws =>
  outstanding(
    mapDraws((name) => Math.max(asked[name], 0)),
    refreshed,
  )

/** The card's road fuel of the day, this purchase included, and whether the purchase has reefer fuel. */
export type Circumstances = { day_gallons_milli: number; isReefer: boolean }

const roadGallons = (lines: readonly DrawingLine[]): number =>
  sumOf(
    lines.filter(({ product }) => (roadFuels as readonly string[]).includes(product)),
    ({ unit, quantity_milli }) => (unit === 'L' ? convertQuantity(quantity_milli, 'L', 'GAL') : quantity_milli),
  )
/** `gallons_milli` is the card's other road fuel of the day. A purchase without road fuel cannot exceed the daily limit. */
export function circumstancesOf(lines: readonly DrawingLine[], gallons_milli: number): Circumstances {
  const own = roadGallons(lines)
  const isReefer = lines.some(({ product, quantity_milli }) => product === 'RF' && quantity_milli > 0)
  return { day_gallons_milli: own > 0 ? own + gallons_milli : 0, isReefer }
}

/** A rule of the card that a purchase breaks, with the numbers of its sentence (EXC-1). */
export type BrokenRule = {
  rule: (typeof cardRules)[number]
  part: string
  numbers: Record<string, number | string>
}
type Limit = { part: string; unit: Unit; balance: number | null; limit: number | null; draw: number }
function overLimit({ part, unit, balance, limit, draw }: Limit, uom: string): BrokenRule[] {
  if (draw <= 0 || balance === null || balance >= draw) return []
  const [bought, left, most] = [draw, Math.max(balance, 0), limit ?? Math.max(balance, 0)].map((units) =>
    fromUnits(units, unit),
  ) as [number, number, number]
  const numbers = { bought, left, limit: most, ...(unit === 'quantity' ? { unit: uom } : {}) }
  return [{ rule: 'over_limit', part, numbers }]
}
const limitsOf = (card: DrawnCard, draws: Draws): Limit[] => [
  {
    part: 'fuel',
    unit: 'quantity',
    balance: card.weekly_fuel_quantity_balance_milli,
    limit: card.weekly_fuel_quantity_limit_milli,
    draw: draws.fuel_milli,
  },
  {
    part: 'product',
    unit: 'money',
    balance: card.weekly_product_balance_cents,
    limit: card.weekly_product_refresh_money_amount_cents,
    draw: draws.product_cents,
  },
  {
    part: 'reefer',
    unit: 'quantity',
    balance: card.non_highway_fuel_weekly_balance_milli,
    limit: card.non_highway_fuel_weekly_quantity_limit_milli,
    draw: draws.reefer_milli,
  },
  {
    part: 'cash',
    unit: 'money',
    balance: Math.max(card.refreshing_cash_balance_cents, 0) + card.dash_cash_balance_cents,
    limit: card.refreshing_cash_limits_cents,
    draw: draws.cash_cents + draws.dash_cents,
  },
]
/** The rules that a purchase breaks. It is booked anyway, because it already happened. Credits have no exceptions. */
export function exceptionsOf(
  card: DrawnCard,
  draws: Draws,
  { day_gallons_milli, isReefer }: Circumstances,
): BrokenRule[] {
  const day = card.daily_vehicle_quantity_limit_in_gallons_milli
  const ofDay = { bought: fromUnits(day_gallons_milli, 'quantity'), limit: fromUnits(day, 'quantity') }
  return [
    ...(card.card_status === 'HOLD' ? [{ rule: 'on_hold' as const, part: '', numbers: {} }] : []),
    ...limitsOf(card, draws).flatMap((limit) => overLimit(limit, card.uom)),
    ...(day_gallons_milli > day ? [{ rule: 'over_limit' as const, part: 'day', numbers: ofDay }] : []),
    ...(isReefer && card.non_highway_fuel_limit_milli === 0
      ? [{ rule: 'wrong_product' as const, part: '', numbers: { product: 'RF' } }]
      : []),
  ]
}

/** A purchase or credit about to be booked on a card. */
export type NewTransaction = {
  id: number
  day: string
  isCredit: boolean
  lines: readonly DrawingLine[]
}
/** The card after drawing everything asked for, with cash as one sum and no limits applied. */
function withoutAsked(card: DrawnCard, asked: Draws): DrawnCard {
  const volume = <Balance extends number | null>(balance: Balance, draw: number) =>
    (balance === null ? null : balance - draw) as Balance
  return {
    ...card,
    weekly_fuel_quantity_balance_milli: volume(card.weekly_fuel_quantity_balance_milli, asked.fuel_milli),
    weekly_product_balance_cents: volume(card.weekly_product_balance_cents, asked.product_cents),
    non_highway_fuel_weekly_balance_milli: volume(card.non_highway_fuel_weekly_balance_milli, asked.reefer_milli),
    dash_cash_balance_cents: card.dash_cash_balance_cents - asked.cash_cents - asked.dash_cents,
  }
}
/**
 * The exceptions of a file's purchases, in chronological order. Each one draws from what the earlier ones left, credits
 * included. `gallonsOf` holds the fuel already booked, by day.
 */
export function exceptionsInOrder(
  card: DrawnCard,
  transactions: readonly NewTransaction[],
  gallonsOf: ReadonlyMap<string, number>,
): Map<number, BrokenRule[]> {
  const gallons = new Map(gallonsOf)
  const found = new Map<number, BrokenRule[]>()
  let left: DrawnCard = { ...card, refreshing_cash_balance_cents: Math.max(card.refreshing_cash_balance_cents, 0) }
  for (const { id, day, isCredit, lines } of transactions) {
    const asked = drawsOf(lines, card.uom as VolumeUnit)
    const gallons_milli = gallons.get(day) ?? 0
    const broken = isCredit ? [] : exceptionsOf(left, asked, circumstancesOf(lines, gallons_milli))
    if (broken.length > 0) found.set(id, broken)
    gallons.set(day, gallons_milli + roadGallons(lines))
    left = withoutAsked(left, asked)
  }
  return found
}

export type DrawNote = Draws & { transaction_id: number }
/** The card after a file's purchases, and the split of each advance between cash and dash cash. */
export function drawInOrder(
  card: DrawnCard,
  transactions: readonly NewTransaction[],
): { card: DrawnCard; notes: DrawNote[] } {
  const notes: DrawNote[] = []
  let left = card
  for (const { id, isCredit, lines } of transactions) {
    if (isCredit) continue
    const { balances, draws, mustNote } = redraw(
      left,
      null,
      { asked: drawsOf(lines, card.uom as VolumeUnit), available: null },
      0,
    )
    left = { ...left, ...balances }
    if (mustNote) notes.push({ transaction_id: id, ...draws })
  }
  return { card: left, notes }
}
