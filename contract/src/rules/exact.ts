/**
 * The one rounding rule (M1, M4): half away from zero. Takes and returns integers. Intermediate products can exceed the
 * safe integer range, so they are bigint.
 */
const toSafe = (value: bigint): number => {
  const result = Number(value)
  if (!Number.isSafeInteger(result)) throw new RangeError(`${value} is out of range`)
  return result
}
const whole = (value: number | bigint): bigint => {
  if (typeof value === 'bigint') return value
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of units`)
  return BigInt(value)
}
/** The product if every step is a safe integer, else undefined. Most amounts are, and bigint is ten times slower. */
function smallProductOf(factors: readonly (number | bigint)[]): number | undefined {
  let product = 1
  for (const factor of factors) {
    if (!Number.isSafeInteger(factor)) return undefined
    product *= factor as number
    if (!Number.isSafeInteger(product)) return undefined
  }
  return product
}
const productOf = (factors: readonly (number | bigint)[]): bigint =>
  factors.reduce<bigint>((product, factor) => product * whole(factor), 1n)

/** The product of `over` divided by the product of `under`, rounded half away from zero. `under` must be positive. */
export function roundedRatio(over: readonly (number | bigint)[], under: readonly (number | bigint)[]): number {
  const [smallTop, smallBottom] = [smallProductOf(over), smallProductOf(under)]
  if (smallTop !== undefined && smallBottom !== undefined) {
    const twice = 2 * smallTop + (smallTop < 0 ? -smallBottom : smallBottom)
    const whole = 2 * smallBottom
    // Remainder and division of safe integers are exact here. Adding 0 turns -0 into 0.
    if (Number.isSafeInteger(twice) && Number.isSafeInteger(whole)) return (twice - (twice % whole)) / whole + 0
  }
  const [top, bottom] = [productOf(over), productOf(under)]
  const half = top < 0n ? -bottom : bottom
  return toSafe((2n * top + half) / (2n * bottom))
}

/** Rounds down instead: of two prices the lower applies. */
export function flooredRatio(over: readonly (number | bigint)[], under: readonly (number | bigint)[]): number {
  const [top, bottom] = [productOf(over), productOf(under)]
  const cut = top / bottom
  return toSafe(top < 0n && cut * bottom !== top ? cut - 1n : cut)
}

/** Thousandths times millionths, in cents. */
export const amountOf = (quantity_milli: number, price_e6: number): number =>
  roundedRatio([quantity_milli, price_e6], [10_000_000])
/** A percentage (9.975% is 9975) of an amount in cents. */
export const shareOf = (cents: number, rate_e5: number): number => roundedRatio([cents, rate_e5], [100_000])
