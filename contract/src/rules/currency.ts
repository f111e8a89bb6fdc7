export const currencies = ['CAD', 'USD'] as const
export type Currency = (typeof currencies)[number]
/** Other spellings in files and older systems (LIST-13). */
export const currencySpellings: Readonly<Record<Currency, readonly string[]>> = { CAD: ['C', 'CN'], USD: ['U', 'US'] }

/** Null for any other text. */
export const readCurrency = (text: string): Currency | null => {
  const spelling = text.trim().toUpperCase()
  return currencies.find((currency) => currency === spelling || currencySpellings[currency].includes(spelling)) ?? null
}
