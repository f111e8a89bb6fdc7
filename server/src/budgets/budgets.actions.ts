import type { Budget, BudgetInput } from '@portal/contract/budgets/budgets.ts'
import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { findCompany } from '../companies/companies.queries.ts'
import { companyAsked } from '../platform/access/scope.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { type StoredBudget, toBudget } from './budgets.columns.ts'
import { deleteBudget, getBudget, lockBudget, saveBudgetRow } from './budgets.queries.ts'

/** A customer's own company; staff name a customer. */
async function companyOf({ db, actor: { scope } }: Context, given: number | null | undefined): Promise<number> {
  const asked = companyAsked(scope, given)
  const company = asked === null ? undefined : await findCompany(db, scope, asked)
  if (company?.kind !== 'customer') throw new AppError('request.invalid', { company_id: 'field.company' })
  return company.id
}
const recordOf = ({ id, company_name, from_month }: StoredBudget) => ({
  type: 'budget',
  id,
  label: `${company_name} ${from_month.slice(0, 7)}`,
})
const auditFields = ({ currency, from_month, amount_cents }: StoredBudget) => ({
  currency,
  from_month,
  amount: fromUnits(amount_cents, 'money'),
})

/** Sets the budget from a month on. Only a person who saw the one of that month, and names its version, replaces it. */
export async function saveBudget(
  context: Context,
  { company_id, currency, from_month, amount, version }: BudgetInput,
): Promise<Budget> {
  const { db, actor, audit } = context
  const key = { company_id: await companyOf(context, company_id), currency, from_month }
  const before = await lockBudget(db, actor.scope, key)
  if (before && !version) {
    const amount = fromUnits(before.amount_cents, 'money')
    throw new AppError('request.invalid', { from_month: message('report.budget-taken', { amount, currency }) })
  }
  if (version && version !== before?.version) throw new AppError('record.stale')
  const after = await getBudget(db, actor.scope, await saveBudgetRow(db, key, toUnits(amount, 'money')))
  await audit({
    record: recordOf(after),
    ...(before ? changes(auditFields(before), auditFields(after)) : { after: auditFields(after) }),
  })
  return toBudget(after)
}

export async function removeBudget({ db, actor, audit }: Context, id: number): Promise<null> {
  const stored = await getBudget(db, actor.scope, id)
  await deleteBudget(db, id)
  await audit({ record: recordOf(stored), before: auditFields(stored) })
  return null
}
