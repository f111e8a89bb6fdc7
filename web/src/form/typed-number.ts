/** What was typed as a number: nothing is null, and what is no number is NaN, which the schema then names. Both decimal signs are read. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
