import { z } from 'zod'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'

/** What a price is in: `CAD/L` or `USD/gal`. A price without it could be read as either, so it is never shown alone. */
export const priceUnitText = ({ currency, unit }: { currency: string; unit: string }): string =>
  `${currency}/${unit === 'GAL' ? 'gal' : unit}`

/**
 * `company_id` is what markups call fuel_company_provider_id; `company_ref_id` is the provider's spelling in the files
 * it sends.
 */
export const fuelProvider = z.object({
  fuel_company_provider: z.string(),
  company_id: z.int(),
  company_ref_id: z.string(),
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
})
export type FuelProvider = z.infer<typeof fuelProvider>
