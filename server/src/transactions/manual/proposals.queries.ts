import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export const findCardFacts = (db: Db, cardNumber: string) =>
  db
    .selectFrom('cards')
    .select(['driver_name', 'vehicle_assigned_to_card'])
    .where('card_number', '=', cardNumber)
    .executeTakeFirst()

export const findSite = (db: Db, id: number) =>
  db
    .selectFrom('sites')
    .select(['id', 'name', 'city', 'province', 'tax_region'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export type RateOfCode = {
  product: string
  code: string
  /** The rate's own id: codes that share a rate have the same. */
  id: number
  day: string
  price_e4: number
  unit: VolumeUnit
  currency: Currency
  retail_e4: number | null
}
/**
 * What an import would price each code of the provider by at this site and day: the rate of the code whose rate it shares,
 * or its own, of the day or the latest before it (RATE-5).
 */
export async function listRatesOfDay(db: Db, siteId: number, day: string): Promise<RateOfCode[]> {
  const { rows } = await sql<RateOfCode>`
    select c.product, c.code, d.id, d.day, d.price_e4, d.unit, d.currency, d.retail_e4
    from sites s join product_codes c on c.provider_id = s.provider_id and c.product is not null cross join lateral (
      select * from daily_rates d where d.site_id = s.id and d.code = coalesce(c.rate_code, c.code) and d.is_current and d.day <= ${day}::date
      order by d.day desc limit 1
    ) d
    where s.id = ${siteId} order by c.code`.execute(db)
  return rows
}

/** The customer's markup on the day with the provider's unit, and whether the price is capped at retail. */
export async function findTerms(db: Db, provider: FuelProviderName, companyId: number | null, day: string) {
  return db
    .selectFrom('fuel_providers as p')
    .leftJoin('markups as m', (join) =>
      join
        .onRef('m.fuel_provider_id', '=', 'p.id')
        .on('m.company_id', '=', companyId ?? 0)
        .on('m.status', '=', 'ACTIVE')
        .on(sql<SqlBool>`${day}::date between m.from_date and coalesce(m.to_date, 'infinity')`),
    )
    .leftJoin('customers as c', (join) => join.on('c.company_id', '=', companyId ?? 0))
    .select(['p.unit', 'p.currency', 'm.id as markup_id', 'm.markup_value_e4', 'c.is_capped_at_retail'])
    .where('p.name', '=', provider)
    .executeTakeFirstOrThrow()
}
