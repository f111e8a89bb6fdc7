import type { VehicleUnit } from '@portal/contract/units/units.ts'
import { quantityText } from '../ui/words/texts.ts'

/** A reading as typed at the pump, with separators and its unit where both are known. */
export function odometerText(reading: string, unit: VehicleUnit['odometer_unit'], locale: string): string {
  const number = Number(reading)
  return [Number.isFinite(number) ? quantityText(number, locale) : reading, unit].filter(Boolean).join('\u00a0')
}
