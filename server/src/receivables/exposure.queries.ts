import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type exposure, exposureList, nearPercent, spendDays } from '@portal/contract/receivables/exposure.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toExposure, toExposureTotal } from './exposure.columns.ts'
import { findEnds, owedByCustomer, rowNumber } from './receivables.queries.ts'

/**
 * By company and currency, from kept sums (RECV-8): receivables by due date, Drafts by their status, unbilled and
 * bought amounts by day. What is not folded yet is added.
 */
function partsOn(today: string, owed: RawBuilder<unknown>) {
  const spent = sql`day between ${today}::date - ${spendDays}::int and ${today}::date - 1`
  return sql`
    select company_id, currency, total_cents as unpaid_cents, 0::bigint as drafted_cents, 0::bigint as unbilled_cents, 0::bigint as spent_cents,
      -on_account_cents as on_account_cents, oldest_due
    from ${owed} owed
    union all
    select company_id, currency, 0, sum(total_cents), 0, 0, 0, null from invoices where status = 'DRAFT' group by 1, 2
    union all
    select company_id, currency, 0, 0, sum(unbilled_cents), 0, 0, null from transaction_sums where unbilled_cents <> 0 group by 1, 2
    union all
    select company_id, currency, 0, 0, sum(unbilled_cents), coalesce(sum(amount_cents) filter (where ${spent}), 0), 0, null from transaction_entries group by 1, 2
    union all
    select company_id, currency, 0, 0, 0, sum(amount_cents), 0, null from transaction_sums where ${spent} group by 1, 2
    union all
    select company_id, 'CAD', 0, 0, 0, 0, 0, null from customers where credit_limit_cad_cents is not null
    union all
    select company_id, 'USD', 0, 0, 0, 0, 0, null from customers where credit_limit_usd_cents is not null`
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
      select *, ${state} as state from (
        select sums.*, companies.name as company_name, hold_rule, case sums.currency when 'CAD' then credit_limit_cad_cents else credit_limit_usd_cents end as limit_cents,
          num_nonnulls(credit_limit_cad_cents, credit_limit_usd_cents) > 0 as has_limit
        from (
          select company_id, currency, sum(unpaid_cents)::bigint as unpaid_cents, sum(drafted_cents)::bigint as drafted_cents, sum(unbilled_cents)::bigint as unbilled_cents,
            sum(on_account_cents)::bigint as on_account_cents, sum(unpaid_cents + drafted_cents + unbilled_cents)::bigint as exposure_cents,
            sum(spent_cents)::bigint as spent_cents, round(sum(spent_cents) / ${spendDays}::numeric)::bigint as spend_per_day_cents,
            greatest(${today}::date - min(oldest_due), 0) as oldest_overdue_days
          from (${partsOn(today, owed)}) parts group by 1, 2
        ) sums join companies on companies.id = sums.company_id join customers on customers.company_id = sums.company_id
      ) limited
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
