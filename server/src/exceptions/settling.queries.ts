import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { costRuleText, otherRuleText } from '../db/rule-values.ts'

const costs = sql.raw(costRuleText)
/** The severe rules of some transactions, without those that their lines' flags decide. */
export const severeRulesAmong = (chosen: RawBuilder<unknown>) =>
  sql`select transaction_id, rule from exceptions where transaction_id = ${chosen} and severity = 'severe' and rule not in (${costs})`
const severeRulesOf = sql`array(select distinct rule from (${severeRulesAmong(sql`t.id`)}) severe)`
const others = sql.raw(otherRuleText)

/**
 * Stores with the transactions what was found: the rules that the customer can see, and the severe ones among the flags,
 * which keep the transaction out of billing until it is judged (EXC-2). A new one needs review even if the transaction
 * was accepted. Billed transactions stay.
 */
export async function settleExceptions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update transactions t set exceptions = next.exceptions, flags = next.flags,
      accepted_at = case when next.flags <@ t.flags then t.accepted_at end
    from (
      select t.id, array(select distinct e.rule from exceptions e where e.transaction_id = t.id and e.rule not in (${costs}) order by 1) as exceptions,
        array(select distinct flag from unnest(array(select flag from unnest(t.flags) flag where flag not in (${others})) || ${severeRulesOf}) flag order by 1) as flags
      from transactions t where t.id = any(${ids}::bigint[]) and t.invoice_id is null
    ) next
    where t.id = next.id and (t.exceptions <> next.exceptions or not (t.flags @> next.flags and t.flags <@ next.flags))`.execute(
    db,
  )
}
