import { usualCode } from '@portal/contract/lookups/product-codes.rules.ts'
import type { RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import { regionOfCity } from '@portal/contract/rates/tax-regions.rules.ts'
import type pg from 'pg'

type DemoSite = { provider: RateProvider; number: string; name: string; city: string; province: string }
/** Site numbers as the providers write them; they are stored without leading zeros. */
const places: Readonly<Record<RateProvider, { kind: string; sites: string }>> = {
  'TA-Petro': {
    kind: 'Travel Center',
    sites:
      '012 Toledo OH, 044 Gary IN, 071 Effingham IL, 083 Nashville TN, 117 Amarillo TX, 139 Cheyenne WY, 205 Fargo ND, 208 Buffalo NY',
  },
  Pipeline: {
    kind: 'Cardlock',
    sites:
      '1004 Surrey BC, 1011 Kamloops BC, 1027 Calgary AB, 1032 Regina SK, 1048 Brandon MB, 1063 Mississauga ON, 1077 Drummondville QC, 1085 Moncton NB',
  },
  Esso: {
    kind: 'Truck Stop',
    sites:
      '880101 Delta BC, 880117 Langford BC, 880204 Edmonton AB, 880311 Saskatoon SK, 880402 Winnipeg MB, 880519 London ON, 880606 Lévis QC, 880733 Truro NS',
  },
}
/** The sites of the demo and of the sample files. */
export const demoRateSites: readonly DemoSite[] = Object.entries(places).flatMap(([provider, { kind, sites }]) =>
  sites.split(', ').map((site) => {
    const [number = '', city = '', province = ''] = site.split(' ')
    return { provider: provider as RateProvider, number, city, province, name: `${city} ${kind}` }
  }),
)

/** Typical diesel prices in ten-thousandths; reefer fuel is cheaper by its taxes. */
const base_e4: Readonly<Record<RateProvider, number>> = { 'TA-Petro': 38_400, Pipeline: 15_900, Esso: 16_100 }
const dayNumber = (day: string) => Math.round(Date.parse(day) / 86_400_000)
/**
 * The price at a provider's n-th site on a day. It varies over weeks and from day to day, and is the same on every
 * machine.
 */
export function demoPrice(provider: RateProvider, n: number, product: 'D1' | 'RF', day: string): number {
  const at = dayNumber(day)
  const wave = 0.035 * Math.sin((at + 3 * n) / 13) + 0.012 * Math.sin(1.7 * at + n)
  const price = base_e4[provider] * (1 + wave) + 170 * ((n * 5) % 7)
  return Math.round(product === 'D1' ? price : price * 0.9)
}

const demoDays = 91
/**
 * One file per week and provider with the rates of seven days. Varying values are passed as columns, so each step is
 * one statement.
 */
const insertUploads = `
  with files as (
    insert into imports (company_id, kind, provider, options, file_name, size_bytes, sha256, mode, status, progress_done, progress_total, read_count, booked_count,
      user_name, created_at, finished_at)
    select (select min(id) from companies where kind = 'provider'), 'rates', provider, jsonb_build_object('from', min(day), 'to', max(day)),
      lower(replace(provider, '-', '')) || '-rates-' || min(day) || '.xlsx', 9000 + count(*), sha256(convert_to(provider || min(day), 'UTF8')), 'all', 'done',
      count(*), count(*), count(*), count(*), 'Demo', min(day) + time '06:05', min(day) + time '06:05'
    from unnest($1::text[], $2::text[], $3::date[]) rate (provider, site_number, day)
    group by provider, (day - $4::date) / 7 order by min(day), provider returning id, provider, options, read_count
  )
  insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count, created_at)
  select files.id, fuel_providers.id, (options ->> 'from')::date, (options ->> 'to')::date, read_count, 8, (options ->> 'from')::date + time '06:05'
  from files join fuel_providers on name = provider order by files.id`
const insertRates = `
  insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
  select p.id, s.id, rate.product, rate.code, rate.day, rate.price_e4, rate.retail_e4, p.currency, p.unit, u.id,
    3 + row_number() over (partition by u.id order by s.id, rate.product, rate.day)
  from unnest($1::text[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::text[]) rate (provider, site_number, day, product, price_e4, retail_e4, code)
  join fuel_providers p on p.name = rate.provider join sites s on s.provider_id = p.id and s.site_number = rate.site_number
  join rate_uploads u on u.provider_id = p.id and rate.day between u.from_date and u.to_date`

/** Adds rates for the last 90 days and today if the demo has none. */
export async function addRates(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ today: string; has: boolean }>(
    `select current_date::text as today, exists (select from rate_uploads) as has`,
  )
  const [{ today = '', has = true } = {}] = rows
  if (has) return
  const day = (back: number) => new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10)
  const number = (site: DemoSite) => site.number.replace(/^0+/, '')
  await owner.query(
    `insert into sites (provider_id, site_number, name, city, province, tax_region)
     select fuel_providers.id, site_number, site.name, city, province, region
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) site (provider, site_number, name, city, province, region)
     join fuel_providers on fuel_providers.name = provider on conflict (provider_id, site_number) do nothing`,
    [
      ...(['provider', 'number', 'name', 'city', 'province'] as const).map((key) =>
        demoRateSites.map((site) => (key === 'number' ? number(site) : site[key])),
      ),
      demoRateSites.map(({ province, city }) => regionOfCity(province, city)),
    ],
  )
  const rates = demoRateSites.flatMap((site, at) =>
    Array.from({ length: demoDays }, (_, back) => day(back)).flatMap((on) =>
      (['D1', 'RF'] as const).map((product) => {
        const price_e4 = demoPrice(site.provider, at % 8, product, on)
        return { ...site, on, product, price_e4, retail_e4: Math.round(price_e4 * 1.14) }
      }),
    ),
  )
  const columns = [rates.map(({ provider }) => provider), rates.map(number), rates.map(({ on }) => on)]
  await owner.query(insertUploads, [...columns, day(demoDays - 1)])
  await owner.query(insertRates, [
    ...columns,
    rates.map(({ product }) => product),
    rates.map((r) => r.price_e4),
    rates.map((r) => r.retail_e4),
    rates.map(({ provider, product }) => usualCode(provider, product)),
  ])
}
