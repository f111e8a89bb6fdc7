import type { Currency } from '../rules/currency.ts'
import type { VolumeUnit } from '../rules/units.ts'

/** The fuel providers, as `fuel_company_provider` shows them (MARK-3). */
export const fuelProviders = ['Esso', 'Suncore', 'Comdata', 'Pipeline', 'TA-Petro'] as const
export type FuelProviderName = (typeof fuelProviders)[number]

type ProviderFacts = {
  /** The spelling in `import_transactions?provider=` (TXN-9). */
  importName: string
  /**
   * The spelling in daily rates (RATE-1); null if there are no rate files, in which case the transaction file's price
   * applies.
   */
  ratesName: string | null
  /** The unit of its prices, rates and markups. */
  unit: VolumeUnit
  currency: Currency
  /** The unit of prices in its rate file. */
  ratePrices: 'cents' | 'dollars'
}
export const providerFacts: Readonly<Record<FuelProviderName, ProviderFacts>> = {
  Esso: { importName: 'ESSO', ratesName: 'Esso', unit: 'L', currency: 'CAD', ratePrices: 'cents' },
  Suncore: { importName: 'Suncore', ratesName: null, unit: 'L', currency: 'CAD', ratePrices: 'dollars' },
  Comdata: { importName: 'Comdata', ratesName: null, unit: 'GAL', currency: 'USD', ratePrices: 'dollars' },
  Pipeline: { importName: 'Pipeline', ratesName: 'Pipeline', unit: 'L', currency: 'CAD', ratePrices: 'dollars' },
  'TA-Petro': { importName: 'TAPetro', ratesName: 'TA-Petro', unit: 'GAL', currency: 'USD', ratePrices: 'dollars' },
}
/** The two documents spell some providers in two ways. */
export const providerSpellings: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  fuelProviders.map((provider) => [provider, [providerFacts[provider].importName]]),
)
export const hasRateFiles = (provider: FuelProviderName): boolean => providerFacts[provider].ratesName !== null
/** In the form's order (RATE-1). */
export const rateProviders = ['TA-Petro', 'Pipeline', 'Esso'] as const satisfies readonly FuelProviderName[]
export type RateProvider = (typeof rateProviders)[number]
export const providersWithRates: readonly FuelProviderName[] = fuelProviders.filter(hasRateFiles)

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('-', '')
/** Ignores case and hyphens, so that ESSO and Esso, or TAPetro and TA-Petro, are the same; null for any other name. */
export const readProvider = (text: string): FuelProviderName | null =>
  fuelProviders.find((provider) => plain(provider) === plain(text)) ?? null
