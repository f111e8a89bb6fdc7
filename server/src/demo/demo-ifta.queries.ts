import { daysOfQuarter } from '@portal/contract/ifta/quarters.rules.ts'
import type pg from 'pg'
import { elsewhereQuarter, iftaFleets, iftaQuarters, sampleRates, sampleSource } from './demo-ifta.data.ts'

/**
 * Most units of two fleets are IFTA units; some are not, and one is not decided yet. Of those that bought both fuels, the
 * first has no fuel type, so that the worksheet asks for it, and the others are pickups outside IFTA.
 */
const markUnits = `
  with bought as (
    select t.company_id, unit_number_of(t.vehicle) as unit_number, array_agg(distinct case l.product when 'GAS' then 'gasoline' else 'diesel' end) as fuels
    from transactions t join companies c on c.id = t.company_id and c.name = any($1::text[])
      join transaction_lines l on l.transaction_id = t.id and l.product in ('D1', 'D1W', 'GAS')
    where t.vehicle is not null group by 1, 2
  ), own as (
    select u.id, u.company_id, row_number() over (partition by u.company_id order by u.unit_number) as n, coalesce(b.fuels, '{diesel}') as fuels
    from units u join companies c on c.id = u.company_id and c.name = any($1::text[]) left join bought b on b.company_id = u.company_id and b.unit_number = u.unit_number
  ), mixed as (select distinct on (company_id) id from own where cardinality(fuels) > 1 order by company_id, n)
  update units set odometer_unit = coalesce(odometer_unit, 'km'),
    is_ifta = case when own.n = 22 then null when units.id in (select id from mixed) then true else own.n % 13 <> 4 and cardinality(own.fuels) = 1 end,
    fuel_type = case when units.id not in (select id from mixed) then coalesce(fuel_type, own.fuels[1]) end
  from own where own.id = units.id and units.is_ifta is null`

const addUpload = `
  insert into ifta_uploads (company_id, kind, quarter, file_name, sha256, rows, uploaded_by, uploaded_at)
  select c.id, $2, $3, $4, sha256(convert_to($4 || c.id, 'UTF8')), $5, (select min(id) from users where company_id = c.id), least($6::date + 6, date '2026-11-14') + time '15:30'
  from companies c where c.name = $1 returning id, company_id`

/**
 * What the odometers say and a little more, for the way before the first fill and after the last, where the unit bought
 * fuel; a tenth of it where it only passes through. One truck of a fleet is missing and one is 15 % off its odometer.
 */
const addDistances = `
  with reading as (
    select unit_number_of(t.vehicle) as unit_number, t.odometer::bigint as km, max(t.odometer::bigint) over (partition by unit_number_of(t.vehicle)) as most
    from transactions t where t.company_id = $2 and t.txn_at >= $4::date and t.txn_at < $5::date + 1 and t.odometer is not null
  ), driven as (
    select u.unit_number, (max(r.km) - min(r.km)) * case u.odometer_unit when 'mi' then 1609 else 1000 end as metres,
      row_number() over (order by max(r.km) = min(r.km), u.fuel_type is null, u.id) as no
    from units u join reading r on r.unit_number = u.unit_number and r.km > r.most / 2
    where u.company_id = $2 and u.is_ifta group by u.id
  ), bought as (
    select u.id, u.unit_number, case when t.provider_id in (3, 5) then 'US-' else 'CA-' end || t.province as jurisdiction,
      sum(case l.unit when 'GAL' then l.quantity_milli * 3.785411784 else l.quantity_milli end) as litres_milli
    from transactions t join transaction_lines l on l.transaction_id = t.id and l.product in ('D1', 'D1W', 'GAS')
      join units u on u.company_id = $2 and u.unit_number = unit_number_of(t.vehicle) and u.is_ifta
    where t.company_id = $2 and t.txn_at >= $4::date and t.txn_at < $5::date + 1 and t.province is not null
    group by u.id, 3 having sum(l.quantity_milli) > 0
  ), shared as (
    select b.unit_number, b.jurisdiction, b.litres_milli / sum(b.litres_milli) over (partition by b.id)
      * coalesce(nullif(d.metres, 0) * case d.no when 2 then 1.15 else 1.05 + b.id % 5 / 100.0 end, sum(b.litres_milli) over (partition by b.id) * 2.9) as metres
    from bought b left join driven d using (unit_number) where d.no is distinct from 1
  )
  insert into ifta_distances (upload_id, company_id, quarter, unit_number, jurisdiction, distance_milli, taxable_milli, length_unit)
  select $1, $2, $3, unit_number, place.jurisdiction, greatest(round(metres * place.share / 1000), 1) * 1000, null, 'km'
  from shared s, lateral (values (s.jurisdiction, 0.9),
    (case when s.jurisdiction = 'CA-BC' then 'CA-YT' when s.jurisdiction like 'US-%' then 'US-KY' else 'CA-MB' end, 0.1)) as place (jurisdiction, share)
  order by unit_number, place.jurisdiction`

/** Three trucks, and the unit without a fuel type, which so bought both fuels. */
const addElsewhere = `
  insert into ifta_fuel (upload_id, company_id, quarter, unit_number, jurisdiction, fuel_type, quantity_milli, unit, is_tax_paid, note)
  select $1, $2, $3, u.unit_number, place.jurisdiction, place.fuel, place.litres * 1000, 'L', place.is_paid, place.note
  from (select unit_number, fuel_type, row_number() over (partition by fuel_type order by unit_number) as no from units
      where company_id = $2 and is_ifta and unit_number in (select unit_number from ifta_distances where company_id = $2 and quarter = $3)) u
    join (values ('diesel', 'CA-ON', 310, true, 'Truck stop without a card'), ('diesel', 'CA-MB', 180, false, 'Own tank'),
      ('gasoline', 'CA-ON', 85, true, 'Paid in cash')) as place (fuel, jurisdiction, litres, is_paid, note)
      on place.fuel = coalesce(u.fuel_type, 'gasoline') and (u.fuel_type = 'diesel' or u.fuel_type is null)
  where u.no <= 3`

const addRates = `
  insert into ifta_rates (upload_id, quarter, jurisdiction, fuel_type, unit, currency, rate_e6, surcharge_e6, source)
  select $1, $2, r.jurisdiction, r.fuel_type, r.unit, case r.unit when 'L' then 'CAD' else 'USD' end, r.rate_e6, r.surcharge_e6, $4
  from jsonb_to_recordset($3) as r (jurisdiction text, fuel_type text, unit text, rate_e6 bigint, surcharge_e6 bigint)`

/** Fills an upload, and says how many rows it has. */
async function fill(
  owner: pg.Client,
  [company, kind, quarter, name]: readonly [string, string, string, string],
  insert: (id: number, company_id: number) => Promise<pg.QueryResult>,
): Promise<void> {
  const { rows } = await owner.query(addUpload, [company, kind, quarter, name, 1, daysOfQuarter(quarter).to])
  const { id, company_id } = rows[0]
  const { rowCount } = await insert(id, company_id)
  if (rowCount) await owner.query('update ifta_uploads set rows = $2 where id = $1', [id, rowCount])
  else await owner.query('delete from ifta_uploads where id = $1', [id])
}

/** The quarters of two fleets with what they file for IFTA, some of it missing, and sample rates (REPT-5). */
export async function addIfta(owner: pg.Client): Promise<void> {
  if ((await owner.query('select from ifta_uploads limit 1')).rowCount) return
  await owner.query(markUnits, [iftaFleets])
  const provider = (await owner.query(`select name from companies where kind = 'provider'`)).rows[0].name
  for (const quarter of iftaQuarters) {
    const { from, to } = daysOfQuarter(quarter)
    for (const fleet of iftaFleets)
      await fill(owner, [fleet, 'distances', quarter, `distances-${quarter}.csv`], (id, company_id) =>
        owner.query(addDistances, [id, company_id, quarter, from, to]),
      )
    await fill(owner, [provider, 'rates', quarter, `sample-rates-${quarter}.csv`], (id) =>
      owner.query(addRates, [id, quarter, JSON.stringify(sampleRates), sampleSource]),
    )
  }
  await fill(
    owner,
    [iftaFleets[0], 'fuel', elsewhereQuarter, `fuel-elsewhere-${elsewhereQuarter}.csv`],
    (id, company_id) => owner.query(addElsewhere, [id, company_id, elsewhereQuarter]),
  )
}
