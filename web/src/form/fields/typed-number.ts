/**
 * Parses typed text: empty is null, and invalid input is NaN, which the schema reports. A comma is not a decimal
 * separator: for some users it means thousands, for others cents.
 */
export function typedNumber(text: string): number | null {
  const plain = text.trim()
  if (plain === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
