import { z } from 'zod'
import { currencies } from './rules/currency.ts'

/** Whose cards and sites are used, in the order of their ids. A migration enters them; another one is another migration. */
export const fuelProviderNames = ['Esso', 'Suncore', 'Comdata', 'Pipeline', 'TA-Petro'] as const
export const priceUnits = ['L', 'GAL'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** What a price is in: `CAD/L` or `USD/gal`. A price without it could be read as either, so it is never shown alone. */
export const priceUnitText = ({ currency, unit }: { currency: string; unit: string }): string => `${currency}/${unit === 'GAL' ? 'gal' : unit}`

/** `company_id` is what markups call fuel_company_provider_id; `company_ref_id` is the provider's spelling in the files it sends. */
export const fuelProvider = z.object({
  fuel_company_provider: z.string(),
  company_id: z.int(),
  company_ref_id: z.string(),
  currency: z.enum(currencies),
  unit: z.enum(priceUnits),
})
export type FuelProvider = z.infer<typeof fuelProvider>
