import type { FuelProvider } from '@portal/contract/lookups/fuel-providers.ts'
import type { Markup } from '@portal/contract/markups/markups.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { FuelProviders, Markups } from '../db/schema.ts'

export type MarkupColumns = Pick<
  Selectable<Markups>,
  'fuel_provider_id' | 'markup_value_e4' | 'from_date' | 'to_date' | 'status'
>
export type StoredMarkup = Selectable<Markups> & {
  company_name: string
  company_number: string | null
  provider_name: string
  currency: string
  unit: string
}

/**
 * Returns each value under all the names that the specification gives it (MARK-3). A customer and its company are one
 * record and share an id. The parent is the database's one provider, the actor's company.
 */
export function toMarkup(stored: StoredMarkup, providerId: number): Markup {
  const { company_id, fuel_provider_id, markup_value_e4, provider_name, ...rest } = stored
  return {
    ...rest,
    markup_id: stored.id,
    customer_id: company_id,
    customer_company_id: company_id,
    eob_customer_company_id: company_id,
    eob_parent_company_id: providerId,
    fuel_company_provider_id: fuel_provider_id,
    fuel_company_provider: provider_name,
    mark_up_value: fromUnits(markup_value_e4, 'price'),
  } as Markup
}

export const toFuelProvider = ({ id, name, code, currency, unit }: Selectable<FuelProviders>): FuelProvider =>
  ({ fuel_company_provider: name, company_id: id, company_ref_id: code, currency, unit }) as FuelProvider
