import { shippedCodesOf } from '@portal/contract/lookups/product-codes.rules.ts'
import { fuelProviders, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import type pg from 'pg'

type FuelProviderEntry = { name: string; code: string; unit: string; currency: string }
const shipped: readonly FuelProviderEntry[] = fuelProviders.map((name) => {
  const { importName, unit, currency } = providerFacts[name]
  return { name, code: importName, unit, currency }
})

/**
 * Adds missing fuel providers, as the owner. Another provider needs a contract entry and a file layout, but no
 * migration (MARK-3).
 */
export async function loadFuelProviders(owner: pg.ClientBase, entries = shipped): Promise<void> {
  await owner.query(
    `insert into fuel_providers (id, name, code, unit, currency)
     select (select coalesce(max(id), 0) from fuel_providers) + row_number() over (order by n), name, code, unit, currency
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as entry (name, code, unit, currency, n)
     where not exists (select from fuel_providers known where known.name = entry.name)`,
    [
      entries.map(({ name }) => name),
      entries.map(({ code }) => code),
      entries.map(({ unit }) => unit),
      entries.map(({ currency }) => currency),
    ],
  )
}

const codes = fuelProviders.flatMap((provider) => shippedCodesOf(provider).map((code) => ({ provider, ...code })))
/** Adds missing product codes, as the owner. What staff changed stays (TXN-15). */
export async function loadProductCodes(owner: pg.ClientBase): Promise<void> {
  const columns = [
    codes.map(({ provider }) => provider),
    codes.map(({ code }) => code),
    codes.map(({ product }) => product),
    codes.map(({ rate_code }) => rate_code),
  ]
  await owner.query(
    `insert into product_codes (provider_id, code, product, rate_code)
     select p.id, shipped.code, shipped.product, shipped.rate_code
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as shipped (provider, code, product, rate_code) join fuel_providers p on p.name = shipped.provider
     where not exists (select from product_codes known where known.provider_id = p.id and known.code = shipped.code)`,
    columns,
  )
}
