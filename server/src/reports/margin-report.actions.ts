import { lastMonth } from '@portal/contract/billing/billing-cycles.rules.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { marginReport } from '@portal/contract/reports/margin-report.ts'
import { type ReportRow, reportLimit } from '@portal/contract/reports/reports.ts'
import { marginGroupWords } from '@portal/contract/reports/reports-words.data.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { addMargins, marginOf } from '../margins/margins.rules.ts'
import { type GroupSums, listMarginGroups } from './margin-report.queries.ts'

const toRow = (sums: Omit<GroupSums, 'key' | 'label'>): ReportRow => ({
  currency: sums.currency,
  ...marginOf(sums, 'L'),
  invoiced: fromUnits(sums.invoiced_cents, 'money'),
  not_invoiced: fromUnits(sums.billed_cents - sums.invoiced_cents, 'money'),
})
const totalOf = (currency: Currency, groups: readonly GroupSums[]): ReportRow[] => {
  const own = groups.filter((group) => group.currency === currency)
  const invoiced_cents = own.reduce((sum, group) => sum + group.invoiced_cents, 0)
  return own.length === 0 ? [] : [toRow({ currency, invoiced_cents, ...addMargins(own) })]
}

/** By group and currency, in litres (COST-4). */
export async function runMarginReport(db: Db, given: z.output<(typeof marginReport)['parameters']>, today: string) {
  const { group_by, currency } = given
  const month = lastMonth(today)
  const from = given.from ?? (given.to ? `${given.to.slice(0, 8)}01` : month.start_date)
  const days = { from, to: given.to ?? (given.from ? today : month.end_date) }
  const groups = await listMarginGroups(db, group_by, days, currency, reportLimit + 1)
  if (groups.length > reportLimit) throw new AppError('report.too-long')
  return {
    parameters: { group_by, ...days, currency: currency ?? null },
    /** The first column is headed by what the report is grouped by. */
    headings: { label: marginGroupWords[group_by] },
    rows: groups.map((group) => ({ key: group.key, label: group.label, ...toRow(group) })),
    totals: currencies.flatMap((one) => totalOf(one, groups)),
  }
}
