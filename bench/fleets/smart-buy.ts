import { usualCode } from '@portal/contract/lookups/product-codes.rules.ts'
import type pg from 'pg'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from '../runner/demo-site.ts'

const size = {
  companies: numberFrom('COMPANIES', 20),
  cards: numberFrom('CARDS', 2000),
  transactions: numberFrom('TRANSACTIONS', 20_000),
}
const lines = numberFrom('LINES', 100_000)
const sites = numberFrom('SITES', 2000)
const days = numberFrom('DAYS', 365)
/** The fleet buys at so many of the sites. */
const used = numberFrom('USED', 300)
const requests = numberFrom('REQUESTS', 5)

/**
 * Loads rows into a table without its indexes and foreign keys, which are made again afterwards: keeping them for a million
 * rows takes minutes.
 */
async function loadBare(owner: pg.Client, table: string, load: () => Promise<unknown>): Promise<void> {
  const { rows: made } = await owner.query(
    `select format('alter table %I drop constraint %I', $1::text, conname) as drop,
       format('alter table %I add constraint %I %s', $1::text, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where conrelid = $1::regclass and contype = 'f'
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid = $1::regclass and not indisprimary`,
    [table],
  )
  for (const { drop } of made) await owner.query(drop)
  await load()
  for (const { add } of made) await owner.query(add)
}

/** Sites in the largest towns, two in three of them in Canada. */
const insertSites = `
  insert into sites (provider_id, site_number, name, city, province, latitude, longitude)
  select p.id, 'B' || n, town.name || ' ' || n, town.name, town.code, town.latitude, town.longitude
  from (select c.name, s.code, s.country_id, latitude, longitude, row_number() over (partition by country_id order by population desc, c.id) as n
    from cities c join states s on s.id = c.state_id) town
  join fuel_providers p on p.name = case when country_id <> 'CA' then 'TA-Petro' when n % 2 = 0 then 'Pipeline' else 'Esso' end
  where n <= case when country_id = 'CA' then $1 * 2 / 3 else $1 / 3 end on conflict do nothing`
/** Rates of every day at each of these sites. */
const insertRates = `
  insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
  select p.id, s.id, c.product, c.code, current_date - n, price, price * 5 / 4, p.currency, p.unit, p.upload_id, 1
  from (select f.*, (select min(id) from rate_uploads u where u.provider_id = f.id) as upload_id from fuel_providers f offset 0) p
    join sites s on s.provider_id = p.id
    join jsonb_to_recordset($1) as c (provider text, product text, code text) on c.provider = p.name
    cross join generate_series(0, $2::int - 1) n
    cross join lateral (select case p.unit when 'L' then 15000 else 38000 end + abs(hashtext(s.id || c.code || n)) % 2000 as price) priced
  where s.site_number like 'B%'`

async function addSites(owner: pg.Client): Promise<void> {
  await owner.query(insertSites, [sites])
  const { rowCount } = await owner.query(
    `select from daily_rates r join sites s on s.id = r.site_id where site_number = 'B1' limit 1`,
  )
  if (rowCount) return
  const codes = (['TA-Petro', 'Pipeline', 'Esso'] as const).flatMap((provider) =>
    (['D1', 'RF'] as const).map((product) => ({ provider, product, code: usualCode(provider, product) })),
  )
  await loadBare(owner, 'daily_rates', () => owner.query(insertRates, [JSON.stringify(codes), days]))
}

/** So many lines of a year for Northline, at some of these sites. */
const insertLines = `
  with place as (
    select row_number() over (order by s.id) - 1 as at, s.id, provider_id, currency, unit from sites s join fuel_providers f on f.id = provider_id
    where site_number like 'B%' and s.id % (select greatest(1, count(*) / $3::int) from sites) = 0
  ), bought as (
    insert into transactions (company_id, provider_id, site_id, authentication_id, txn_at, currency, amount_cents, source, driver_name, vehicle)
    select $1, provider_id, place.id, 'B' || n, now()::timestamp(0) - (n * 365.0 / $2::int) * interval '1 day', currency, 80000, 'manual',
      'Driver ' || n % 300, 'T' || n % 300
    from generate_series(1, $2::int) n join place on place.at = n * 7919::bigint % (select count(*) from place) returning *
  )
  insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, price_unit, price_quantity_milli,
    file_price_e6, file_amount_cents, price_e6, pre_cents, amount_cents, formula)
  select bought.id, company_id, 1, authentication_id, case bought.id % 5 when 0 then 'RF' else 'D1' end, unit, 500000, unit, 500000,
    1600000, 80000, 1600000, 80000, 80000, 1 from bought join fuel_providers f on f.id = provider_id`

async function prepare(owner: pg.Client): Promise<void> {
  await addSites(owner)
  const { rows } = await owner.query(`select id from companies where name = 'Northline Haulage'`)
  const fleet = Number(rows[0].id)
  await owner.query(
    `update markups m set from_date = '2020-01-01' where company_id = $1 and from_date =
       (select min(from_date) from markups o where o.company_id = $1 and o.fuel_provider_id = m.fuel_provider_id)`,
    [fleet],
  )
  const tables = ['transactions', 'transaction_lines']
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`)
  const { rowCount } = await owner.query(`select from transactions where authentication_id = 'B1'`)
  if (!rowCount) await owner.query(insertLines, [fleet, lines, used])
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`)
  await owner.query('vacuum analyze')
  const counted = await owner.query(
    `select (select count(*) from transaction_lines where company_id = $1) as lines, (select count(*) from sites) as sites,
       (select count(*) from daily_rates) as rates, (select count(*) from transactions) as transactions`,
    [fleet],
  )
  console.log(counted.rows[0])
}

const daysAgo = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const month = `from=${daysAgo(30)}&to=${daysAgo(0)}`
const asked: Readonly<Record<string, string>> = {
  'price list of today': '?size=10',
  'price list near Toronto': '?near=CA-ON-toronto&sort=distance_km,asc',
  'diesel, all pages, as the map asks': '?paged=false&filter=product:D1',
  'price list of a day in spring': `?day=${daysAgo(200)}`,
  'Calgary to Winnipeg': '/route?from=CA-AB-calgary&to=CA-MB-winnipeg&product=D1',
  'missed in four weeks': '/missed',
  'missed in 31 days': `/missed?${month}`,
  'missed in 31 days within 200 km': `/missed?${month}&radius_km=200`,
  'missed in 31 days as CSV': `/missed?${month}&format=csv`,
}

/** Prices and missed savings of a large fleet. Target: 2 s each. */
await onGrownPortal({ size, prepare }, async ({ signIn, get, measure }) => {
  const headers = await signIn('admin@northline.test')
  console.log(`| request | ${measuredHeads} |\n|---|---|---|---|`)
  for (const [name, query] of Object.entries(asked)) {
    const once = () => get(`/v2/smart-buy${query}`, headers)
    const cells = await measure(requests, once).then(cellsOf, (error: Error) => error.message.slice(0, 200))
    console.log(`| ${name} | ${cells} |`)
  }
})
