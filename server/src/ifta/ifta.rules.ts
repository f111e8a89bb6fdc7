import type { IftaFuelSheet, IftaRow } from '@portal/contract/ifta/ifta.ts'
import { isOutsideIfta } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import type { IftaBase, IftaFuel } from '@portal/contract/ifta/ifta-words.data.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { IftaRateRow } from './ifta-files.rules.ts'
import { sumOf, wholeLength, wholeVolume } from './ifta-measures.rules.ts'

/** A distance and a volume in exact units; see ifta-measures.rules.ts. */
export type Driven = { jurisdiction: string; distance: bigint; taxable: bigint }
export type BoughtFuel = { jurisdiction: string | null; volume: bigint; is_tax_paid: boolean }
type SheetRate = Pick<IftaRateRow, 'jurisdiction' | 'rate_e6' | 'surcharge_e6'>
type Facts = {
  fuel_type: IftaFuel
  base: IftaBase
  driven: readonly Driven[]
  bought: readonly BoughtFuel[]
  /** Of this fuel type, in the base's unit and currency. */
  rates: readonly SheetRate[]
}

/** Whole volume times a rate in millionths, in money. */
const taxOf = (volume: number, rate_e6: number): number => fromUnits(roundedRatio([volume, rate_e6], [10_000]), 'money')
const cents = (amount: number): number => Math.round(amount * 100)

/** The sums of a jurisdiction, each rounded once to a whole number: the form's totals then add up. */
type Sums = { jurisdiction: string; distance: number; taxable_distance: number; bought: number; tax_paid: number }
function sumsOf({ base, driven, bought }: Facts): Sums[] {
  const names = new Set([...driven, ...bought].flatMap(({ jurisdiction }) => jurisdiction ?? []))
  return [...names].toSorted().map((jurisdiction) => {
    const there = driven.filter((one) => one.jurisdiction === jurisdiction)
    const fills = bought.filter((one) => one.jurisdiction === jurisdiction)
    const paid = fills.filter(({ is_tax_paid }) => is_tax_paid)
    return {
      jurisdiction,
      distance: wholeLength(
        sumOf(there, ({ distance }) => distance),
        base,
      ),
      taxable_distance: wholeLength(
        sumOf(there, ({ taxable }) => taxable),
        base,
      ),
      bought: wholeVolume(
        sumOf(fills, ({ volume }) => volume),
        base,
      ),
      tax_paid: wholeVolume(
        sumOf(paid, ({ volume }) => volume),
        base,
      ),
    }
  })
}

/** A row of the form, and a row for the surcharge where there is one: it has no credit for tax-paid fuel. */
function rowsOf(sums: Sums, average_e2: number | null, rate: SheetRate | undefined): IftaRow[] {
  const open = { taxable: null, net: null, rate: null, tax: null }
  if (isOutsideIfta(sums.jurisdiction))
    return [{ kind: 'outside', ...sums, taxable_distance: null, tax_paid: null, ...open }]
  const given = rate ? fromUnits(rate.rate_e6, 'unitTax') : null
  if (average_e2 === null) return [{ kind: 'row', ...sums, ...open, rate: given }]
  const taxable = roundedRatio([sums.taxable_distance, 100], [average_e2])
  const net = taxable - sums.tax_paid
  const row: IftaRow = {
    kind: 'row',
    ...sums,
    taxable,
    net,
    rate: given,
    tax: rate ? taxOf(net, rate.rate_e6) : null,
  }
  if (!rate?.surcharge_e6) return [row]
  return [
    row,
    {
      kind: 'surcharge',
      jurisdiction: sums.jurisdiction,
      distance: null,
      taxable_distance: null,
      bought: null,
      tax_paid: null,
      taxable,
      net: taxable,
      rate: fromUnits(rate.surcharge_e6, 'unitTax'),
      tax: taxOf(taxable, rate.surcharge_e6),
    },
  ]
}

const isOpen = (row: IftaRow): boolean => row.kind !== 'outside' && row.tax === null
function subtotalOf(sums: readonly Sums[], unplaced: number, rows: readonly IftaRow[]): IftaFuelSheet['subtotal'] {
  const total = (of: (one: Sums) => number) => sums.reduce((sum, one) => sum + of(one), 0)
  const own = rows.filter(({ kind }) => kind === 'row')
  const isComputed = own.every(({ taxable }) => taxable !== null)
  return {
    distance: total(({ distance }) => distance),
    taxable_distance: own.reduce((sum, { taxable_distance }) => sum + (taxable_distance ?? 0), 0),
    bought: total(({ bought }) => bought) + unplaced,
    tax_paid: own.reduce((sum, { tax_paid }) => sum + (tax_paid ?? 0), 0),
    taxable: isComputed ? own.reduce((sum, { taxable }) => sum + (taxable ?? 0), 0) : null,
    net: isComputed ? own.reduce((sum, { net }) => sum + (net ?? 0), 0) : null,
    tax: rows.some(isOpen) ? null : rows.reduce((sum, { tax }) => sum + cents(tax ?? 0), 0) / 100,
  }
}

/**
 * The worksheet of one fuel type as the form IFTA-100 and its Canadian versions ask (REPT-5): whole distances and
 * volumes, the average to two decimals, taxable volume = taxable distance ÷ average, net = taxable − tax-paid, tax to
 * the cent. Without distance or fuel there is no average, and no tax is computed.
 */
export function fuelSheetOf(facts: Facts): IftaFuelSheet {
  const { fuel_type, base, bought, rates } = facts
  const sums = sumsOf(facts)
  const unplaced = wholeVolume(
    sumOf(
      bought.filter(({ jurisdiction }) => jurisdiction === null),
      ({ volume }) => volume,
    ),
    base,
  )
  const total_distance = sums.reduce((sum, { distance }) => sum + distance, 0)
  const total_volume = sums.reduce((sum, one) => sum + one.bought, unplaced)
  const rounded = total_volume > 0 ? roundedRatio([total_distance, 100], [total_volume]) : 0
  const average_e2 = rounded > 0 ? rounded : null
  const rows = sums.flatMap((one) =>
    rowsOf(
      one,
      average_e2,
      rates.find(({ jurisdiction }) => jurisdiction === one.jurisdiction),
    ),
  )
  return {
    fuel_type,
    total_distance,
    total_volume,
    average: average_e2 === null ? null : fromUnits(average_e2, 'money'),
    unplaced,
    rows,
    subtotal: subtotalOf(sums, unplaced, rows),
  }
}
