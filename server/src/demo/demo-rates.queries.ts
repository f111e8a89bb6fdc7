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
const sitesOf = (provider: RateProvider, sites: string): DemoSite[] =>
  sites.split(', ').map((site) => {
    const [, number = '', city = '', province = ''] = /^(\S+) (.+) (\S+)$/.exec(site) ?? []
    return { provider, number, city, province, name: `${city} ${places[provider].kind}` }
  })
const providers = Object.keys(places) as RateProvider[]
/** The sites of the demo and of the sample files. */
export const demoRateSites: readonly DemoSite[] = providers.flatMap((one) => sitesOf(one, places[one].sites))
/** Cheaper sites a short drive from where the demo's fleets buy, so that savings are missed (SMART-3). */
const discountSites: readonly DemoSite[] = [
  ...sitesOf('TA-Petro', '221 Hammond IN, 223 Niagara Falls NY'),
  ...sitesOf(
    'Pipeline',
    '1211 Airdrie AB, 1213 Dieppe NB, 1215 Acton Vale QC, 1217 Brampton ON, 1219 St. Thomas ON, 1221 Langley BC',
  ),
]
const discount: Readonly<Record<RateProvider, number>> = { 'TA-Petro': 0.915, Pipeline: 0.865, Esso: 1 }
/** At the pump, sales tax included. */
const retailFactor: Readonly<Record<RateProvider, number>> = { 'TA-Petro': 1.09, Pipeline: 1.21, Esso: 1.21 }

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
    select (select min(id) from companies where kind = 'provider'), 'rates', provider, jsonb_build_object('from', min(day), 'to', max(day), 'sites', count(distinct site_number)),
      lower(replace(provider, '-', '')) || '-rates-' || min(day) || '.xlsx', 9000 + count(*), sha256(convert_to(provider || min(day), 'UTF8')), 'all', 'done',
      count(*), count(*), count(*), count(*), 'Demo', min(day) + time '06:05', min(day) + time '06:05'
    from unnest($1::text[], $2::text[], $3::date[]) rate (provider, site_number, day)
    group by provider, (day - $4::date) / 7 order by min(day), provider returning id, provider, options, read_count, (options ->> 'sites')::int as sites
  )
  insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count, created_at)
  select files.id, fuel_providers.id, (options ->> 'from')::date, (options ->> 'to')::date, read_count, sites, (options ->> 'from')::date + time '06:05'
  from files join fuel_providers on name = provider order by files.id`
const insertRates = `
  insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
  select p.id, s.id, rate.product, rate.code, rate.day, rate.price_e4, rate.retail_e4, p.currency, p.unit, u.id,
    $8::int + row_number() over (partition by u.id order by s.id, rate.product, rate.day)
  from unnest($1::text[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::text[]) rate (provider, site_number, day, product, price_e4, retail_e4, code)
  join fuel_providers p on p.name = rate.provider join sites s on s.provider_id = p.id and s.site_number = rate.site_number
  join rate_uploads u on u.provider_id = p.id and rate.day between u.from_date and u.to_date`

type DemoRate = DemoSite & { on: string; product: 'D1' | 'RF'; price_e4: number; retail_e4: number }
const number = (site: DemoSite) => site.number.replace(/^0+/, '')
const daysUntil = (today: string): string[] =>
  Array.from({ length: demoDays }, (_, back) =>
    new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10),
  )
const ratesOf = (
  sites: readonly DemoSite[],
  days: readonly string[],
  part: (provider: RateProvider) => number,
): DemoRate[] =>
  sites.flatMap((site, at) =>
    days.flatMap((on) =>
      (['D1', 'RF'] as const).map((product) => {
        const price_e4 = Math.round(demoPrice(site.provider, at % 8, product, on) * part(site.provider))
        return { ...site, on, product, price_e4, retail_e4: Math.round(price_e4 * retailFactor[site.provider]) }
      }),
    ),
  )
const columnsOf = (rates: readonly DemoRate[]) => [
  rates.map(({ provider }) => provider),
  rates.map(number),
  rates.map(({ on }) => on),
]

async function addSites(owner: pg.Client, sites: readonly DemoSite[]): Promise<void> {
  await owner.query(
    `insert into sites (provider_id, site_number, name, city, province, tax_region)
     select fuel_providers.id, site_number, site.name, city, province, region
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) site (provider, site_number, name, city, province, region)
     join fuel_providers on fuel_providers.name = provider on conflict (provider_id, site_number) do nothing`,
    [
      ...(['provider', 'number', 'name', 'city', 'province'] as const).map((key) =>
        sites.map((site) => (key === 'number' ? number(site) : site[key])),
      ),
      sites.map(({ province, city }) => regionOfCity(province, city)),
    ],
  )
}
async function insertDemoRates(owner: pg.Client, rates: readonly DemoRate[], firstRow: number): Promise<void> {
  await owner.query(insertRates, [
    ...columnsOf(rates),
    rates.map(({ product }) => product),
    rates.map((r) => r.price_e4),
    rates.map((r) => r.retail_e4),
    rates.map(({ provider, product }) => usualCode(provider, product)),
    firstRow,
  ])
}

/** Adds rates for the last 90 days and today if the demo has none. Returns what adds the discount sites later on. */
export async function addRates(owner: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ today: string; has: boolean }>(
    `select current_date::text as today, exists (select from rate_uploads) as has`,
  )
  const [{ today = '', has = true } = {}] = rows
  if (has) return async () => {}
  const days = daysUntil(today)
  const usual = ratesOf(demoRateSites, days, () => 1)
  const cheaper = ratesOf(discountSites, days, (provider) => discount[provider])
  await addSites(owner, demoRateSites)
  await owner.query(insertUploads, [...columnsOf([...usual, ...cheaper]), days.at(-1)])
  await insertDemoRates(owner, usual, 3)
  return async () => {
    await addSites(owner, discountSites)
    await insertDemoRates(owner, cheaper, 1003)
  }
}
