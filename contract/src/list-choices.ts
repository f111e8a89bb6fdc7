import { type Choice, choices } from './list.ts'
import { type FuelProviderName, providerSpellings } from './lookups/providers.rules.ts'
import { currencies, currencySpellings } from './rules/currency.ts'

/** Choices shared by several lists, with every spelling that the documents use (LIST-13, LIT-8). */
export const currencyChoices: readonly Choice[] = choices(currencies, {}, currencySpellings)
export const providerChoices = (providers: readonly FuelProviderName[]): Choice[] =>
  choices(providers, {}, providerSpellings)
