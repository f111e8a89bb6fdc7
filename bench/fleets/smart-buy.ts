import { usualCode } from '@portal/contract/lookups/product-codes.rules.ts'
import type pg from 'pg'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from '../grown-portal.ts'

const size = {
  companies: numberFrom('COMPANIES', 200),
  cards: numberFrom('CARDS', 20_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const lines = numberFrom('LINES', 100_000)
const sites = numberFrom('SITES', 2000)
const days = numberFrom('DAYS', 365)
const requests = numberFrom('REQUESTS', 5)
const port = 18094

/** Sites in the largest towns, two in three of them in Canada, each with rates of every day. */
async function addSites(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query(
    `insert into sites (provider_id, site_number, name, city, province, latitude, longitude)
     select p.id, 'B' || n, town.name || ' ' || n, town.name, code, latitude, longitude
     from (select c.name, s.code, s.country_id, latitude, longitude, row_number() over (partition by country_id order by population desc, c.id) as n
       from cities c join states s on s.id = c.state_id) town
     join fuel_providers p on p.name = case when country_id <> 'CA' then 'TA-Petro' when n % 2 = 0 then 'Pipeline' else 'Esso' end
     where n <= case when country_id = 'CA' then $1 * 2 / 3 else $1 / 3 end on conflict do nothing`,
    [sites],
  )
  if (!rowCount) return
  const codes = (['TA-Petro', 'Pipeline', 'Esso'] as const).flatMap((provider) =>
    (['D1', 'RF'] as const).map((product) => ({ provider, product, code: usualCode(provider, product) })),
  )
  await owner.query(
    `insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
     select p.id, s.id, c.product, c.code, current_date - n, price, price * 5 / 4, p.currency, p.unit, (select min(id) from rate_uploads u where u.provider_id = p.id), 1
     from sites s join fuel_providers p on p.id = s.provider_id
       join jsonb_to_recordset($1) as c (provider text, product text, code text) on c.provider = p.name
       cross join generate_series(0, $2::int - 1) n
       cross join lateral (select case p.unit when 'L' then 15000 else 38000 end + abs(hashtext(s.id || c.code || n)) % 2000 as price) priced
     where s.site_number like 'B%'`,
    [JSON.stringify(codes), days],
  )
}

/** Gives Northline so many lines of a year, at every one of these sites. */
async function prepare(owner: pg.Client): Promise<void> {
  await addSites(owner)
  const { rows } = await owner.query(`select id from companies where name = 'Northline Haulage'`)
  const fleet = Number(rows[0].id)
  await owner.query(
    `update markups set from_date = '2020-01-01', to_date = null where id in
    (select min(id) from markups where company_id = $1 and status = 'ACTIVE' group by fuel_provider_id)`,
    [fleet],
  )
  const { rowCount } = await owner.query('select from transactions where company_id = $1 offset $2 limit 1', [
    fleet,
    lines / 2,
  ])
  const tables = ['transactions', 'transaction_lines']
  if (!rowCount) {
    for (const table of tables) await owner.query(`alter table ${table} disable trigger user`)
    await owner.query(
      `with place as (select row_number() over (order by s.id) - 1 as at, s.*, f.currency from sites s join fuel_providers f on f.id = provider_id where site_number like 'B%')
       update transactions t set company_id = $1, driver_name = 'Driver ' || t.id % 300, vehicle = 'T' || t.id % 300, site_id = place.id,
         provider_id = place.provider_id, currency = place.currency, source = 'manual', credited_id = null,
         txn_at = now()::timestamp(0) - ((chosen.n * 7919) % $2::int * 365.0 / $2::int) * interval '1 day'
       from (select transaction_id, row_number() over (order by transaction_id desc) as n from transaction_lines
         where company_id <> $1 and product in ('D1', 'RF') order by transaction_id desc limit $2) chosen
         join place on place.at = chosen.n % (select count(*) from place)
       where t.id = chosen.transaction_id`,
      [fleet, lines],
    )
    await owner.query(
      `update transaction_lines l set company_id = t.company_id from transactions t where t.id = l.transaction_id and l.company_id <> t.company_id`,
    )
    for (const table of tables) await owner.query(`alter table ${table} enable trigger user`)
  }
  await owner.query('vacuum analyze')
  const counted = await owner.query(
    `select (select count(*) from transaction_lines where company_id = $1) as lines, (select count(*) from sites) as sites, (select count(*) from daily_rates) as rates`,
    [fleet],
  )
  console.log(counted.rows[0])
}

const daysAgo = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const year = `from=${daysAgo(364)}&to=${daysAgo(0)}`
const asked: Readonly<Record<string, string>> = {
  'price list of today': '?size=10',
  'price list near Toronto': '?near=CA-ON-toronto&sort=distance_km,asc',
  'diesel, all pages, as the map asks': '?paged=false&filter=product:D1',
  'price list of a day in spring': `?day=${daysAgo(200)}`,
  'Calgary to Winnipeg': '/route?from=CA-AB-calgary&to=CA-MB-winnipeg&product=D1',
  'missed in four weeks': '/missed',
  'missed in a year': `/missed?${year}`,
  'missed in a year within 200 km': `/missed?${year}&radius_km=200`,
  'missed in a year as CSV': `/missed?${year}&format=csv`,
}

/** Prices and missed savings of a large fleet. Target: 2 s each. */
await onGrownPortal({ port, size, prepare }, async ({ signIn, get, measure }) => {
  const headers = await signIn('admin@northline.test')
  console.log(`| request | ${measuredHeads} |\n|---|---|---|---|`)
  for (const [name, query] of Object.entries(asked)) {
    const once = () => get(`/v2/smart-buy${query}`, headers)
    const cells = await measure(requests, once).then(cellsOf, (error: Error) => error.message.slice(0, 200))
    console.log(`| ${name} | ${cells} |`)
  }
})
