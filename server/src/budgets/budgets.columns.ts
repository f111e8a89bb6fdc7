import type { Budget } from '@portal/contract/budgets/budgets.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Budgets } from '../db/schema.ts'

export type StoredBudget = Selectable<Budgets> & { company_name: string }
export const toBudget = (stored: StoredBudget): Budget => ({
  id: stored.id,
  company_id: stored.company_id,
  company_name: stored.company_name,
  currency: stored.currency as Currency,
  from_month: stored.from_month,
  amount: fromUnits(stored.amount_cents, 'money'),
  version: stored.version,
})
