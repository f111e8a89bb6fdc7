import { daysOfQuarter } from '@portal/contract/ifta/quarters.rules.ts'
import type pg from 'pg'
import { iftaFleets, iftaQuarters, sampleRates, sampleSource } from './demo-ifta.data.ts'

/** Most units of two fleets are IFTA units; some are not, and some are not decided yet. */
const markUnits = `
  update units set is_ifta = case when u.n % 17 = 5 then null else u.n % 13 <> 4 end, odometer_unit = coalesce(odometer_unit, 'km'),
    fuel_type = coalesce(fuel_type, (select case l.product when 'GAS' then 'gasoline' else 'diesel' end
      from transactions t join transaction_lines l on l.transaction_id = t.id and l.product in ('D1', 'D1W', 'GAS')
      where t.company_id = units.company_id and t.vehicle is not null and unit_number_of(t.vehicle) = units.unit_number group by 1 order by sum(l.quantity_milli) desc limit 1), 'diesel')
  from (select u.id, row_number() over (partition by company_id order by unit_number) as n from units u join companies c on c.id = company_id
    where c.name = any($1::text[])) u
  where u.id = units.id and units.is_ifta is null`

const addUpload = `
  insert into ifta_uploads (company_id, kind, quarter, file_name, sha256, rows, uploaded_by, uploaded_at)
  select c.id, $2, $3, $4, sha256(convert_to($4 || c.id, 'UTF8')), $5, (select min(id) from users where company_id = c.id), least($6::date + 6, date '2026-11-14') + time '15:30'
  from companies c where c.name = $1 returning id, company_id`

/**
 * About 2.6 km for each litre, where the unit bought fuel, and a tenth of it in Manitoba, where it passes through. The
 * first unit of a fleet is missing.
 */
const addDistances = `
  with bought as (
    select unit_number_of(t.vehicle) as unit_number, case when t.provider_id in (3, 5) then 'US-' else 'CA-' end || t.province as jurisdiction,
      sum(case l.unit when 'GAL' then l.quantity_milli * 3.785411784 else l.quantity_milli end) as litres_milli
    from transactions t join transaction_lines l on l.transaction_id = t.id
    where t.company_id = $2 and t.txn_at >= $4::date and t.txn_at < $5::date + 1 and l.product in ('D1', 'D1W', 'GAS') and t.province is not null
      and exists (select from units u where u.company_id = $2 and u.unit_number = unit_number_of(t.vehicle) and (u.fuel_type = 'gasoline') = (l.product = 'GAS'))
    group by 1, 2
  ), driven as (
    select b.unit_number, b.jurisdiction, greatest(b.litres_milli, 0) * (240 + length(b.jurisdiction || b.unit_number) * 7 % 41) / 100 as metres, u.id
    from bought b join units u on u.company_id = $2 and u.unit_number = b.unit_number and u.is_ifta
  )
  insert into ifta_distances (upload_id, company_id, quarter, unit_number, jurisdiction, distance_milli, taxable_milli, length_unit)
  select $1, $2, $3, unit_number, place.jurisdiction, round(metres * place.share / 1000) * 1000, null, 'km'
  from driven, lateral (values (jurisdiction, 0.9), ('CA-MB', 0.1)) as place (jurisdiction, share)
  where id <> (select min(id) from driven) order by unit_number, jurisdiction`

const addElsewhere = `
  insert into ifta_fuel (upload_id, company_id, quarter, unit_number, jurisdiction, fuel_type, quantity_milli, unit, is_tax_paid, note)
  select $1, $2, $3, unit_number, place.jurisdiction, 'diesel', place.litres * 1000, 'L', place.is_paid, place.note
  from (select distinct d.unit_number from ifta_distances d join units u using (company_id, unit_number)
      where company_id = $2 and quarter = $3 and u.fuel_type = 'diesel' order by 1 limit 3) u,
    (values ('CA-ON', 310, true, 'Truck stop without a card'), ('CA-MB', 180, false, 'Own tank')) as place (jurisdiction, litres, is_paid, note)`

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

/** Two quarters of two fleets with what they file for IFTA, some of it missing, and sample rates (REPT-5). */
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
    [iftaFleets[0], 'fuel', iftaQuarters[0], `fuel-elsewhere-${iftaQuarters[0]}.csv`],
    (id, company_id) => owner.query(addElsewhere, [id, company_id, iftaQuarters[0]]),
  )
}
