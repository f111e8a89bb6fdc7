import type pg from 'pg'
import { addFiles, bookedAt } from './demo-files.queries.ts'
import { firstDay, fleetYear, lastDay, netPrice, retailPrice } from './demo-prices.data.ts'
import { ratedNumbers } from './demo-rates.queries.ts'
import { demoProducts, demoSites } from './demo-sites.data.ts'
import { makeTaxes, taxPlace } from './demo-taxes.queries.ts'

const days = 90

/** Whether the odometer of a card's unit reads miles. */
export const isInMiles = (cardId: string): string => `${cardId} % 29 = 24`

const insertSites = `
  insert into sites (provider_id, site_number, name, city, province, tax_region, latitude, longitude)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[])
  on conflict (provider_id, site_number) do nothing`

/** Numbers the cards in use, and the sites of the providers that their company has a markup for. */
const makeReach = `
  create temp table demo_reach on commit drop as
    select company_id, site.id, row_number() over (partition by company_id order by site.id) as no, count(*) over (partition by company_id) as sites
    from (select distinct company_id, fuel_provider_id from markups where status = 'ACTIVE') m join sites site on site.provider_id = m.fuel_provider_id;
  create temp table demo_cards on commit drop as
    select row_number() over (order by cards.id) as no, cards.id, card_number, company_id, driver_name, vehicle_assigned_to_card, odometer, trip_number, card_status,
      reach.sites
    from cards join demo_reach reach using (company_id) where card_status <> 'CLOSED' and reach.no = 1;
  create unique index on demo_cards (no);
  create unique index on demo_reach (company_id, no);
  analyze demo_cards, demo_reach`

/** Each 700th credits an earlier one, and each 19th is gasoline. */
const makeNumbers = `
  create temp table demo_numbers on commit drop as
  select n, k, sign, k * 2654435761 % 4294967296 as mixed, $3::date - (k * 7 % $4::int)::int as day,
    1 + k * 48271 % 2147483647 / 7 % (select count(*) from demo_cards) as card_no, k % 19 = 4 as is_gas, k * 7919 as code_no, false as is_past
  from generate_series($1::bigint, $2::bigint) n
    cross join lateral (select case when n % 700 = 0 then n - 3 else n end as k, case when n % 700 = 0 then -1 else 1 end as sign) s`

/**
 * What one fleet bought in the months before, so that its reports tell a year: less in winter. A unit that buys gasoline now
 * did so then. Nothing of it is left to review.
 */
const makePastNumbers = `
  create temp table demo_numbers on commit drop as
  with card as (
    select no, row_number() over (order by no) as place, count(*) over () as cards,
      exists (select from transactions t join transaction_lines l on l.transaction_id = t.id where t.card_id = demo_cards.id and l.product = 'GAS') as is_gas
    from demo_cards where company_id = (select min(id) from companies where name = $3)
  )
  select n, n as k, 1 as sign, (n + 700000) * 2654435761 % 4294967296 as mixed, day, card.no as card_no, is_gas, -n * 7919 as code_no, true as is_past
  from generate_series(1, 450) n cross join lateral (select $1::date + (n * 7 % ($2::date - $1::date))::int as day) d
    join card on card.place = 1 + n * 48271 % 2147483647 / 7 % cards
  where n % 4 > 0 or extract(month from day) not in (12, 1, 2)`

/**
 * Transaction n is the same on every machine. Each 61st is at a site of any provider, also one without a markup. Some
 * use cards on hold or over their limit, so that there is something to review.
 */
const makeTransactions = `
  create temp table demo_transactions on commit drop as
  select nextval(pg_get_serial_sequence('transactions', 'id')) as id, n, k, sign, card.company_id, card.id as card_id, card.card_number, card.driver_name,
    card.vehicle_assigned_to_card as vehicle, card.odometer, card.trip_number, site.id as site_id, site.provider_id, site.site_number, site.province,
    site.name || ', ' || site.city as location, provider.currency, provider.unit, mixed, day, is_gas, is_past, ${taxPlace('site')} as tax_place, site.site_number = any($2::text[]) as is_rated,
    day + interval '5 hours' + mixed % 61200 * interval '1 second' + (case sign when -1 then interval '23 minutes' else interval '0' end) as txn_at,
    ${bookedAt('day')} as booked_at, null::bigint as import_id,
    case site.provider_id when 3 then to_char(day, 'YYMMDD') || '1' || lpad((k % 1000000)::text, 6, '0')
      else substr('ESXPA', site.provider_id::int, 1) || (252014353 + code_no)::text end as code,
    markup.id as markup_id, markup.markup_value_e4,
    array_remove(array[case when n % 83 = 9 and sign = 1 then 'over_limit' end, case when card.card_status = 'HOLD' and day > $1::date - 12 and sign = 1 then 'on_hold' end], null) as exceptions
  from demo_numbers
    join demo_cards card on card.no = card_no
    join demo_reach near on near.company_id = card.company_id and near.no = 1 + mixed / 97 % card.sites
    join sites site on site.id = case when k % 61 = 5 then (select min(id) from sites) + k % (select count(*) from sites) else near.id end
    join fuel_providers provider on provider.id = site.provider_id
    left join markups markup on markup.company_id = card.company_id and markup.fuel_provider_id = site.provider_id and markup.status = 'ACTIVE'
      and day between markup.from_date and coalesce(markup.to_date, 'infinity')
  order by txn_at`

/** Divides a non-negative product by 100,000 and rounds half up. Integers, because numeric takes ten times as long. */
const rounded = (product: string): string => `((2 * (${product}) + 100000) / 200000)`

/** The lines of each transaction. Per-unit taxes are included in the price, as in the providers' files. */
const makeLines = `
  create temp table demo_lines on commit drop as
  with bought as materialized (
    select txn.*, item.place, item.product, item.class, item.quantity, item.net, item.description, item.class in ('diesel', 'gasoline', 'reefer') as is_fuel,
      case when item.product in ('OTH', 'OIL', 'CSH') then null else txn.unit end as counted_in
    from demo_transactions txn, lateral (select case when txn.unit = 'L' then 1 else 0 end as litres) w,
      lateral (values
        (1, case when is_gas then 'GAS' else 'D1' end, case when is_gas then 'gasoline' else 'diesel' end,
          case litres when 1 then 180000 + mixed / 7 % 520 * 1000 else 45000 + mixed / 7 % 140 * 1000 end + mixed % 100 * 10,
          ${netPrice("case when is_gas then 'GAS' else 'D1' end", 'txn')}, null),
        (2, case when k % 6 = 1 then 'RF' end, 'reefer', case litres when 1 then 60000 else 16000 end + mixed % 40 * 1000, ${netPrice("'RF'", 'txn')}, null),
        (3, case when k % 4 = 1 then 'DEF' end, 'merchandise', case litres when 1 then 18000 else 5000 end + mixed % 9 * 1000, case litres when 1 then 10900 else 38900 end, 'DEF'),
        (4, case when k % 9 = 2 then 'OTH' end, 'merchandise', 1000, 142500, 'SCALE'),
        (5, case when k % 27 = 2 then 'OTH' end, 'merchandise', 1000, 385000, 'WASH'),
        (6, case when k % 37 = 3 then 'OIL' end, 'merchandise', 2000, 118900, 'OIL'),
        (7, case when k % 29 = 8 then 'CSH' end, 'cash', 1000, 1000000, 'CASH')
      ) as item (place, product, class, quantity, net, description)
    where item.product is not null
  ), priced as (
    select bought.*, taxes.ids, taxes.fet, taxes.pft, taxes.pct, taxes.local, taxes.gst, taxes.hst, taxes.pst, taxes.qst,
      net + included_e4 as file_price,
      -- An older rate applies only if the taxes did not change in between.
      case when not is_fuel or provider_id in (2, 3) then null when is_past or is_rated then 'today' when k % 71 = 12 then 'none' when k % 47 = 20 and (bought.day - 2 >= from_day or is_as_before) then 'older' else 'today' end as rated
    from bought join demo_taxes taxes on taxes.place = bought.tax_place and taxes.class = bought.class and bought.day between from_day and to_day
  ), billed as (
    select priced.*, sign * quantity as q, file_price + case when is_fuel then coalesce(markup_value_e4, 0) else 0 end as price,
      case when is_fuel and provider_id in (1, 4, 5) then ${retailPrice('file_price', 'unit', 'gst + hst + pst + qst')} end as retail
    from priced
  ), counted as (
    select billed.*, ${rounded('quantity * price')} as pre_size, ${rounded('quantity * file_price')} as file_size from billed
  ), taxed as (
    select counted.*, sign * pre_size as pre, sign * ${rounded('pre_size * gst')} as gst_cents, sign * ${rounded('pre_size * hst')} as hst_cents,
      sign * ${rounded('pre_size * pst')} as pst_cents, sign * ${rounded('pre_size * qst')} as qst_cents,
      sign * (file_size + ${['gst', 'hst', 'pst', 'qst'].map((tax) => rounded(`file_size * ${tax}`)).join(' + ')}) as file_cents
    from counted
  )
  select taxed.*, pre + gst_cents + hst_cents + pst_cents + qst_cents as amount, place - 1 as at,
    array_remove(array[case rated when 'older' then 'carried' when 'none' then 'no_rate' end, case when is_fuel and markup_id is null then 'no_markup' end], null) as flags
  from taxed`

/**
 * Odometers run with the fuel, so that units differ in economy: 32 to 45 litres for 100 km, some in miles. Some readings
 * are missing or lack a digit. Those of the past end where the others start.
 */
const runOdometers = `
  update demo_transactions txn set odometer = case when txn.k % 53 = 20 then null when txn.k % 41 = 13 then run.reading / 10 else run.reading end
  from (
    select txn.id, trunc((sum(km) over (partition by txn.card_id order by txn.txn_at, txn.id)
        - case when is_past then sum(km) over (partition by txn.card_id) else 0 end + card.odometer::bigint) * case when ${isInMiles('txn.card_id')} then 1000 else 1609 end / 1609)::bigint as reading
    from demo_transactions txn join demo_cards card on card.id = txn.card_id
      join (select id, sum(quantity * case unit when 'GAL' then 3785 else 1000 end) / 1000000 as litres from demo_lines where product in ('D1', 'GAS') group by 1) fuel on fuel.id = txn.id,
      lateral (select case when sign = 1 then litres * 1000 / (320 + txn.card_id % 14 * 10 + k % 5 * 6 - 12) else 0 end as km) way
  ) run where run.id = txn.id`

const insertTransactions = `
  insert into transactions (id, company_id, provider_id, authentication_id, txn_at, card_id, card_number, site_id, site_number, location, province, currency,
    amount_cents, file_amount_cents, driver_name, vehicle, odometer, trip_number, source, import_id, flags, exceptions, accepted_at, created_at, updated_at)
  overriding system value
  select txn.id, company_id, provider_id, code, txn_at, card_id, card_number, site_id, site_number, location, province, currency, sums.billed, sums.filed,
    driver_name, vehicle, odometer, trip_number, 'import', import_id, case when 'on_hold' = any(exceptions) then sums.flags || array['on_hold'] else sums.flags end, exceptions,
    case when (sums.flags <> '{}' or 'on_hold' = any(exceptions)) and n % 3 = 0 then booked_at + interval '2 hours' end, booked_at, booked_at
  from demo_transactions txn join (
    select line.id, sum(amount)::bigint as billed, sum(file_cents)::bigint as filed,
      array_remove(array[max('carried') filter (where 'carried' = any(line.flags)), max('no_markup') filter (where 'no_markup' = any(line.flags)),
        max('no_rate') filter (where 'no_rate' = any(line.flags))], null) as flags
    from demo_lines line group by 1
  ) sums on sums.id = txn.id
  order by txn_at`

const insertLines = `
  insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, product_description, unit, quantity_milli, file_price_e6, retail_e6,
    file_amount_cents, price_e6, price_unit, price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents, discount_cents,
    fet_e6, pft_e6, pct_e6, local_e6, formula, rate_date, rate_price_e4, markup_id, markup_value_e4, tax_row_ids, rate_day_tax_row_ids, flags, sales_type,
    cost_pre_cents, cost_gst_cents, cost_hst_cents, cost_pst_cents, cost_qst_cents)
  select id, company_id, at, code || coalesce(named.suffix, case when provider_id in (4, 5) then '-' || left(line.product, 2) else '' end), line.product,
    coalesce(named.description, line.description), counted_in, q, file_price * 100, retail * 100, file_cents, price * 100, counted_in, q, pre, gst_cents, hst_cents, pst_cents,
    qst_cents, amount, sign * ${rounded('quantity * retail')} - amount, fet, pft, pct, local, 1,
    case rated when 'today' then day when 'older' then day - 2 end, case when rated in ('today', 'older') then file_price end,
    case when is_fuel then markup_id end, case when is_fuel then markup_value_e4 end, ids, case rated when 'older' then ids else '{}' end, flags, '1',
    sign * file_size, ${['gst', 'hst', 'pst', 'qst'].map((tax) => `sign * ${rounded(`file_size * ${tax}`)}`).join(', ')}
  from demo_lines line
    left join unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as named (provider, product, description, suffix)
      on named.provider = provider_id and named.product = line.product
  order by id, at`

/** Lets an import of the same transactions recognize them. */
const insertIdentities = `
  insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
  select provider_id, code, day, product, sign, row_number() over (partition by id, product order by at), id, file_cents, q from demo_lines`

/** The exceptions with their numbers. Those of accepted transactions are dismissed, and those of the past are judged. */
const insertExceptions = `
  insert into exceptions (transaction_id, company_id, rule, part, numbers, created_at, staff_verdict, staff_at, is_by_acceptance)
  select txn.id, txn.company_id, found.rule, case found.rule when 'over_limit' then 'fuel' else '' end,
    case found.rule when 'over_limit' then jsonb_build_object('bought', bought, 'left', floor(bought * 0.6), 'limit', ceil(bought * 4 / 100) * 100, 'unit', txn.unit) else '{}' end,
    txn.booked_at, case when t.accepted_at is not null or is_past and n % 2 = 0 then 'dismissed' when is_past then 'confirmed' end,
    case when is_past then txn.booked_at + interval '2 hours' else t.accepted_at end, t.accepted_at is not null
  from demo_transactions txn join transactions t on t.id = txn.id
    left join (select id, round(sum(q) / 1000.0, 3) as bought from demo_lines where product in ('D1', 'GAS') group by 1) fuel on fuel.id = txn.id,
    unnest(txn.exceptions) as found (rule)
  where txn.exceptions <> '{}' order by txn.txn_at, txn.id`

const linkCredits = `
  update transactions credit set credited_id = original.id
  from demo_transactions txn join transactions original on original.authentication_id = txn.code and original.amount_cents > 0
  where txn.sign = -1 and credit.id = txn.id`

const dropMade = 'drop table if exists demo_numbers, demo_transactions, demo_lines'

/** Books what `demo_numbers` asks for, in a few statements regardless of their number. */
async function bookNumbers(owner: pg.Client, hasFiles: boolean): Promise<void> {
  await owner.query('analyze demo_numbers')
  await owner.query(makeTransactions, [lastDay, ratedNumbers])
  await owner.query('analyze demo_transactions')
  await owner.query(makeLines)
  await owner.query('analyze demo_lines')
  await owner.query(runOdometers)
  if (hasFiles) await addFiles(owner)
  await owner.query(insertTransactions)
  await owner.query(
    insertLines,
    ([0, 1, 2, 3] as const).map((column) => demoProducts.map((product) => product[column])),
  )
  await owner.query(insertIdentities)
  await owner.query(insertExceptions)
  await owner.query(linkCredits)
  await owner.query(dropMade)
}

const countTransactions = `
  select coalesce(sum(count), 0) - (select count(*) from transactions t join companies c on c.id = t.company_id and c.name = $1 where txn_at < $2::date) as count
  from transaction_counts`

/** Creates transactions of the demo's cards over its last 90 days, and first of all the year of one fleet. */
export async function growTransactions(owner: pg.Client, wanted: number): Promise<void> {
  const { rows } = await owner.query<{ count: string }>(countTransactions, [fleetYear.name, firstDay])
  const present = Number(rows[0]?.count)
  if (present >= wanted) return
  await owner.query(insertSites, [
    ...[0, 1, 2, 3, 4].map((column) => demoSites.map((site) => site[column as 0])),
    demoSites.map(([, , , , , region]) => region ?? null),
    ...([0, 1] as const).map((side) => demoSites.map(([, , , , , , place]) => place?.[side] ?? null)),
  ])
  await makeTaxes(owner)
  await owner.query(makeReach)
  await owner.query(makeNumbers, [present + 1, wanted, lastDay, days])
  // Files of days that have some already would have to be changed.
  await bookNumbers(owner, present === 0)
  if (present > 0) return
  await owner.query(makePastNumbers, [fleetYear.from, fleetYear.until, fleetYear.name])
  await bookNumbers(owner, true)
}
