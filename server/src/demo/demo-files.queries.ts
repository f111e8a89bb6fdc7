import type pg from 'pg'
import { lastDay } from './demo-prices.data.ts'

const halfMonthEnd = (
  day: string,
): string => `case when extract(day from ${day}) < 16 then date_trunc('month', ${day}) + interval '14 days'
  else date_trunc('month', ${day}) + interval '1 month - 1 day' end`
/** When a purchase is booked: the morning after its half month, before that is billed. */
export const bookedAt = (day: string): string =>
  `(least(${halfMonthEnd(day)}, date '${lastDay}') + interval '1 day 10 hours') at time zone 'UTC'`

/** What the files say by unit; null is for pieces. A row is a line, or a whole purchase from Comdata, which is provider 3. */
const makeFigures = `
  create temp table demo_file_figures on commit drop as
  select p.name as provider, booked_at, p.currency, said_in as unit, count(distinct case provider_id when 3 then n::text else n || ' ' || at end) as rows,
    sum(q) filter (where said_in is null or counted_in is not null)::bigint as milli, sum(file_cents)::bigint as cents, sum(amount)::bigint as billed_cents, 
    min(date_trunc('month', day) + case when extract(day from day) < 16 then interval '0' else interval '15 days' end)::date as first_day
  from (select *, case provider_id when 3 then unit else counted_in end as said_in from demo_lines) line join fuel_providers p on p.id = provider_id
  group by p.id, booked_at, said_in`
/** The rows that were rejected: one is explained, the other is still open (TXN-17). */
const makeRejected = `
  create temp table demo_file_faults on commit drop as
  select * from (values
    ('Pipeline', timestamptz '2026-10-16 10:00Z', 'L', 412500, 63187, 'Prov/ST', 'Pipeline confirmed that this row is a test, and took it off its statement.'),
    ('Esso', timestamptz '2026-11-01 10:00Z', 'L', 388000, 59442, 'Province', null)
  ) as fault (provider, booked_at, unit, milli, cents, column_name, explanation)`
const figures = (rows: string, milli: string, cents: string): string =>
  `jsonb_build_object('rows', ${rows}, 'quantity_milli', ${milli}, 'amount_cents', ${cents})`
const insertFiles = `
  with files as (
    select provider, booked_at, currency, sum(f.rows)::int as booked, count(fault.cents)::int as rejected, sum(f.milli + coalesce(fault.milli, 0)) as milli,
      sum(f.cents + coalesce(fault.cents, 0)) as cents, sum(billed_cents) as billed_cents, max(explanation) as explanation,
      lower(replace(provider, '-', '')) || '-' || min(first_day) || '-' || (booked_at at time zone 'UTC')::date - 1 || case provider when 'Comdata' then '.xls' else '.xlsx' end as file_name,
      jsonb_agg(jsonb_build_object('currency', currency, 'unit', unit, 'unread', 0, 'rebate_cents', 0, 'booked', ${figures('f.rows', 'f.milli', 'f.cents')},
        'file', ${figures('f.rows + (fault.cents is not null)::int', 'f.milli + coalesce(fault.milli, 0)', 'f.cents + coalesce(fault.cents, 0)')},
        'rejected', ${figures('(fault.cents is not null)::int', 'coalesce(fault.milli, 0)', 'coalesce(fault.cents, 0)')},
        'already_there', ${figures('0', '0', '0')}, 'quarantined', ${figures('0', '0', '0')}) order by unit nulls last) as groups
    from demo_file_figures f left join demo_file_faults fault using (provider, booked_at, unit)
    group by provider, booked_at, currency
  )
  insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status, progress_done, progress_total, read_count, booked_count, failed_count, errors_total,
    totals, tie_out, user_name, created_at, finished_at, explanation, explained_by, explained_at)
  select (select min(id) from companies where kind = 'provider'), 'transactions', provider, file_name, 9000 + 120 * booked, sha256(convert_to(file_name, 'UTF8')), 'good', 'done',
    booked + rejected, booked + rejected, booked + rejected, booked, rejected, rejected, jsonb_build_array(jsonb_build_object('currency', currency, 'amount', billed_cents / 100.0)),
    jsonb_build_object('groups', groups, 'repeats', '[]'::jsonb, 'controls_total', 1, 'controls_differing', 0, 'controls', jsonb_build_array(jsonb_build_object(
      'row', booked + rejected + 2, 'currency', currency, 'quantity_milli', null, 'amount_cents', cents, 'sum', ${figures('booked + rejected', 'milli', 'cents')}))),
    'Demo', booked_at, booked_at + interval '40 seconds', explanation, case when explanation is not null then 'Amélie Okafor' end, case when explanation is not null then booked_at + interval '5 hours' end
  from files order by booked_at, provider`
const insertFaults = `
  insert into import_errors (import_id, n, row, "column", value, reason)
  select i.id, 1, read_count + 1, column_name, 'OM', 'booking.province'
  from demo_file_faults fault join imports i on i.kind = 'transactions' and i.provider = fault.provider and i.created_at = booked_at
  on conflict do nothing`
const linkPurchases = `
  update demo_transactions txn set import_id = i.id
  from imports i join fuel_providers p on p.name = i.provider where i.kind = 'transactions' and p.id = txn.provider_id and i.created_at = txn.booked_at`
const dropMade = 'drop table demo_file_figures, demo_file_faults'

/** The files that the purchases to be booked came with: one for each fuel provider and half month. */
export async function addFiles(owner: pg.Client): Promise<void> {
  for (const statement of [makeFigures, makeRejected, insertFiles, insertFaults, linkPurchases, dropMade])
    await owner.query(statement)
}
