import { isDay } from '@portal/contract/fields.ts'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { type CodeTable, longestCode, readProductCode } from '@portal/contract/lookups/product-codes.rules.ts'
import { isFuel } from '@portal/contract/lookups/products.rules.ts'
import { providerFacts, type RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { regionOfCity } from '@portal/contract/rates/tax-regions.rules.ts'
import { decimalsOf, fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { type Reading, readAmount, readCode, readText, shownCell } from '../platform/sheets/cells.ts'
import type { CopyValue, SheetLayout } from '../platform/sheets/layout.ts'
import type { Cell } from '../platform/sheets/sheet.ts'
import {
  type Dates,
  daysBetween,
  type EffectiveDates,
  effectiveDates,
  longestRange,
  readDate,
} from './rate-dates.rules.ts'
import { type RateField, type RateLayout, rateLayouts } from './rate-layouts.data.ts'

/** The columns of COPY, one line for each row and day. */
export const stagedRateColumns = [
  'row_no',
  'site_number',
  'name',
  'city',
  'province',
  'tax_region',
  'product',
  'code',
  'day',
  'price_e4',
  'retail_e4',
]

/**
 * A fuel price outside this range is in the wrong unit, most often cents for dollars. The range is far wider than any
 * known price.
 */
const plausiblePrices = { L: { from_e4: 2_000, to_e4: 90_000 }, GAL: { from_e4: 5_000, to_e4: 300_000 } } as const

type Row = {
  pick: (field: string) => Cell
  layout: RateLayout
  faults: { column: string; value: string; reason: Message }[]
}
const labelOf = ({ columns }: RateLayout, field: RateField): string =>
  columns.find((column) => column.field === field)?.label ?? field
function fault({ pick, layout, faults }: Row, field: RateField, reason: Message): undefined {
  const column = labelOf(layout, field)
  if (!faults.some((one) => one.column === column)) faults.push({ column, value: shownCell(pick(field)), reason })
  return undefined
}
function readField<T>(row: Row, field: RateField, read: (cell: Cell) => Reading<T>): T | undefined {
  const { value, fault: reason } = read(row.pick(field))
  return reason === undefined ? value : fault(row, field, reason)
}
function required<T>(row: Row, field: RateField, read: (cell: Cell) => Reading<T>): T | undefined {
  const before = row.faults.length
  const value = readField(row, field, read)
  return value === undefined && row.faults.length === before ? fault(row, field, 'field.required') : value
}

/** A name of a site or city, on one line and within the stored length. */
const readName = (cell: Cell): Reading<string> => {
  const read = readText(cell)
  if (read.value === undefined) return read
  const name = read.value.replace(/[\s\p{Cc}]+/gu, ' ')
  return name.length > 120 ? { fault: message('field.too-long', { max: 120 }) } : { value: name }
}
const readSiteNumber = (cell: Cell): Reading<string> => {
  const read = readCode(cell)
  if (read.value === undefined) return read
  if (!/^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/.test(read.value)) return { fault: 'rate.site-number' }
  return { value: read.value.replace(/^0+(?=.)/, '').toUpperCase() }
}
const readProvince = (cell: Cell): Reading<string> => {
  const read = readText(cell)
  if (read.value === undefined) return read
  const code = jurisdictionOf(read.value)?.slice(3)
  return code ? { value: code } : { fault: 'rate.province' }
}

/** Spreadsheets store fifteen digits; anything beyond is floating-point noise. */
const withoutNoise = (value: number) => Number(value.toPrecision(15))
/** A price in ten-thousandths of a dollar, from a column in dollars or in cents. */
const readPrice =
  ({ pricesIn }: RateLayout) =>
  (cell: Cell): Reading<number> => {
    const read = readAmount(cell)
    if (read.value === undefined) return read
    const value = withoutNoise(read.value)
    const places = pricesIn === 'cents' ? 2 : 4
    if (value <= 0) return { fault: message('field.above', { min: 0 }) }
    if (value >= (pricesIn === 'cents' ? 1_000_000 : 10_000)) return { fault: 'rate.price-too-high' }
    if (decimalsOf(value) > places) return { fault: message('field.decimals', { max: places }) }
    return { value: pricesIn === 'cents' ? toUnits(value, 'money') : toUnits(value, 'price') }
  }
/** Parts of a price are only added and compared, in millionths of the column's unit. */
const readPart = (cell: Cell): Reading<number> => {
  const read = readAmount(cell)
  if (read.value === undefined) return read
  return Math.abs(read.value) < 1_000_000
    ? { value: toUnits(Number(read.value.toFixed(6)), 'unitTax') }
    : { fault: 'rate.amount-too-high' }
}

/** A row's own sums must match, which reveals a wrong digit or column. */
function checkSums(row: Row): void {
  for (const { total, parts, tolerance_e6, perPart } of row.layout.sums) {
    if (row.pick(total) === undefined || parts.slice(1).every((part) => row.pick(part) === undefined)) continue
    const read = [total, ...parts].map((field) => readField(row, field, readPart))
    if (row.faults.length > 0) return
    const [sum = 0, ...values] = read.map((value) => value ?? 0)
    const present = parts.filter((part) => row.pick(part) !== undefined).length
    const difference = sum - values.reduce((all, value) => all + value, 0)
    if (Math.abs(difference) <= tolerance_e6 * (perPart ? present : 1)) continue
    const names = parts.map((part) => labelOf(row.layout, part)).join(' + ')
    fault(
      row,
      total,
      message('rate.not-sum', { columns: names, difference: fromUnits(Math.abs(difference), 'unitTax') }),
    )
  }
}

function readDates(row: Row, layout: RateLayout, above: EffectiveDates, sheet: { is1904: boolean }): Dates | undefined {
  const read = (cell: Cell) => readDate(cell, layout.dates, sheet.is1904)
  const from = readField(row, 'from_date', read)
  const to = layout.columns.some(({ field }) => field === 'to_date') ? readField(row, 'to_date', read) : undefined
  if (row.faults.length > 0) return undefined
  if (from === undefined && to !== undefined) return fault(row, 'from_date', 'field.required')
  const dates = from === undefined ? above.dates : { from, to: to ?? from }
  if (!dates) return above.refuseOr(() => fault(row, 'from_date', 'field.required'))
  if (!isDay(dates.from) || !isDay(dates.to)) return fault(row, 'from_date', 'field.no-such-day')
  if (dates.to < dates.from) return fault(row, 'to_date', 'field.days-reversed')
  if (daysBetween(dates).length > longestRange)
    return fault(row, 'to_date', message('rate.too-many-days', { max: longestRange }))
  return dates
}

function readProduct(row: Row, provider: RateProvider, codes: CodeTable) {
  const written = required(row, 'product', readCode)
  if (written === undefined) return undefined
  const { code, product } = readProductCode(codes, written)
  if (code.length > longestCode) return fault(row, 'product', message('field.too-long', { max: longestCode }))
  if (product) return { code, product }
  return fault(row, 'product', message('rate.product', { provider, known: Object.keys(codes).join(', ') }))
}

/** Reads a provider's rate files (RATE-1). Create one for each file: it keeps what the rows above the table say. */
export function rateLayout(provider: RateProvider, codes: CodeTable): SheetLayout {
  const layout = rateLayouts[provider]
  const { unit, currency } = providerFacts[provider]
  const above = effectiveDates(provider)
  const plausible = plausiblePrices[unit]
  return {
    columns: layout.columns,
    lookAbove: above.look,
    read({ row: row_no }, pick, sheet) {
      const row: Row = { pick, layout, faults: [] }
      const dates = readDates(row, layout, above, sheet)
      const site = required(row, 'site_number', readSiteNumber)
      const name = required(row, 'name', readName)
      const city = readField(row, 'city', readName)
      const province = required(row, 'province', readProvince)
      const sold = readProduct(row, provider, codes)
      const price = required(row, 'price', readPrice(layout))
      const retail = layout.isRetailRequired
        ? required(row, 'retail', readPrice(layout))
        : readField(row, 'retail', readPrice(layout))
      if (price !== undefined && sold && isFuel(sold.product) && (price < plausible.from_e4 || price > plausible.to_e4))
        fault(
          row,
          'price',
          message(layout.pricesIn === 'cents' ? 'rate.price-in-cents' : 'rate.price-in-dollars', {
            price: fromUnits(price, 'price'),
            unit: priceUnitText({ currency, unit }),
          }),
        )
      if (row.faults.length === 0) checkSums(row)
      if (row.faults.length > 0 || !dates || !province || !sold) return { lines: [], faults: row.faults }
      const values = [site, name, city, province, city ? regionOfCity(province, city) : null, sold.product, sold.code]
      const line = (day: string) => [row_no, ...values, day, price, retail].map((value): CopyValue => value ?? null)
      return { lines: daysBetween(dates).map(line), faults: [] }
    },
  }
}
