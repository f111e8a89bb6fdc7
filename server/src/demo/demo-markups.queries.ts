import type pg from 'pg'
import { demoCompanies } from './demo-people.data.ts'

/** Where the named fleets drive, which decides whose fuel they buy. */
const reaches: Readonly<Record<string, 'both' | 'south'>> = {
  'Northline Haulage': 'both',
  'Prairie Freight': 'both',
  'Great Lakes Cartage': 'both',
  'Buckeye Motor Lines': 'south',
  'Lone Star Freightways': 'south',
}

/**
 * Adds markups for every fleet without one: in CAD per litre for fleets in Canada, in USD per gallon for those that
 * drive south. A third has had one markup since 2025; the others had one or two before it. All variation follows from
 * the fleet's number.
 */
const insertMarkups = `
  insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date, to_date)
  select fleet.id, provider.id, (case provider.unit when 'L' then 180 else 350 end) + 25 * ((3 * fleet.n + 5 * provider.id) % 11) + 20 * (step.no - 1),
    step.from_date, step.to_date
  from (
    select id, row_number() over (order by id) as n, coalesce(($1::jsonb) ->> name, case when name = any($2) then 'north' when id % 3 = 0 then 'both' else 'north' end) as reach
    from companies where kind = 'customer' and status = 'active'
  ) fleet
  join fuel_providers provider on fleet.reach = 'both' or (fleet.reach = 'north') = (provider.currency = 'CAD')
  join (values
    (0, 1, date '2025-01-01', null),
    (1, 1, date '2025-01-01', date '2026-03-31'), (1, 2, date '2026-04-01', null),
    (2, 1, date '2025-01-01', date '2025-12-31'), (2, 2, date '2026-01-01', date '2026-08-31'), (2, 3, date '2026-09-01', null)
  ) step (kind, no, from_date, to_date) on step.kind = (fleet.n + provider.id) % 3
  where not exists (select from markups where company_id = fleet.id)
  order by fleet.n, provider.id, step.from_date`

/** A mistaken markup, deactivated, so that the demo has one. */
const insertMistake = `
  insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date, to_date, status)
  select min(companies.id), 1, 3250, date '2026-05-01', null, 'INACTIVE' from companies where name = 'Cobalt Transport'
  having not exists (select from markups where status = 'INACTIVE')`

export async function addMarkups(owner: pg.Client): Promise<void> {
  await owner.query(insertMarkups, [JSON.stringify(reaches), demoCompanies.map(({ name }) => name)])
  await owner.query(insertMistake)
}
