import type { ListQuery } from '@portal/contract/list.ts'
import type { GeoPoint } from '@portal/contract/smart-buy/distance.rules.ts'
import { type SmartPrice, smartPriceList } from '@portal/contract/smart-buy/smart-buy.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { isStaff } from '../platform/access/scope.ts'
import type { Page } from '../platform/lists/paginate.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { getSharedTaxTable } from '../rates/tax-rates.queries.ts'
import { type PlaceTaxes, placeTaxes, type TaxPlace } from './place-taxes.rules.ts'
import { type StoredSmartPrice, toSmartPrice } from './smart-buy.columns.ts'

/** Whose prices, and of which days. A customer's scope answers its own company alone, whatever is asked. */
export type PriceQuestion = { company_id: number; from: string; to: string }

/** The taxes of every place with a site. */
export async function readPlaceTaxes(db: Db, until: string): Promise<PlaceTaxes[]> {
  const places = await sql<TaxPlace>`
    select distinct coalesce(province, '') as province, coalesce(tax_region, '') as region from sites`.execute(db)
  return placeTaxes(await getSharedTaxTable(db), places.rows, until)
}

/** The prices as rows: staff name the company, and the customers' role gets those of its own. */
export function pricesOf(
  scope: Scope,
  { company_id, from, to }: PriceQuestion,
  sites: RawBuilder<unknown>,
  taxes: readonly PlaceTaxes[],
): RawBuilder<unknown> {
  const days = sql`${from}::date, ${to}::date, ${sites}, ${JSON.stringify(taxes)}::jsonb`
  return isStaff(scope) ? sql`prices_of(${company_id}::bigint, ${days})` : sql`own_prices(${days})`
}

const perLitre = (price: RawBuilder<unknown>) =>
  sql`case unit when 'L' then ${price} else rounded_ratio(${price}::numeric * 1000000000, 3785411784) end`
const perGallon = (price: RawBuilder<unknown>) =>
  sql`case unit when 'GAL' then ${price} else rounded_ratio(${price}::numeric * 3785411784, 1000000000) end`

/** Every product at every site on a day, with what the list shows of it. */
function priceRows(scope: Scope, question: PriceQuestion, taxes: readonly PlaceTaxes[], near: GeoPoint | null) {
  const distance = near
    ? sql`round(great_circle_km(${near.latitude}::float8, ${near.longitude}::float8, s.latitude, s.longitude)::numeric, 1)`
    : sql`null::numeric`
  const [price, withTax] = [sql`price_e6`, sql`with_e6`]
  return sql`
    select row_number() over (order by site_id, product, grade, unit)::int as id, priced.*, retail_e6 - with_e6 as saving_e6,
      ${perLitre(price)} as litre_e6, ${perGallon(price)} as gallon_e6, ${perLitre(withTax)} as with_litre_e6, ${perGallon(withTax)} as with_gallon_e6,
      -- Currencies are never compared: all prices in one come before those in the other.
      ${perLitre(price)} + case currency when 'CAD' then 0 else 1000000000000 end as price_order
    from (
      select s.id as site_id, s.site_number, s.name as site_name, f.name as provider, s.city, s.province, s.latitude, s.longitude,
        s.is_at_city as is_approximate, p.product, p.grade, p.rate_day as priced_on, p.currency, p.unit, p.price_e6, p.retail_e6,
        case when has_sales_taxes then rounded_ratio(p.price_e6::numeric * (100000 + p.sales_e5), 100000) end as with_e6,
        ${distance} as distance_km
      from ${pricesOf(scope, question, sql`null::bigint[]`, taxes)} p join sites s on s.id = p.site_id
        join fuel_providers f on f.id = s.provider_id
    ) priced`
}

type Asked = { company_id: number; day: string; near: GeoPoint | null }
const questionOf = ({ company_id, day }: Asked): PriceQuestion => ({ company_id, from: day, to: day })

/** The price list of a day (SMART-1). */
export async function listSmartPrices(
  db: Db,
  scope: Scope,
  query: ListQuery,
  asked: Asked,
): Promise<Page<'prices', SmartPrice>> {
  const rows = priceRows(scope, questionOf(asked), await readPlaceTaxes(db, asked.day), asked.near)
  const columns = {
    id: 'listed.id',
    price_before_sales_tax: 'listed.price_order',
    distance_km: { column: 'listed.distance_km', isNullable: true },
    saving: { column: 'listed.saving_e6', isNullable: true },
    site_name: { column: 'listed.site_name', isNullable: true },
    provider: 'listed.provider',
    city: { column: 'listed.city', isNullable: true },
    province: { column: 'listed.province', isNullable: true },
    product: 'listed.product',
    currency: 'listed.currency',
  } as const
  const source = { rows, totals: sql`count(*) as rows`, row: toSmartPrice, total: () => null }
  const { totals: _, ...page } = await paginateSums(db, smartPriceList, query, columns, source)
  return page as Page<'prices', SmartPrice>
}

/** Every price of a day, for a way or a file. */
export async function listAllPrices(db: Db, scope: Scope, asked: Asked): Promise<StoredSmartPrice[]> {
  const taxes = await readPlaceTaxes(db, asked.day)
  // As JSON, so that whole and decimal numbers come as numbers.
  const { rows } = await sql<{ listed: StoredSmartPrice[] }>`
    select coalesce(json_agg(listed order by price_order, id), '[]') as listed
    from (${priceRows(scope, questionOf(asked), taxes, asked.near)}) listed`.execute(db)
  return rows[0]?.listed ?? []
}

/** The tank of a unit in thousandths of a litre; null if it is not known, undefined if the company has no such unit. */
export async function findTank(db: Db, company_id: number, id: number): Promise<number | null | undefined> {
  const { rows } = await sql<{ tank: number | null }>`
    select case tank_unit when 'L' then tank_milli else rounded_ratio(tank_milli::numeric * 3785411784, 1000000000) end as tank
    from units where id = ${id} and company_id = ${company_id}`.execute(db)
  return rows[0]?.tank
}

/** Whether a provider sent prices for the day itself. Asked by staff and by jobs. */
export async function hasRatesOf(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql`select from daily_rates where is_current and day = ${day}::date limit 1`.execute(db)
  return rows.length > 0
}

export async function isKnownCustomer(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from customers where company_id = ${id}`.execute(db)
  return rows.length > 0
}
