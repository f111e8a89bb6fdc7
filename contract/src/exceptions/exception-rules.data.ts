/** The rules that a purchase can break, and the doubts it can raise, with their words (EXC-1). */
export const exceptionWords = {
  over_limit: 'Over limit',
  on_hold: 'Card on hold',
  wrong_product: 'Product not allowed',
  interval: 'Two sites within minutes',
  impossible_distance: 'Impossible distance',
  over_tank: 'More than the tank holds',
  def_ratio: 'DEF out of proportion',
  odometer: 'Inconsistent odometer',
  night_first: 'First visit at night',
  possible_duplicate: 'Possible duplicate',
  below_cost: 'Billed below cost',
  provider_price: 'Provider price differs',
  unlikely: 'Unlikely quantity or price',
} as const
export type ExceptionRule = keyof typeof exceptionWords
export const exceptionRules = Object.keys(exceptionWords) as ExceptionRule[]

/** They keep their transaction out of billing until they are judged; the others are notices (EXC-2). */
export const severeRules: readonly string[] = [
  'on_hold',
  'wrong_product',
  'impossible_distance',
  'possible_duplicate',
  'below_cost',
  'unlikely',
] satisfies readonly ExceptionRule[]

/** They speak of the provider's cost: customers see neither the flags nor the exceptions (COST-2, EXC-2). */
export const costRules = ['below_cost', 'provider_price'] as const satisfies readonly ExceptionRule[]
/** Decided from the card and its balances when the purchase is booked. */
export const cardRules = ['over_limit', 'on_hold', 'wrong_product'] as const satisfies readonly ExceptionRule[]

/**
 * The thresholds of the rules, each with the portal's own value. A fuel provider can have others, and a customer others
 * again, which apply first (EXC-2).
 */
export const thresholdDefaults = {
  /** Two sites further apart than this, reached faster than that. */
  distance_km: 50,
  speed_kmh: 120,
  /** How much more than the usual largest fill fits into a tank whose size is unknown. */
  tank_percent: 10,
  /** DEF as a part of the diesel of five fills. */
  def_low_permille: 10,
  def_high_permille: 80,
  /** The most that an odometer moves in a day. */
  odometer_km: 2500,
  night_from_hour: 22,
  night_to_hour: 5,
  duplicate_days: 3,
  duplicate_minutes: 60,
  /** More than this in one stop is unlikely where the unit's tank size is unknown. */
  quantity_litres: 2000,
  /** How far a price can be off the provider's median of the day. */
  price_percent: 50,
} as const
export type Threshold = keyof typeof thresholdDefaults
export const thresholdNames = Object.keys(thresholdDefaults) as Threshold[]
