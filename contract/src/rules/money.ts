/**
 * Amounts are stored and calculated as integers in their smallest unit (cents, thousandths, millionths). In JSON they
 * are numbers. Only `toUnits` and `fromUnits` convert between the two. Rates and markups have four decimals; the price
 * of a purchase has up to six, because providers bill so.
 */
export const decimals = { money: 2, quantity: 3, price: 4, linePrice: 6, percent: 3, unitTax: 6 } as const
export type Unit = keyof typeof decimals

/** How many decimals a JSON number was written with. Its shortest text is what the sender meant. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** 12.34 as money is 1234. Converts through text, because a floating-point product can be off. */
export function toUnits(value: number, unit: Unit): number {
  const places = decimals[unit]
  if (!Number.isFinite(value) || decimalsOf(value) > places)
    throw new RangeError(`${value} is not an amount with ${places} decimals`)
  if (Number.isSafeInteger(value * 10 ** places) && Number.isInteger(value)) return value * 10 ** places
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(places).split('.')
  const units = Number(whole + fraction)
  if (!Number.isSafeInteger(units)) throw new RangeError(`${value} is out of range`)
  return value < 0 ? -units : units
}

/** 1234 as money is 12.34. Dividing two integers rounds correctly, so the number prints as expected. */
export function fromUnits(units: number, unit: Unit): number {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number of units`)
  return units / 10 ** decimals[unit]
}
