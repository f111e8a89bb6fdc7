import { z } from 'zod'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'

/** A price's unit: `CAD/L` or `USD/gal`. A price is ambiguous without it, so it is never shown alone. */
export const priceUnitText = ({ currency, unit }: { currency: string; unit: string }): string =>
  `${currency}/${unit === 'GAL' ? 'gal' : unit}`

/** `company_id` is the markups' fuel_company_provider_id; `company_ref_id` is the provider's spelling in its files. */
export const fuelProvider = z.object({
  fuel_company_provider: z.string(),
  company_id: z.int(),
  company_ref_id: z.string(),
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
})
export type FuelProvider = z.infer<typeof fuelProvider>
