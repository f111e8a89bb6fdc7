import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { UnitFigures, UnitHistory, UnitRow } from '@portal/contract/units/units.ts'
import { type Economy, economyOf, type OdometerUnit, type RoadFuelPurchase } from './economy.rules.ts'

/** Hundredths as a JSON number. */
const hundredths = (value: number | null): number | null => (value === null ? null : value / 100)

type Sums = { currency: Currency; amount_cents: number; def_milli: number; diesel_milli: number }
type Bought = Pick<UnitFigures, 'l_per_100km_30' | 'l_per_100km_90' | 'spend_90' | 'def_percent'>
/** The figures of a unit's purchases. `fills` are those of the longer span; the shorter one begins on `shortFrom`. */
export function boughtFigures(
  fills: readonly RoadFuelPurchase[],
  sums: readonly Sums[],
  { unit, shortFrom }: { unit: OdometerUnit | null; shortFrom: string },
): Bought {
  const recent = fills.filter(({ txn_at }) => txn_at >= shortFrom)
  const [def, diesel] = sums.reduce(([d, f], one) => [d + one.def_milli, f + one.diesel_milli], [0, 0])
  return {
    l_per_100km_30: hundredths(economyOf(recent, unit).l_per_100km_e2),
    l_per_100km_90: hundredths(economyOf(fills, unit).l_per_100km_e2),
    spend_90: sums.map(({ currency, amount_cents }) => ({ currency, amount: fromUnits(amount_cents, 'money') })),
    def_percent: diesel > 0 ? roundedRatio([def, 1000], [diesel]) / 10 : null,
  }
}

/** What downloads show of a unit in one cell each. */
export function downloadCells(row: UnitRow) {
  const spendIn = (currency: Currency) => row.spend_90?.find((one) => one.currency === currency)?.amount ?? null
  return {
    odometer: row.last_odometer?.reading ?? null,
    odometer_at: row.last_odometer?.at ?? null,
    spend_cad: spendIn('CAD'),
    spend_usd: spendIn('USD'),
    last_service_day: row.last_service?.day ?? null,
    next_service_day: row.next_service?.due_day ?? null,
  }
}

type EconomyShown = Pick<UnitHistory, 'km' | 'litres' | 'l_per_100km' | 'mpg' | 'fills' | 'broken'>
export const economyShown = ({
  km_milli,
  litres_milli,
  l_per_100km_e2,
  mpg_e2,
  fills,
  broken,
}: Economy): EconomyShown => ({
  km: fromUnits(km_milli, 'quantity'),
  litres: fromUnits(litres_milli, 'quantity'),
  l_per_100km: hundredths(l_per_100km_e2),
  mpg: hundredths(mpg_e2),
  fills: fills.map((fill) => ({
    transaction_id: fill.transaction_id,
    txn_date: fill.txn_at,
    odometer: fromUnits(fill.odometer_milli, 'quantity'),
    litres: fromUnits(fill.litres_milli, 'quantity'),
    km: fromUnits(fill.km_milli, 'quantity'),
    l_per_100km: hundredths(fill.l_per_100km_e2),
  })),
  broken: broken.map(({ txn_at, ...fill }) => ({ ...fill, txn_date: txn_at })),
})
