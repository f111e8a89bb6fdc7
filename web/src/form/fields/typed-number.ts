/**
 * What was typed as a number: nothing is null, and what is no plain number is NaN, which the schema then names. A comma
 * is not read as a decimal sign: it means thousands to some and cents to others, and a guess would be wrong for one of
 * them.
 */
export function typedNumber(text: string): number | null {
  const plain = text.trim()
  if (plain === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
