import { type Budget, budgetList } from '@portal/contract/budgets/budgets.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredBudget, toBudget } from './budgets.columns.ts'

/** Every read and write of a budget starts here. */
const visibleBudgets = visible('budgets', 'company_id')
const withCompany = (budgets: ReturnType<typeof visibleBudgets>) =>
  budgets
    .innerJoin('companies', 'companies.id', 'budgets.company_id')
    .selectAll('budgets')
    .select('companies.name as company_name')

export const listBudgets = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'budgets', Budget>> =>
  paginate(
    db,
    scope,
    budgetList,
    query,
    {
      id: 'budgets.id',
      company_name: 'companies.name',
      currency: 'budgets.currency',
      from_month: 'budgets.from_month',
    },
    { from: visibleBudgets(db, scope), show: withCompany, row: toBudget },
  )

export const getBudget = (db: Db, scope: Scope, id: number): Promise<StoredBudget> =>
  withCompany(visibleBudgets(db, scope))
    .where('budgets.id', '=', id)
    .forUpdate('budgets')
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

export type BudgetKey = { company_id: number; currency: Currency; from_month: string }
/** Locks the budget of a company, currency and month until the transaction ends. */
export const lockBudget = (
  db: Db,
  scope: Scope,
  { company_id, currency, from_month }: BudgetKey,
): Promise<StoredBudget | undefined> =>
  withCompany(visibleBudgets(db, scope))
    .where('budgets.company_id', '=', company_id)
    .where('budgets.currency', '=', currency)
    .where('budgets.from_month', '=', from_month)
    .forUpdate('budgets')
    .executeTakeFirst()

export async function saveBudgetRow(db: Db, key: BudgetKey, amount_cents: number): Promise<number> {
  const { id } = await db
    .insertInto('budgets')
    .values({ ...key, amount_cents })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'currency', 'from_month']).doUpdateSet(({ eb, fn }) => ({
        amount_cents,
        version: eb('budgets.version', '+', 1),
        updated_at: fn('now'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export async function deleteBudget(db: Db, id: number): Promise<void> {
  await db.deleteFrom('budgets').where('id', '=', id).execute()
}

export type BudgetOfMonth = { currency: Currency; from_month: string; amount_cents: number }
/** All budgets of a company, oldest first. */
export const listBudgetsOf = (db: Db, scope: Scope, company: number): Promise<BudgetOfMonth[]> =>
  visibleBudgets(db, scope)
    .select(['currency', 'from_month', 'amount_cents'])
    .where('company_id', '=', company)
    .orderBy('from_month')
    .execute() as Promise<BudgetOfMonth[]>
