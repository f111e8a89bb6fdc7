import { usualCode } from '@portal/contract/lookups/product-codes.rules.ts'
import type { RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import { regionOfCity } from '@portal/contract/rates/tax-regions.rules.ts'
import type pg from 'pg'
import { fleetYear, lastDay, netPrice, retailPrice } from './demo-prices.data.ts'
import { makeTaxes, taxPlace } from './demo-taxes.queries.ts'

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
const number = (site: DemoSite) => site.number.replace(/^0+/, '')
/** Where every purchase has a rate of its day. */
export const ratedNumbers: readonly string[] = demoRateSites.map(number)

/** The days of the purchases, and the last 90 days and today, whenever that is. */
const makeDays = `
  create temp table demo_days on commit drop as
  select day::date from generate_series($1::date, $2::date, interval '1 day') day
  union select day::date from generate_series($3::date - 90, $3::date, interval '1 day') day`
/** The sites with rates, and how much less than others the discount sites charge before taxes. */
const makeRateSites = `
  create temp table demo_rate_sites on commit drop as
  select s.id as site_id, p.id as provider_id, p.name, p.currency, p.unit, ${taxPlace('s')} as tax_place,
    case when not is_discount then 0 when p.unit = 'L' then 700 else 1500 end as less_e4
  from unnest($1::text[], $2::text[], $3::boolean[]) rated (provider, site_number, is_discount)
    join fuel_providers p on p.name = provider join sites s on s.provider_id = p.id and s.site_number = rated.site_number`
/** One file per week and provider with the rates of seven days. */
const insertUploads = `
  with files as (
    insert into imports (company_id, kind, provider, options, file_name, size_bytes, sha256, mode, status, progress_done, progress_total, read_count, booked_count,
      user_name, created_at, finished_at)
    select (select min(id) from companies where kind = 'provider'), 'rates', name, jsonb_build_object('from', min(day), 'to', max(day), 'sites', count(distinct site_id)),
      lower(replace(name, '-', '')) || '-rates-' || min(day) || '.xlsx', 9000 + 2 * count(*), sha256(convert_to(name || min(day), 'UTF8')), 'all', 'done',
      2 * count(*), 2 * count(*), 2 * count(*), 2 * count(*), 'Demo', min(day) + time '06:05', min(day) + time '06:05'
    from demo_rate_sites, demo_days
    group by name, (day - date '2025-11-10') / 7 order by min(day), name returning id, provider, options, read_count
  )
  insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count, created_at)
  select files.id, fuel_providers.id, (options ->> 'from')::date, (options ->> 'to')::date, read_count, (options ->> 'sites')::int, (options ->> 'from')::date + time '06:05'
  from files join fuel_providers on name = provider order by files.id`
/** By the rule that the purchases at these sites are priced by. */
const insertRates = `
  insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
  select site.provider_id, site.site_id, fuel.product, fuel.code, site.day, price, ${retailPrice('price', 'site.unit', 'gst + hst + pst + qst')}, site.currency, site.unit, u.id,
    3 + row_number() over (partition by u.id order by site.site_id, fuel.product, site.day)
  from (select * from demo_rate_sites, demo_days) site
    join unnest($1::text[], $2::text[], $3::text[]) as fuel (provider, product, code) on fuel.provider = site.name
    join demo_taxes on place = tax_place and class = case fuel.product when 'RF' then 'reefer' else 'diesel' end and site.day between from_day and to_day
    join rate_uploads u on u.provider_id = site.provider_id and site.day between u.from_date and u.to_date,
    lateral (select ${netPrice('fuel.product', 'site')} + included_e4 - less_e4 as price) priced`

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
/** Before the purchases, which are made at these sites too. */
export const addRateSites = (owner: pg.Client): Promise<void> => addSites(owner, demoRateSites)

/** Adds the rates if the demo has none. After the purchases, so that none is at a discount site. */
export async function addRates(owner: pg.Client, today = 'today'): Promise<void> {
  if ((await owner.query('select from rate_uploads limit 1')).rowCount) return
  await addSites(owner, discountSites)
  await makeTaxes(owner)
  const sites = [...demoRateSites, ...discountSites]
  await owner.query(makeDays, [fleetYear.from, lastDay, today])
  await owner.query(makeRateSites, [
    sites.map(({ provider }) => provider),
    sites.map(number),
    sites.map((site) => discountSites.includes(site)),
  ])
  await owner.query('analyze demo_days, demo_rate_sites')
  await owner.query(insertUploads)
  const fuels = providers.flatMap((provider) => (['D1', 'RF'] as const).map((product) => ({ provider, product })))
  await owner.query(insertRates, [
    fuels.map(({ provider }) => provider),
    fuels.map(({ product }) => product),
    fuels.map(({ provider, product }) => usualCode(provider, product)),
  ])
}
