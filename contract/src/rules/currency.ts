export const currencies = ['CAD', 'USD'] as const
export type Currency = (typeof currencies)[number]
const spellings: Record<string, Currency> = { C: 'CAD', CN: 'CAD', CAD: 'CAD', U: 'USD', US: 'USD', USD: 'USD' }

/** Files and older systems spell currencies their own way; null for anything that is not one of ours (LIST-13). */
export const readCurrency = (text: string): Currency | null => {
  const spelling = text.trim().toUpperCase()
  return Object.hasOwn(spellings, spelling) ? (spellings[spelling] as Currency) : null
}
