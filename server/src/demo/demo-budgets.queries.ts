import type pg from 'pg'
import { fleetYear } from './demo-prices.data.ts'

/**
 * Two fleets have budgets: near what they spent in September and October, rounded to a hundred, and from November on
 * another one, so that some months are below and some above. One of them has had budgets for a year, less in winter.
 */
const insertBudgets = `
  insert into budgets (company_id, currency, from_month, amount_cents)
  select c.id, spent.currency, budget.month, round(spent.cents * budget.part / 2 / 10000) * 10000
  from companies c
    cross join lateral (select currency, sum(amount_cents) as cents from transactions
      where company_id = c.id and txn_at >= '2026-09-01' and txn_at < '2026-11-01' group by 1) spent,
    (values (date '2025-11-01', 0.8), (date '2026-03-01', 0.95), (date '2026-09-01', 0.97), (date '2026-11-01', 1.05)) as budget (month, part)
  where c.name in ($1, 'Prairie Freight') and (c.name = $1 or budget.month >= '2026-09-01') and spent.cents > 200000 and not exists (select from budgets where company_id = c.id)`

export async function addBudgets(owner: pg.Client): Promise<void> {
  await owner.query(insertBudgets, [fleetYear.name])
}
