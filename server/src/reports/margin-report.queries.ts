import type { MarginGroup } from '@portal/contract/reports/margin-report.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { type Days, marginSums } from '../margins/margins.queries.ts'
import type { MarginSums } from '../margins/margins.rules.ts'

export type GroupSums = MarginSums & {
  currency: Currency
  /** The provider or customer by id, the site as `Esso:6006`, the product by code, the week by its Monday. */
  key: string | null
  label: string | null
  invoiced_cents: number
}
const keys = {
  provider: sql`t.provider_id`,
  site: sql`t.site_id`,
  customer: sql`t.company_id`,
  product: sql`l.product`,
  week: sql`date_trunc('week', t.txn_at)::date`,
}
/** The lines behind a site are found by provider and number. */
const siteKey = sql`(select p.name || ':' || s.site_number from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key)`
const labels = {
  provider: sql`(select name from fuel_providers where id = sums.key)`,
  site: sql`(select concat_ws(' ', p.name, s.site_number, nullif(concat_ws(', ', s.name, s.city), '')) from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key)`,
  customer: sql`(select name from companies where id = sums.key)`,
  product: sql`sums.key`,
  week: sql`sums.key::text`,
}

/**
 * The sums of each group, over the transactions of these days by their index. Names are looked up for each group, not
 * for each line.
 */
export const listMarginGroups = async (
  db: Db,
  group: MarginGroup,
  { from, to }: Days,
  currency: Currency | undefined,
  limit: number,
): Promise<GroupSums[]> =>
  (
    await sql<GroupSums>`
    with sums as (
      select t.currency, ${keys[group]} as key, ${marginSums}, coalesce(sum(l.pre_cents) filter (where t.invoice_id is not null), 0)::bigint as invoiced_cents
      from transactions t join transaction_lines l on l.transaction_id = t.id
      where t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 ${currency ? sql`and t.currency = ${currency}` : sql``}
      group by 1, 2
    )
    select sums.*, ${group === 'site' ? siteKey : sql`sums.key::text`} as key, ${labels[group]} as label from sums order by sums.currency, label nulls last, sums.key limit ${limit}`.execute(
      db,
    )
  ).rows
