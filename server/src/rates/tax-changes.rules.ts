import { AppError } from '@portal/contract/errors.ts'
import { jurisdictionOf, jurisdictions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { productCodes, type TaxClass, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import {
  isUnitTax,
  type SalesTaxRow,
  type TaxCode,
  type TaxTable,
  taxesOn,
  taxTable,
  type UnitTaxRow,
} from '@portal/contract/rates/tax.rules.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import type { TaxRateInput } from '@portal/contract/rates/tax-rates.ts'
import { type NewTaxRate, type StoredTaxRate, toTaxRate, toTaxRateColumns, toTaxRow } from './tax-rates.columns.ts'

/** `isContinued`: the rate that ends the day before takes the days that the change leaves without a rate. */
export type TaxChange =
  | { kind: 'add'; input: TaxRateInput }
  | { kind: 'correct'; id: number; input: TaxRateInput; isContinued: boolean }
  | { kind: 'withdraw'; id: number; isContinued: boolean }
/** Days, place and products that a change of a row concerns. */
type ConcernedDays = {
  product_class: TaxClass
  provinces: string[]
  products: string[]
  from: string
  to: string | null
  is_unit: boolean
}
export type TaxPlan = {
  withdrawn: StoredTaxRate | null
  inserted: NewTaxRate | null
  /** Rows whose last day changes. */
  moved: { row: StoredTaxRate; to_date: string | null }[]
  /** The rate that ends the day before the withdrawn one, and can continue. */
  former: StoredTaxRate | null
  /** The rows in force afterwards. The new one has no id yet. */
  table: TaxTable
  days: ConcernedDays[]
  /** The days whose flags can change too: all of them, if a place gets its first row of a tax or loses the last. */
  flagged: ConcernedDays[]
}

/** As replies show a row. Only rules can be used by other features, so this stands for `toTaxRate` there. */
export const shownTaxRate = (row: StoredTaxRate): TaxRate => toTaxRate(row)
/** A row before it is stored. */
export const plannedTaxRate = (row: NewTaxRate): StoredTaxRate => ({
  ...row,
  id: 0,
  is_shipped: false,
  withdrawn_at: null,
  withdrawn_reason: null,
  replaced_by_id: null,
})

/** Before any tax rate. */
const firstDay = '1900-01-01'
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const dayBefore = (day: string): string => dayAfter(day, -1)
type Series = Pick<NewTaxRate, 'jurisdiction' | 'region' | 'product_class' | 'tax'>
const isSameSeries = (one: Series, other: Series): boolean =>
  one.jurisdiction === other.jurisdiction &&
  one.region === other.region &&
  one.product_class === other.product_class &&
  one.tax === other.tax
const endOf = (to_date: string | null): string => to_date ?? '9999-12-31'

const refuse = (field: string, reason: Message) => new AppError('tax-rate.overlap', { [field]: reason })
/**
 * Finds the rate that the new one takes over from, or null. Any other overlap is rejected, because it would be lost or
 * leave a gap.
 */
function takenOver(rows: readonly StoredTaxRate[], added: NewTaxRate): StoredTaxRate | null {
  const { from_date, to_date } = added
  const [first, second] = rows
    .filter((row) => isSameSeries(row, added) && row.from_date <= endOf(to_date) && from_date <= endOf(row.to_date))
    .toSorted((one, other) => (one.from_date < other.from_date ? -1 : 1))
  if (!first) return null
  if (first.from_date === from_date) throw refuse('from_date', 'tax-rate.same-day')
  const next = first.from_date > from_date ? first : second
  if (next) throw refuse('to_date', message('tax-rate.next', { day: next.from_date }))
  if (first.to_date !== null && to_date && to_date < first.to_date)
    throw refuse('to_date', message('tax-rate.former', { day: first.to_date }))
  return first
}

/** The provinces or states of a jurisdiction, by their two letters. */
const provincesOf = (jurisdiction: string): string[] =>
  jurisdictions.flatMap((place) => {
    const code = place.split('-')[1]
    const isWithin = place === jurisdiction || place.startsWith(`${jurisdiction}-`)
    return code && isWithin && jurisdictionOf(code) === place ? [code] : []
  })
const concerned = (row: Series, from: string, to: string | null): ConcernedDays => ({
  product_class: row.product_class as TaxClass,
  provinces: provincesOf(row.jurisdiction),
  products: productCodes.filter((code) => taxClassOf(code) === row.product_class),
  from,
  to,
  is_unit: isUnitTax(row.tax as TaxCode),
})
/** The days that a moved end adds or removes. */
function movedDays({ row, to_date }: TaxPlan['moved'][number]): ConcernedDays {
  const [first, last] = [row.to_date, to_date].toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1))
  return concerned(row, dayAfter(first as string, 1), last as string | null)
}

/** The last day of the former rate if it continues: up to the new row, or to the end of the withdrawn one. */
function continuedTo(withdrawn: StoredTaxRate, inserted: NewTaxRate | null): string | null {
  if (inserted === null || !isSameSeries(withdrawn, inserted)) return withdrawn.to_date
  return dayBefore(inserted.from_date)
}
const formerOf = (rows: readonly StoredTaxRate[], withdrawn: StoredTaxRate): StoredTaxRate | null =>
  rows.find((row) => isSameSeries(row, withdrawn) && row.to_date === dayBefore(withdrawn.from_date)) ?? null

/** What a change does to the rows in force, and which days, places and products it concerns (TAX-1). */
export function planChange(rows: readonly StoredTaxRate[], change: TaxChange): TaxPlan {
  const withdrawn = change.kind === 'add' ? null : (rows.find(({ id }) => id === change.id) ?? null)
  if (change.kind !== 'add' && withdrawn === null) throw new AppError('tax-rate.withdrawn')
  const inserted = change.kind === 'withdraw' ? null : toTaxRateColumns(change.input)
  const rest = rows.filter((row) => row !== withdrawn)
  const former = withdrawn && formerOf(rest, withdrawn)
  const to = withdrawn && continuedTo(withdrawn, inserted)
  const isContinued = change.kind !== 'add' && change.isContinued && former !== null
  const continued = isContinued && (to === null || to > endOf(former.to_date)) ? [{ row: former, to_date: to }] : []
  const afterContinued = rest.map((row) => (continued.length > 0 && row === former ? { ...row, to_date: to } : row))
  const old = inserted && takenOver(afterContinued, inserted)
  const ended =
    inserted && old
      ? [{ row: rest.find(({ id }) => id === old.id) ?? old, to_date: dayBefore(inserted.from_date) }]
      : []
  const after = afterContinued.map((row) => (row === old ? { ...row, to_date: ended[0]?.to_date ?? null } : row))
  const moved = [...continued, ...ended]
  const now = [...after, ...(inserted ? [plannedTaxRate(inserted)] : [])]
  const isFirstOrLast = (row: Series) =>
    !rows.some((one) => isSameSeries(one, row)) || !now.some((one) => isSameSeries(one, row))
  return {
    withdrawn,
    inserted,
    moved,
    former,
    table: taxTable(now.map(toTaxRow)),
    days: [
      ...(withdrawn ? [concerned(withdrawn, withdrawn.from_date, withdrawn.to_date)] : []),
      ...(inserted ? [concerned(inserted, inserted.from_date, inserted.to_date)] : []),
      ...moved.map(movedDays),
    ],
    flagged: [withdrawn, inserted].flatMap((row) =>
      row && isFirstOrLast(row) ? [concerned(row, firstDay, null)] : [],
    ),
  }
}

/** The taxes of a place and product class in a period. A row of 0 is left out, since it bills nothing. */
export type TaxPeriod = { region: string | null; from: string; until: string | null; sales: string; unit: string }
const salesText = (rows: readonly SalesTaxRow[]): string =>
  rows
    .filter(({ rate_e5 }) => rate_e5 > 0)
    .map(({ tax, rate_e5 }) => `${tax}:${rate_e5}`)
    .toSorted()
    .join(' ')
const unitText = (rows: readonly UnitTaxRow[]): string =>
  rows
    .filter(({ rate_e6 }) => rate_e6 > 0)
    .map(({ tax, rate_e6, unit }) => `${tax}:${rate_e6}:${unit}`)
    .toSorted()
    .join(' ')
/** The periods of a place between changes of its taxes, without a gap, by region. */
export function taxPeriods(table: TaxTable, province: string, product_class: TaxClass): TaxPeriod[] {
  const rows = [...table.values()].flat().filter((row) => row.product_class === product_class)
  const starts = rows.flatMap(({ from_date, to_date }) => [
    from_date,
    ...(to_date === null ? [] : [dayAfter(to_date, 1)]),
  ])
  const days = [...new Set([firstDay, ...starts])].toSorted()
  const place = jurisdictionOf(province)
  const regions = new Set(
    rows.flatMap(({ jurisdiction, region }) => (jurisdiction === place && region ? [region] : [])),
  )
  return [null, ...regions].flatMap((region) =>
    days.map((from, n) => {
      const { sales, unit } = taxesOn(table, { date: from, province, region, product_class })
      return { region, from, until: days[n + 1] ?? null, sales: salesText(sales), unit: unitText(unit) }
    }),
  )
}
