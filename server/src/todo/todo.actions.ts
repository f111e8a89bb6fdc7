import { bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { drafts } from '@portal/contract/billing/drafts.ts'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { fuelCompanies } from '@portal/contract/customers/registration.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { can } from '@portal/contract/permissions.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { type Todo, type TodoKey, todoLimit } from '@portal/contract/todo/todo.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { services } from '@portal/contract/units/upkeep.ts'
import { getToday } from '../companies/companies.queries.ts'
import { isStaff } from '../platform/access/scope.ts'
import type { Context } from '../platform/http/context.ts'
import { countPressing } from '../units/upkeep/due.actions.ts'
import { countTodo, listRatedProviders } from './todo.queries.ts'

/** Who can do each piece of work. */
const work = {
  to_review: transactions.accept,
  quarantined: transactionImports.release,
  untied_imports: imports.explain,
  bank_lines: bankLines.list,
  drafts: drafts.create,
  failed_mails: outbox.retry,
  registrations: fuelCompanies.approve,
  services_due: services.create,
  rates_missing: dailyRates.upload,
} as const satisfies Record<TodoKey, { can: string }>

/** Services are the work of a customer with its own units; all else is the provider's. */
const isForCustomers = (key: TodoKey): boolean => key === 'services_due'
export async function readTodo({ db, actor }: Pick<Context, 'db' | 'actor'>, now: Date): Promise<Todo> {
  const isTheirs = (key: TodoKey) => isStaff(actor.scope) !== isForCustomers(key) && can(actor.grants, work[key].can)
  const today = await getToday(db, now)
  const services_due = isTheirs('services_due')
    ? Math.min(await countPressing(db, actor.scope, actor.company_id, today), todoLimit)
    : null
  const counts = { ...(await countTodo(db, isTheirs)), services_due }
  if (!isTheirs('rates_missing')) return { ...counts, rates_missing: null }
  const rated = await listRatedProviders(db, today)
  return { ...counts, rates_missing: rateProviders.filter((provider) => !rated.includes(provider)) }
}
