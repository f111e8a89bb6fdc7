import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type exposure, exposureList, nearPercent, spendDays } from '@portal/contract/receivables/exposure.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toExposure, toExposureTotal } from './exposure.columns.ts'
import { findEnds, owedByCustomer, rowNumber } from './receivables.queries.ts'

/**
 * By company and currency, from kept sums (RECV-8): receivables by age, Drafts by their status, unbilled and bought amounts
 * by day. What is not folded yet is added.
 */
function sumsOn(today: string, owed: RawBuilder<unknown>) {
  const spent = sql`day between ${today}::date - ${spendDays}::int and ${today}::date - 1`
  const joined = (sums: RawBuilder<unknown>, name: string) =>
    sql`left join (${sums}) ${sql.ref(name)} on ${sql.ref(`${name}.company_id`)} = customers.company_id and ${sql.ref(`${name}.currency`)} = each.currency`
  const drafted = sql`select company_id, currency, sum(total_cents)::bigint as cents from invoices where status = 'DRAFT' group by 1, 2`
  const unbilled = sql`select company_id, currency, sum(unbilled_cents)::bigint as cents from transaction_sums where unbilled_cents <> 0 group by 1, 2`
  const bought = sql`select company_id, currency, sum(amount_cents)::bigint as cents from transaction_sums where ${spent} group by 1, 2`
  const latest = sql`select company_id, currency, sum(unbilled_cents)::bigint as unbilled_cents, coalesce(sum(amount_cents) filter (where ${spent}), 0)::bigint as spent_cents
    from transaction_entries group by 1, 2`
  return sql`
    select customers.company_id, each.currency, hold_rule, case each.currency when 'CAD' then credit_limit_cad_cents else credit_limit_usd_cents end as limit_cents,
      num_nonnulls(credit_limit_cad_cents, credit_limit_usd_cents) > 0 as has_limit, coalesce(owed.total_cents, 0) as unpaid_cents, coalesce(drafted.cents, 0) as drafted_cents,
      coalesce(unbilled.cents, 0) + coalesce(latest.unbilled_cents, 0) as unbilled_cents, coalesce(bought.cents, 0) + coalesce(latest.spent_cents, 0) as spent_cents,
      -coalesce(owed.on_account_cents, 0) as on_account_cents, greatest(${today}::date - oldest_due, 0) as oldest_overdue_days
    from customers cross join unnest(${[...currencies]}::text[]) as each (currency)
      ${joined(sql`select * from ${owed} owed`, 'owed')} ${joined(drafted, 'drafted')} ${joined(unbilled, 'unbilled')}
      ${joined(bought, 'bought')} ${joined(latest, 'latest')}`
}

/** The rules of isOverIn, in SQL so that a list can be filtered by them; a test compares the two. */
const state = sql`case
    when limit_cents is null then case when has_limit and exposure_cents > 0 then 'over' else 'no_limit' end
    when exposure_cents > limit_cents then 'over'
    when exposure_cents > 0 and exposure_cents * 100 >= limit_cents * ${nearPercent}::int then 'near'
    else 'within' end`

export async function listExposure(
  db: Db,
  query: ListQuery,
  today: string,
): Promise<HandlerReply<typeof exposure.list>> {
  const owed = owedByCustomer(today, await findEnds(db, today))
  const rows = sql`
    select ${rowNumber} as id, *, round(exposure_cents * 100.0 / nullif(limit_cents, 0), 1) as percent,
      case when state = 'over' then 0 when spent_cents > 0 then floor((limit_cents - exposure_cents) * ${spendDays}::numeric / spent_cents)::bigint end as days_left
    from (
      select limited.*, companies.name as company_name, ${state} as state, round(spent_cents / ${spendDays}::numeric)::bigint as spend_per_day_cents
      from (select *, unpaid_cents + drafted_cents + unbilled_cents as exposure_cents from (${sumsOn(today, owed)}) sums) limited
        join companies on companies.id = limited.company_id
      where limit_cents is not null or exposure_cents <> 0 or on_account_cents <> 0 or spent_cents <> 0 or unpaid_cents <> 0
    ) stated`
  const columns = {
    id: 'listed.id',
    company_name: 'listed.company_name',
    currency: 'listed.currency',
    unpaid: 'listed.unpaid_cents',
    drafted: 'listed.drafted_cents',
    unbilled: 'listed.unbilled_cents',
    on_account: 'listed.on_account_cents',
    exposure: 'listed.exposure_cents',
    limit: { column: 'listed.limit_cents', isNullable: true },
    percent: { column: 'listed.percent', isNullable: true },
    state: 'listed.state',
    oldest_overdue_days: 'listed.oldest_overdue_days',
    spend_per_day: 'listed.spend_per_day_cents',
    days_left: { column: 'listed.days_left', isNullable: true },
  } as const
  const totals = sql`sum(unpaid_cents)::bigint as unpaid_cents, sum(drafted_cents)::bigint as drafted_cents, sum(unbilled_cents)::bigint as unbilled_cents,
    sum(on_account_cents)::bigint as on_account_cents, sum(exposure_cents)::bigint as exposure_cents`
  const source = { rows, totals, row: toExposure, total: toExposureTotal }
  return { ...(await paginateSums(db, exposureList, query, columns, source)), as_of: today }
}
