import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, id, isoDate, moneyAboveZero, version } from '../fields.ts'
import { defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { message } from '../message.ts'
import { currencies } from '../rules/currency.ts'
import { firstTypedDay, lastTypedDay } from '../rules/typed-days.data.ts'

/** What a company means to spend in a month, in one currency, from a month on until the next one (REPT-2). */
export const budgetInput = z.strictObject({
  /** A customer’s own users need not name it. */
  company_id: id().nullish(),
  currency: currency(),
  /** Any day of the first month. */
  from_month: isoDate()
    .refine((day) => day >= firstTypedDay && day <= lastTypedDay, {
      error: message('report.budget-month', { first: firstTypedDay.slice(0, 4), last: lastTypedDay.slice(0, 4) }),
    })
    .transform((day) => `${day.slice(0, 8)}01`),
  amount: moneyAboveZero(),
  /** That of the budget to replace; without one, a month that has a budget is refused. */
  version: version().nullish(),
})
export type BudgetInput = z.output<typeof budgetInput>
const budget = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  currency: z.enum(currencies),
  from_month: z.iso.date(),
  amount: z.number(),
  version: z.int(),
})
export type Budget = z.infer<typeof budget>

export const budgetList = defineList({
  rows: 'budgets',
  columns: {
    company_name: 'Company',
    from_month: ['From month', 'day'],
    currency: 'Currency',
    amount: ['Monthly budget', 'money'],
  },
  sort: ['from_month', 'company_name'],
  filters: {
    company_name: { kind: 'text' },
    currency: { kind: 'choice', options: currencyChoices },
    from_month: { kind: 'date' },
  },
  defaultSort: 'from_month,desc',
})

const path = '/budgets'
export const budgets = defineContract('budgets', {
  list: {
    method: 'GET',
    path,
    summary: 'List monthly budgets, each from its first month on',
    can: 'reporting.read',
    query: budgetList.query,
    list: budgetList,
    reply: pageOf('budgets', budget),
  },
  save: {
    method: 'PUT',
    path,
    summary: 'Set the budget of a company and currency from a month on',
    can: 'reporting.update',
    body: budgetInput,
    ignores: ['id', 'company_name'],
    reply: budget,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a budget; the one before it applies again',
    can: 'reporting.update',
    params: byId,
    reply: z.null(),
  },
})
