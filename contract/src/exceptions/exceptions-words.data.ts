import type { Threshold } from './exception-rules.data.ts'

export const verdictWords = { confirmed: 'Confirmed', dismissed: 'Dismissed' } as const
export const thresholdWords = {
  distance_km: 'Distance between two sites (km)',
  speed_kmh: 'Speed between two sites (km/h)',
  tank_percent: 'More than the usual largest fill (%)',
  def_low_permille: 'DEF as a share of diesel, at least (‰)',
  def_high_permille: 'DEF as a share of diesel, at most (‰)',
  odometer_km: 'Odometer change in a day (km)',
  night_from_hour: 'Night from (hour)',
  night_to_hour: 'Night to (hour)',
  duplicate_days: 'Same code within (days)',
  duplicate_minutes: 'Same purchase within (minutes)',
  quantity_litres: 'Quantity of a transaction (L)',
  price_percent: 'Price difference from the median (%)',
} as const satisfies Record<Threshold, string>
