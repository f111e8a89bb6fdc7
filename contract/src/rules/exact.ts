/**
 * The one rounding rule (M1, M4): half up, away from zero. Integers in, integers out; products of a quantity and a
 * price leave the range in which numbers are exact, so what is between is a bigint.
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
/**
 * The product where every step of it is exact in a number, else nothing: most amounts of every day are, and a bigint
 * costs ten times as much.
 */
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

/** The product of `over` divided by the product of `under`, which is more than zero, rounded half away from zero. */
export function roundedRatio(over: readonly (number | bigint)[], under: readonly (number | bigint)[]): number {
  const [smallTop, smallBottom] = [smallProductOf(over), smallProductOf(under)]
  if (smallTop !== undefined && smallBottom !== undefined) {
    const twice = 2 * smallTop + (smallTop < 0 ? -smallBottom : smallBottom)
    const whole = 2 * smallBottom
    // The remainder of two whole numbers is exact, and so is the division of what it leaves; adding nothing makes -0 a
    // plain 0.
    if (Number.isSafeInteger(twice) && Number.isSafeInteger(whole)) return (twice - (twice % whole)) / whole + 0
  }
  const [top, bottom] = [productOf(over), productOf(under)]
  const half = top < 0n ? -bottom : bottom
  return toSafe((2n * top + half) / (2n * bottom))
}

/** The same, rounded down: of two prices the lower one is the one that holds. */
export function flooredRatio(over: readonly (number | bigint)[], under: readonly (number | bigint)[]): number {
  const [top, bottom] = [productOf(over), productOf(under)]
  const cut = top / bottom
  return toSafe(top < 0n && cut * bottom !== top ? cut - 1n : cut)
}

/** Quantity in thousandths times price in ten-thousandths, in cents. */
export const amountOf = (quantity_milli: number, price_e4: number): number =>
  roundedRatio([quantity_milli, price_e4], [100_000])
/** A percentage (9.975 % is 9975) of an amount in cents. */
export const shareOf = (cents: number, rate_e5: number): number => roundedRatio([cents, rate_e5], [100_000])
