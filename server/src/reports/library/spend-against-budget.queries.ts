import { message } from '@portal/contract/message.ts'
import { companyField, currencyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import type { Days } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import {
  budgetIn,
  isNotOver,
  type KnownDays,
  monthEnd,
  monthsBetween,
  type Projection,
  projectionOf,
} from '../../budgets/budget-months.rules.ts'
import { type BudgetOfMonth, listBudgetsOf } from '../../budgets/budgets.queries.ts'
import type { Db } from '../../db/connect.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { oneCompanyOf, reportLink } from '../../platform/reports/report-scope.ts'
import { getKnownUntil } from '../../transactions/known-until.queries.ts'
import { isPurchase } from './purchases.queries.ts'

type Spent = { currency: Currency; month: string; cents: number }
/** By the purchases of the company and days, by their index. */
const listSpent = async (db: Db, company: number, { from, to }: Days): Promise<Spent[]> =>
  (
    await sql<Spent>`
    select currency, date_trunc('month', txn_at)::date as month, sum(amount_cents)::bigint as cents
    from transactions t where company_id = ${company} and txn_at >= ${from}::date and txn_at < ${to}::date + 1 and ${isPurchase} group by 1, 2`.execute(
      db,
    )
  ).rows

type Month = {
  currency: Currency
  month: string
  spent: number
  budget: number | null
  running_spent: number
  running_budget: number
  projected: Projection | null
  is_not_over: boolean
}
/** The months of a year begin with January, so that the running sums do. */
function monthsOf(
  currency: Currency,
  months: readonly string[],
  all: Spent[],
  budgets: BudgetOfMonth[],
  known: KnownDays,
) {
  const own = budgets.filter((one) => one.currency === currency)
  const spentIn = new Map(all.filter((one) => one.currency === currency).map(({ month, cents }) => [month, cents]))
  let [running_spent, running_budget] = [0, 0]
  return months.map((month): Month => {
    if (month.slice(5, 7) === '01') [running_spent, running_budget] = [0, 0]
    const spent = spentIn.get(month) ?? 0
    const budget = budgetIn(own, month)
    running_spent += spent
    running_budget += budget ?? 0
    const projected = projectionOf(month, known, spent)
    return {
      currency,
      month,
      spent,
      budget,
      running_spent,
      running_budget,
      projected,
      is_not_over: isNotOver(month, known),
    }
  })
}
const money = (cents: number | null): number | null => (cents === null ? null : fromUnits(cents, 'money'))
const shareOf = (spent: number, budget: number | null): number | null =>
  budget ? Math.round((spent / budget) * 1000) / 10 : null
const stateOf = ({ budget, is_not_over }: Month): string | null =>
  budget === null ? 'No budget' : is_not_over ? 'Not over yet' : null

const rowOf = (one: Month, company: number): ReportRow => ({
  month: one.month.slice(0, 7),
  currency: one.currency,
  budget: money(one.budget),
  spent: money(one.spent),
  left: one.budget === null ? null : money(one.budget - one.spent),
  share: shareOf(one.spent, one.budget),
  running_budget: money(one.running_budget),
  running_spent: money(one.running_spent),
  projected: money(one.projected?.cents ?? null),
  state: stateOf(one),
  link: reportLink('purchase-lines', {
    from: one.month,
    to: monthEnd(one.month),
    company_id: company,
    currency: one.currency,
  }),
})
/** Only months with a budget, so that what was spent without one does not count against it. */
function ratioOf(months: readonly Month[]): ReportRow[] {
  const [first] = months
  const known = months.filter(({ budget }) => budget !== null)
  if (!first || known.length === 0) return []
  const sum = (of: 'spent' | 'budget') => known.reduce((total, one) => total + (one[of] ?? 0), 0)
  return [{ currency: first.currency, share: shareOf(sum('spent'), sum('budget')) }]
}
const notesOf = (months: readonly Month[]) => [
  ...months.flatMap(({ currency, projected }) =>
    projected === null
      ? []
      : [
          message('report.month-not-over', {
            day: projected.until,
            projected: fromUnits(projected.cents, 'money'),
            currency,
          }),
        ],
  ),
  ...(months.some(({ budget }) => budget === null)
    ? [message('report.months-without-budget', { count: months.filter(({ budget }) => budget === null).length })]
    : []),
]

/** What was spent in each month against the company's budget, with the running sums of the year (REPT-2). */
export const spendAgainstBudgetReport = defineReport({
  key: 'spend-against-budget',
  name: 'Spend against budget',
  description: 'What was spent in each month against the monthly budget, with the running sums of the year',
  topic: 'spend',
  audience: 'everyone',
  isOfOneCompany: true,
  parameters: overPeriod({ company_id: companyField(), currency: currencyField() }),
  columns: {
    month: ['Month', 'month'],
    currency: 'Currency',
    budget: ['Monthly budget', 'money', 'summed'],
    spent: ['Spent', 'money', 'summed'],
    left: ['Left in the budget', 'money', 'summed'],
    share: ['Used (%)', 'percent'],
    running_budget: ['Budget since January', 'money'],
    running_spent: ['Spent since January', 'money'],
    projected: ['Projected at this pace', 'money'],
    state: ['Status', 'word'],
  },
  run: async (context, { company_id, currency, ...given }) => {
    const company = oneCompanyOf(context, company_id)
    // Whole months, by default those of the year until now.
    const last = given.to ?? context.today
    const from = `${(given.from ?? `${last.slice(0, 4)}-01-01`).slice(0, 8)}01`
    const days = { from, to: monthEnd(`${(last < from ? from : last).slice(0, 8)}01`) }
    const year = { from: `${from.slice(0, 4)}-01-01`, to: days.to }
    const budgets = await listBudgetsOf(context.db, context.scope, company)
    const spent = await listSpent(context.db, company, year)
    const known = { today: context.today, knownUntil: await getKnownUntil(context.db) }
    // Months before the first purchase or budget of the year say nothing.
    const months = currencies
      .filter((one) => !currency || one === currency)
      .filter((one) => [...budgets, ...spent].some((other) => other.currency === one))
      .map((one) =>
        monthsOf(one, monthsBetween(year.from, year.to), spent, budgets, known).filter(
          ({ month, spent: some, budget, running_spent }) =>
            month >= from && (some !== 0 || budget !== null || running_spent !== 0),
        ),
      )
    return {
      parameters: { ...days, company_id: company, currency: currency ?? null },
      rows: months.flat().map((one) => rowOf(one, company)),
      ratios: months.flatMap(ratioOf),
      notes: notesOf(months.flat()),
      chart: {
        kind: 'bars',
        label: 'month',
        value: 'spent',
        mark: { value: 'budget', caption: 'The line is the monthly budget.' },
      },
    }
  },
})
