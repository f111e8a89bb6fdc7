import type { Currency } from '../rules/currency.ts'
import type { VolumeUnit } from '../rules/units.ts'

/** Whose cards and sites are used, as `fuel_company_provider` shows them (MARK-3). */
export const fuelProviders = ['Esso', 'Suncore', 'Comdata', 'Pipeline', 'TA-Petro'] as const
export type FuelProviderName = (typeof fuelProviders)[number]

type ProviderFacts = {
  /** The spelling in `import_transactions?provider=` (TXN-9). */
  importName: string
  /**
   * The spelling of the daily rates (RATE-1); null where there are no rate files, and then the price in the transaction
   * file is the rule.
   */
  ratesName: string | null
  /** Of its prices, its rates and the markups on them. */
  unit: VolumeUnit
  currency: Currency
  /** What a price in its rate file is counted in. */
  ratePrices: 'cents' | 'dollars'
}
export const providerFacts: Readonly<Record<FuelProviderName, ProviderFacts>> = {
  Esso: { importName: 'ESSO', ratesName: 'Esso', unit: 'L', currency: 'CAD', ratePrices: 'cents' },
  Suncore: { importName: 'Suncore', ratesName: null, unit: 'L', currency: 'CAD', ratePrices: 'dollars' },
  Comdata: { importName: 'Comdata', ratesName: null, unit: 'GAL', currency: 'USD', ratePrices: 'dollars' },
  Pipeline: { importName: 'Pipeline', ratesName: 'Pipeline', unit: 'L', currency: 'CAD', ratePrices: 'dollars' },
  'TA-Petro': { importName: 'TAPetro', ratesName: 'TA-Petro', unit: 'GAL', currency: 'USD', ratePrices: 'dollars' },
}
/** The two documents spell some of them in two ways. */
export const providerSpellings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  fuelProviders.map((provider) => [provider, [providerFacts[provider].importName]]),
)
export const hasRateFiles = (provider: FuelProviderName): boolean => providerFacts[provider].ratesName !== null
export const providersWithRates: readonly FuelProviderName[] = fuelProviders.filter(hasRateFiles)

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('-', '')
/** Reading ignores case and hyphens, so that ESSO, Esso and TAPetro, TA-Petro are one; null for anybody else. */
export const readProvider = (text: string): FuelProviderName | null =>
  fuelProviders.find((provider) => plain(provider) === plain(text)) ?? null
