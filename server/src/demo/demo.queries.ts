import pg from 'pg'
import { placeSites, runAs } from '../db/site-places.ts'
import { hashPassword } from '../platform/access/passwords.ts'
import { addBudgets } from './demo-budgets.queries.ts'
import { addCustomers } from './demo-customers.queries.ts'
import { addExchangeRates } from './demo-exchange-rates.queries.ts'
import { addIfta } from './demo-ifta.queries.ts'
import { addMarkups } from './demo-markups.queries.ts'
import { demoCompanies, demoPassword, demoPeople, demoProvider, firstNames, lastNames } from './demo-people.data.ts'
import { addRateSites, addRates } from './demo-rates.queries.ts'
import { addSchedules } from './demo-schedules.queries.ts'
import { addTemplates } from './demo-templates.queries.ts'
import { growTransactions } from './demo-transactions.queries.ts'
import { addUpkeep } from './demo-upkeep.queries.ts'

export { demoPassword }
export const demoAccounts: readonly { email: string; note: string }[] = demoPeople.map(({ email, note }) => ({
  email,
  note,
}))
export type DemoSize = { cards?: number; companies?: number; transactions?: number }
export const demoSize = { cards: 600, companies: demoCompanies.length, transactions: 1500 }

const demoLock = 7083_0002

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'portal demo' })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

export const isEmptyDatabase = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, async (owner) => (await owner.query('select from companies limit 1')).rowCount === 0)

/** Adds the named fleets first, then numbered ones for benchmarks. */
async function growCompanies(owner: pg.Client, wanted: number): Promise<void> {
  await owner.query(
    `insert into companies (kind, name) select 'provider', $1 where not exists (select from companies where kind = 'provider')`,
    [demoProvider],
  )
  await owner.query(
    `insert into companies (kind, name, brand)
     select 'customer', coalesce(($1::text[])[n], 'Fleet ' || lpad(n::text, 5, '0') || ' Transport'), coalesce(($2::text[])[n], 'freshfuels')
     from generate_series((select count(*) from companies where kind = 'customer' and status = 'active') + 1, $3::bigint) n`,
    [demoCompanies.map(({ name }) => name), demoCompanies.map(({ brand }) => brand), wanted],
  )
}

async function addPeople(owner: pg.Client): Promise<void> {
  for (const { email, first_name, last_name, company, role, levels } of demoPeople)
    await owner.query(
      `insert into users (company_id, email, first_name, last_name, role, levels, is_switch_eligible, password_hash)
       select min(id), $2, $3, $4, $5, $6, $7, $8 from companies where name = $1 on conflict (email) do nothing`,
      [company, email, first_name, last_name, role, JSON.stringify(levels), false, await hashPassword(demoPassword)],
    )
  // The user forms require these fields, and demo users can be opened and saved. Values that a user typed stay (USER-5,
  // PROF-1).
  await owner.query(
    `update users set phone = coalesce(users.phone, d.phone), address1 = coalesce(address1, d.street), country = left(d.city, 2), state = left(d.city, 5), city = d.city
     from jsonb_to_recordset($1) as d (email text, phone text, street text, city text)
     where users.email = d.email and users.city is null and exists (select from cities where id = d.city)`,
    [JSON.stringify(demoPeople)],
  )
}

/** Fourteen digits; one card in ten has sixteen, which a spreadsheet rounds if it reads them as a number (LIST-15). */
export const demoCardNumber = (n: number): string =>
  `${70_830_500_000_000 + n * 7919}${n % 10 === 5 ? String(n % 100).padStart(2, '0') : ''}`

/**
 * Card n is the same on every machine: all variation follows from n. About one in 25 is unassigned and so belongs to
 * the provider. One statement, so that a million cards take seconds.
 */
const insertCards = `
  insert into cards (company_id, card_number, card_issue_date, plastic_type, uom, driver_name, driver_id, other_id, commercial_driver_license,
    vehicle_assigned_to_card, trailer_number, card_type, card_status, card_group, odometer, trip_number, usage_above_volume_limits, cash_advance_type,
    cash_refresh_days, refreshing_cash_limits_cents, daily_card_limit_cents, daily_cash_limit_cents, debit_dollar_balance_cents, refreshing_cash_balance_cents,
    increment_dash_cash_amount_cents, paycheck_balance_cents, dash_cash_balance_cents, dash_cash_memo, weekly_product_refresh,
    weekly_product_refresh_money_amount_cents, weekly_product_balance_cents, weekly_fuel_quantity_limit_milli, weekly_vehicle_quantity_refresh_day,
    weekly_fuel_quantity_balance_milli, daily_vehicle_quantity_limit_in_gallons_milli, transaction_fuel_quantity_limits_milli, non_highway_fuel_limit_milli,
    non_highway_fuel_daily_quantity_limit_milli, non_highway_fuel_weekly_quantity_limit_milli, non_highway_fuel_weekly_refresh_day,
    non_highway_fuel_weekly_balance_milli)
  select
    case when mixed % 25 = 0 then (select id from companies where kind = 'provider') else fleets.ids[1 + n % cardinality(fleets.ids)] end,
    (70830500000000 + n * 7919)::text || case when n % 10 = 5 then lpad((n % 100)::text, 2, '0') else '' end, date '2024-01-08' + (n % 900)::int, (array['Driver', 'Vehicle', 'Driver', 'Spare'])[1 + n % 4],
    (array['GAL', 'L', 'L'])[1 + n % 3],
    ($3::text[])[1 + mixed % cardinality($3::text[])] || ' ' || ($4::text[])[1 + mixed / 64 % cardinality($4::text[])],
    'D' || lpad((4000 + n)::text, 5, '0'), 'EMP-' || (1000 + n), (array['ON', 'QC', 'AB', 'MB', 'TX'])[1 + n % 5] || '-' || lpad((mixed % 100000000)::text, 8, '0'),
    'T' || (200 + n), 'TR-' || (1000 + 13 * n % 9000), (array['C P Type', 'CB Type', 'AZ Type'])[1 + n % 3],
    case when n % 17 = 3 then 'HOLD' when n % 41 = 7 then 'CLOSED' else 'RELEASE' end,
    (array['Highway', 'Regional', 'City', 'Reefer'])[1 + n % 4], (40000 + mixed % 700000)::text, (100000 + n)::text, (array['No', 'No', 'Yes'])[1 + n % 3],
    (array['None', 'Daily', 'Weekly', 'One time'])[1 + n % 4], (array[0, 1, 21, 31])[1 + n % 4], limits.cash, 150000, limits.cash, 0,
    limits.cash - limits.cash * (mixed % 10) / 10, 0, 0, 0, 'None', (array['Monday', 'Sunday', 'N/A'])[1 + n % 3], limits.product,
    limits.product - limits.product * (mixed % 7) / 10, limits.fuel, (array[1, 64, 0])[1 + n % 3], limits.fuel - limits.fuel * (mixed % 9) / 10, 300000,
    case when n % 2 = 0 then 200000 end, (n % 3) * 50000, case when n % 3 > 0 then 50000 end, case when n % 3 > 0 then 150000 end,
    case when n % 3 > 0 then 1 end, case when n % 3 > 0 then 150000 - 10000 * (mixed % 12) end
  from (select array_agg(id order by id) as ids from companies where kind = 'customer' and status = 'active') fleets,
    generate_series($1::bigint, $2::bigint) n,
    lateral (select n * 2654435761 % 4294967296 as mixed) m,
    lateral (select (n % 5) * 10000 as cash, 200000 + (n % 6) * 50000 as product, 800000 + (n % 4) * 200000 as fuel) limits`

/** Cards on hold or closed get a history: who changed them, when and why. */
const insertCardHistory = `
  insert into card_events (card_id, company_id, kind, from_status, to_status, at, note, user_id, user_name)
  select cards.id, cards.company_id, event.kind, event.before, event.after, event.at, event.note, people.id, people.first_name || ' ' || people.last_name
  from cards join users people on people.email = 'admin@provider.test', lateral (values
    (1, 'created', null, null, card_issue_date + time '14:00', null),
    (2, 'status', 'RELEASE', card_status, timestamp '2026-11-02 14:30', case card_status
      when 'CLOSED' then 'Reported stolen; replaced by another card'
      else (array['Reported lost by the driver', 'Driver is on leave', 'Truck is in the shop'])[1 + cards.id % 3] end)
  ) as event (n, kind, before, after, at, note)
  where card_status <> 'RELEASE' and card_number >= $1 and not exists (select from card_events where card_id = cards.id) order by cards.id, event.n`

async function growCards(owner: pg.Client, wanted: number): Promise<void> {
  const { rows } = await owner.query<{ count: string }>('select count(*) from cards')
  const present = Number(rows[0]?.count)
  if (present >= wanted) return
  await owner.query(insertCards, [present + 1, wanted, firstNames, lastNames])
  await owner.query(insertCardHistory, [String(70_830_500_000_000 + (present + 1) * 7919)])
}

/** Fills or grows the demo to the wanted size, in one transaction. Existing data stays. */
export async function seedDemo(ownerUrl: string, size: DemoSize = {}): Promise<void> {
  const { cards, companies, transactions } = { ...demoSize, ...size }
  await asOwner(ownerUrl, async (owner) => {
    await owner.query('begin')
    // Two portals that find the same empty database fill it only once.
    await owner.query('select pg_advisory_xact_lock($1)', [demoLock])
    await growCompanies(owner, Math.max(companies, demoCompanies.length))
    await addPeople(owner)
    await growCards(owner, cards)
    await addTemplates(owner)
    await addMarkups(owner)
    await addRateSites(owner)
    await addExchangeRates(owner)
    await growTransactions(owner, transactions)
    await addRates(owner)
    await placeSites(runAs(owner))
    await addCustomers(owner)
    await addUpkeep(owner)
    await addIfta(owner)
    await addBudgets(owner)
    await addSchedules(owner)
    await owner.query('commit')
    await owner.query('analyze')
  })
}
