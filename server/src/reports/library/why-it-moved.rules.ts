import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { isLiquid, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { Days } from '@portal/contract/reports/report-period.rules.ts'

/** Why spend moved (REPT-6), in the order of the waterfall. For a customer, market and markup are one part, `price`. */
const moveParts = ['volume', 'price', 'market', 'markup', 'unit_tax', 'sales_tax', 'mix', 'other'] as const
export type MovePart = (typeof moveParts)[number]

/** What was bought of a product in a province in one period. Nano is billionths of a dollar. */
export type MoveSums = {
  litres_milli: number
  amount_cents: number
  sales_tax_cents: number
  unit_tax_nano: bigint
  /** Price before sales tax less rate; 0 for a customer, who cannot see it. */
  markup_nano: bigint
}
export type MoveGroup = { product: ProductCode; province: string | null; before: MoveSums; after: MoveSums }
export type PartOfGroup<Group> = { group: Group; part: MovePart; cents: number }

const noSums: MoveSums = {
  litres_milli: 0,
  amount_cents: 0,
  sales_tax_cents: 0,
  unit_tax_nano: 0n,
  markup_nano: 0n,
}
type Bought = MoveSums & { product: ProductCode; province: string | null }
/** The groups of two periods side by side; what one of them lacks is nothing there. */
export function pairGroups(before: readonly Bought[], after: readonly Bought[]): MoveGroup[] {
  const groups = new Map<string, MoveGroup>()
  for (const [when, all] of [['before', before] as const, ['after', after] as const])
    for (const { product, province, ...sums } of all) {
      const key = `${product} ${province}`
      const group = groups.get(key) ?? { product, province, before: noSums, after: noSums }
      groups.set(key, { ...group, [when]: sums })
    }
  return [...groups.values()]
}

const nanoOfCent = 10_000_000n
/** Half away from zero, for any signs. */
export function divided(over: bigint, under: bigint): bigint {
  const [top, bottom] = under < 0n ? [-over, -under] : [over, under]
  return (2n * top + (top < 0n ? -bottom : bottom)) / (2n * bottom)
}
const size = (value: bigint): bigint => (value < 0n ? -value : value)
/** Whole cents that add up to the sum; what rounding leaves goes to the largest. */
export function centsOf(nanos: readonly bigint[], sum: number): number[] {
  const cents = nanos.map((nano) => Number(divided(nano, nanoOfCent)))
  const rest = sum - cents.reduce((total, one) => total + one, 0)
  const largest = nanos.reduce((best, nano, at) => (size(nano) > size(nanos[best] ?? 0n) ? at : best), 0)
  return cents.map((one, at) => (at === largest ? one + rest : one))
}

type Parts = Partial<Record<MovePart, bigint>>
/** The litres of all groups, and what they cost before. For a customer, market and markup are one part. */
type Whole = { q0: bigint; q1: bigint; a0: bigint; isPriceOne: boolean }
const litres = ({ litres_milli }: MoveSums): bigint => BigInt(litres_milli)
const amount = ({ amount_cents }: MoveSums): bigint => BigInt(amount_cents) * nanoOfCent

/** The change of the price within a group, at the litres of the later period, by what the price is made of. */
function priceParts({ before, after }: MoveGroup, isPriceOne: boolean): Parts {
  const [q0, q1] = [litres(before), litres(after)]
  // What is new has no earlier price: it is mix and volume alone.
  if (q0 === 0n || q1 === 0n) return {}
  const changeOf = (earlier: bigint, later: bigint) => divided(later * q0 - earlier * q1, q0)
  const all = changeOf(amount(before), amount(after))
  const sales_tax = changeOf(BigInt(before.sales_tax_cents) * nanoOfCent, BigInt(after.sales_tax_cents) * nanoOfCent)
  const unit_tax = changeOf(before.unit_tax_nano, after.unit_tax_nano)
  const price = all - sales_tax - unit_tax
  if (isPriceOne) return { price, sales_tax, unit_tax }
  const markup = changeOf(before.markup_nano, after.markup_nano)
  return { market: price - markup, markup, sales_tax, unit_tax }
}

/** (share1 − share0) × Q1 × (p0g − p̄0); a group that is new in the later period has the same price before. */
function mixOf({ before, after }: MoveGroup, { q0, q1, a0 }: Whole): bigint {
  const priced = litres(before) === 0n ? after : before
  const at = litres(priced)
  if (at === 0n) return 0n
  const moved = litres(after) * q0 - litres(before) * q1
  return divided(moved * (amount(priced) * q0 - a0 * at), q0 * at * q0)
}

const plainChange = ({ before, after }: MoveGroup): bigint => amount(after) - amount(before)
/** An amount without litres has no price: its change is plain. */
const withoutLitres = ({ before, after }: MoveGroup): bigint =>
  (litres(after) === 0n ? amount(after) : 0n) - (litres(before) === 0n ? amount(before) : 0n)

function partsOf(group: MoveGroup, whole: Whole): Parts {
  if (!isLiquid(group.product)) return { other: plainChange(group) }
  if (whole.q0 <= 0n || whole.q1 <= 0n) return { volume: plainChange(group) }
  return {
    ...priceParts(group, whole.isPriceOne),
    volume: divided((litres(group.after) - litres(group.before)) * whole.a0, whole.q0),
    mix: mixOf(group, whole),
    other: withoutLitres(group),
  }
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n)
const spendOf = (groups: readonly MoveGroup[], when: 'before' | 'after'): number =>
  groups.reduce((sum, group) => sum + group[when].amount_cents, 0)

/**
 * The change in spend of one currency as parts without a residual (REPT-6), each with what its groups contribute. Groups
 * add up to their part and parts to the change, to the cent.
 */
export function whyItMoved<Group extends MoveGroup>(
  groups: readonly Group[],
  isPriceOne: boolean,
): { before: number; after: number; parts: { part: MovePart; cents: number; groups: PartOfGroup<Group>[] }[] } {
  const priced = groups.filter(({ product }) => isLiquid(product))
  const whole: Whole = {
    q0: sumOf(priced, ({ before }) => litres(before)),
    q1: sumOf(priced, ({ after }) => litres(after)),
    // Without the amounts that have no litres, which are no price.
    a0: sumOf(priced, ({ before }) => (litres(before) === 0n ? 0n : amount(before))),
    isPriceOne,
  }
  const shares = groups.map((group) => ({ group, of: partsOf(group, whole) }))
  const shown = moveParts.filter((part) => (part === 'price' ? isPriceOne : !isPriceOne || !isOfPrice(part)))
  const sums = shown.map((part) => sumOf(shares, ({ of }) => of[part] ?? 0n))
  const [before, after] = [spendOf(groups, 'before'), spendOf(groups, 'after')]
  const cents = centsOf(sums, after - before)
  return {
    before,
    after,
    parts: shown.map((part, at) => {
      const own = shares.filter(({ of }) => (of[part] ?? 0n) !== 0n)
      const inCents = centsOf(
        own.map(({ of }) => of[part] ?? 0n),
        cents[at] ?? 0,
      )
      return {
        part,
        cents: cents[at] ?? 0,
        groups: own.map(({ group }, n) => ({ group, part, cents: inCents[n] ?? 0 })),
      }
    }),
  }
}
const isOfPrice = (part: MovePart): boolean => part === 'market' || part === 'markup'

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const firstOf = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
const isWholeMonths = ({ from, to }: Days): boolean => from.endsWith('-01') && addDays(to, 1).endsWith('-01')
const monthsBack = ({ from, to }: Days, months: number): Days => ({
  from: firstOf(monthOf(from) - months),
  to: addDays(firstOf(monthOf(to) + 1 - months), -1),
})
/** The same day a year earlier; of 29 February the 28th. */
const yearBack = (day: string): string => {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return earlier.endsWith('-02-29') ? `${earlier.slice(0, 8)}28` : earlier
}
export type Against = 'previous' | 'last-year'
/** The period to compare with: as many days before, or whole months before whole months; or the same a year earlier. */
export function comparedDays(days: Days, against: Against): Days {
  if (isWholeMonths(days))
    return monthsBack(days, against === 'last-year' ? 12 : monthOf(days.to) - monthOf(days.from) + 1)
  if (against === 'last-year') return { from: yearBack(days.from), to: yearBack(days.to) }
  const to = addDays(days.from, -1)
  return { from: addDays(to, (Date.parse(days.from) - Date.parse(days.to)) / 86_400_000), to }
}
/** The days that are in both periods, if there are some. */
export function daysInBoth(one: Days, other: Days): Days | null {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  return from <= to ? { from, to } : null
}
