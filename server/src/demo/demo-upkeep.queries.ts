import type pg from 'pg'
import { demoCompanies } from './demo-people.data.ts'
import { firstDay } from './demo-prices.data.ts'
import { isInMiles } from './demo-transactions.queries.ts'

/** What a person would have completed of the named fleets' units (CARE-1). */
const completeUnits = `
  update units set make = (array['Freightliner', 'Kenworth', 'Peterbilt', 'Volvo', 'Western Star', 'International'])[1 + units.id % 6],
    model_year = 2014 + units.id % 8, plate = 'P' || chr((65 + units.id % 26)::int) || ' ' || lpad((units.id * 7919 % 100000)::text, 5, '0'),
    odometer_unit = case when ${isInMiles('cards.id')} then 'mi' else 'km' end
  from cards, companies
  where cards.company_id = units.company_id and unit_number_of(cards.vehicle_assigned_to_card) = units.unit_number
    and companies.id = units.company_id and companies.name = any($1) and units.make is null`

const insertPlans = `
  insert into service_plans (company_id, kind, every_km, every_months, started_on)
  select companies.id, plan.kind, plan.km, plan.months, date '2026-08-17'
  from companies, (values ('oil', 40000, null::int), ('tires', 120000, 24), ('inspection', null, 12)) as plan (kind, km, months)
  where companies.name = any($1) and companies.kind = 'customer'
  on conflict do nothing`

/**
 * Oil changes of a fleet's first twelve units that bought fuel often: one is overdue, two are due, the others are planned.
 * Inspections of four of them: one is due within days.
 */
const insertServices = `
  with reading as (
    select u.id, t.txn_at::date as day, t.odometer::bigint as reading, max(t.odometer::bigint) over (partition by u.id) as most
    from units u join companies c on c.id = u.company_id and c.name = any($1)
      join transactions t on t.company_id = u.company_id and unit_number_of(t.vehicle) = u.unit_number and t.amount_cents > 0 and t.odometer is not null
  ), paced as (
    -- What a unit drives in a day, so that a service lies where its odometer was on that day.
    select id, most, greatest(30, (most - min(reading)) / greatest(1, date '2026-11-14' - min(day))) as a_day
    from reading where reading > most / 2 group by id, most
  ), serviced as (
    select u.id, u.company_id, u.odometer_unit, p.most as reading, p.a_day, row_number() over (partition by u.company_id order by u.id) as no
    from paced p join units u on u.id = p.id
    where p.most > 80000 and (select count(*) from reading r where r.id = u.id and r.day >= '${firstDay}') >= 4
  ), driven as (
    select *, (array[41200, 38900, 39200])[no] as pressing_km, 3000 + no * 2700 as km from serviced where no <= 12
  )
  insert into services (company_id, unit_id, kind, day, odometer_milli, amount_cents, currency, vendor, note)
  select company_id, id, 'oil', date '2026-11-12' - (coalesce(pressing_km, km) / a_day)::int,
    (reading - coalesce(pressing_km, km) * case odometer_unit when 'mi' then 621 else 1000 end / 1000) * 1000, 38950 + no * 1275, 'CAD',
    (array['Highway Truck Service', 'Nord Diesel', 'Prairie Fleet Repair'])[1 + no % 3], case when no % 4 = 0 then 'Filters replaced' end
  from driven
  union all
  select company_id, id, 'inspection', case no when 5 then date '2025-11-28' else date '2026-02-02' + (no * 9)::int end, null, 21500, 'CAD',
    'Highway Truck Service', 'Annual safety inspection'
  from driven where no between 4 and 7`

/** Of the purchases of oil, the last two of each fleet wait for a decision. */
const decideProposals = `
  update service_proposals set state = 'dismissed', decided_at = now()
  from (select transaction_id, row_number() over (partition by p.company_id order by t.txn_at desc) as no
    from service_proposals p join transactions t on t.id = p.transaction_id where t.amount_cents > 0) latest
  where latest.transaction_id = service_proposals.transaction_id and latest.no > 2 and state = 'proposed'`

/** Units with make and plate, service plans, services done and purchases that may be one. */
export async function addUpkeep(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query('select from service_plans limit 1')
  if (rowCount) return
  const names = demoCompanies.map(({ name }) => name)
  // Just filled, the tables have no statistics, and a large demo would compare every unit with every card.
  await owner.query('analyze units, cards, transactions')
  await owner.query(completeUnits, [names])
  await owner.query(insertPlans, [names])
  await owner.query(insertServices, [names])
  await owner.query(decideProposals)
}
