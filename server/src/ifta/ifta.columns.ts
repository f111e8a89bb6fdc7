import type { IftaDistance, IftaElsewhere, IftaOutcome, IftaRate } from '@portal/contract/ifta/ifta.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { DistanceRow, FuelRow, IftaRateRow } from './ifta-files.rules.ts'

export const toDistance = ({ distance_milli, taxable_milli, ...row }: DistanceRow): IftaDistance => ({
  ...row,
  distance: fromUnits(distance_milli, 'quantity'),
  taxable_distance: taxable_milli === null ? null : fromUnits(taxable_milli, 'quantity'),
})
export const toElsewhere = ({ quantity_milli, ...row }: FuelRow): IftaElsewhere => ({
  ...row,
  quantity: fromUnits(quantity_milli, 'quantity'),
})
export const toRate = ({ rate_e6, surcharge_e6, ...row }: IftaRateRow): IftaRate => ({
  ...row,
  rate: fromUnits(rate_e6, 'unitTax'),
  surcharge: surcharge_e6 === null ? null : fromUnits(surcharge_e6, 'unitTax'),
})

type Sum = IftaOutcome['sums'][number]
type Amount = Pick<Sum, 'jurisdiction' | 'fuel_type' | 'unit'> & { milli: number; part_milli: number }
const summed = (amounts: readonly Amount[]): Sum[] =>
  [...Map.groupBy(amounts, ({ jurisdiction, fuel_type, unit }) => [jurisdiction, fuel_type, unit].join(' ')).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => {
      const [first] = own
      if (!first) return []
      const { jurisdiction, fuel_type, unit } = first
      const total = (of: (one: Amount) => number) =>
        fromUnits(
          own.reduce((sum, one) => sum + of(one), 0),
          'quantity',
        )
      const [amount, part] = [total(({ milli }) => milli), total(({ part_milli }) => part_milli)]
      return [{ jurisdiction, fuel_type, unit, rows: own.length, amount, part }]
    })

/** What a file has for each jurisdiction, in the units of its rows. */
export const sumsOfFile = {
  distances: (rows: readonly DistanceRow[]): Sum[] =>
    summed(
      rows.map(({ jurisdiction, length_unit, distance_milli, taxable_milli }) => ({
        jurisdiction,
        fuel_type: null,
        unit: length_unit,
        milli: distance_milli,
        part_milli: taxable_milli ?? distance_milli,
      })),
    ),
  fuel: (rows: readonly FuelRow[]): Sum[] =>
    summed(
      rows.map(({ jurisdiction, fuel_type, unit, quantity_milli, is_tax_paid }) => ({
        jurisdiction,
        fuel_type,
        unit,
        milli: quantity_milli,
        part_milli: is_tax_paid ? quantity_milli : 0,
      })),
    ),
  rates: (rows: readonly IftaRateRow[]): Sum[] =>
    rows.map(toRate).map(({ jurisdiction, fuel_type, unit, rate, surcharge }) => ({
      jurisdiction,
      fuel_type,
      unit,
      rows: 1,
      amount: rate,
      part: surcharge,
    })),
}
