import { agingKeys, agingWords } from '@portal/contract/accounts/accounts.ts'
import { AppError } from '@portal/contract/errors.ts'
import { isoDate } from '@portal/contract/fields.ts'
import type { Receivable } from '@portal/contract/receivables/receivables.ts'
import { currencyField } from '@portal/contract/reports/parameters.ts'
import { type ReportRow, reportLimit } from '@portal/contract/reports/reports.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { z } from 'zod'
import { defineReport } from '../../platform/reports/define-report.ts'
import { listReceivables } from '../../receivables/receivables.queries.ts'

/** What is open on invoices, how much of it is overdue, and the money on account against it. */
function sidesOf(row: Receivable): ReportRow {
  const cents = (of: keyof Receivable) => toUnits(Number(row[of]), 'money')
  return {
    invoiced: fromUnits(cents('total') - cents('on_account'), 'money'),
    overdue: fromUnits(
      overdueKeys.reduce((sum, key) => sum + cents(key), 0),
      'money',
    ),
    on_account: row.on_account,
  }
}
const overdueKeys = agingKeys.filter((key) => key !== 'current')

/** What customers owe at the end of a day, by age: the list of receivables as a report (REPT-3, RECV-7). */
export const receivablesReport = defineReport({
  key: 'receivables',
  name: 'Receivables',
  description: 'What each customer owes at the end of a day, by age and currency',
  topic: 'money',
  audience: 'staff',
  needs: 'customers',
  parameters: z.strictObject({
    as_of: isoDate().optional().meta({ title: 'As of', widget: 'day' }),
    currency: currencyField(),
  }),
  columns: {
    company_name: 'Customer',
    currency: 'Currency',
    invoiced: ['Open on invoices', 'money', 'summed'],
    overdue: ['Overdue', 'money', 'summed'],
    on_account: ['On account', 'money', 'summed'],
    current: [agingWords.current, 'money', 'summed'],
    days_1_30: [agingWords.days_1_30, 'money', 'summed'],
    days_31_60: [agingWords.days_31_60, 'money', 'summed'],
    days_61_90: [agingWords.days_61_90, 'money', 'summed'],
    days_91: [agingWords.days_91, 'money', 'summed'],
    total: ['Total', 'money', 'summed'],
    oldest_due: ['Oldest due date', 'day'],
  },
  run: async ({ db, today }, { as_of = today, currency }) => {
    // What will be owed on a day to come is not known.
    if (as_of > today) throw new AppError('request.invalid', { 'parameters.as_of': 'field.day-to-come' })
    const all = { paged: false, page: 1, size: reportLimit + 1, sort: 'company_name,asc' }
    const { receivables } = await listReceivables(
      db,
      { ...all, filter: currency ? [`currency:${currency}`] : [] },
      as_of,
    )
    return {
      parameters: { as_of, currency: currency ?? null },
      rows: receivables.map((row) => ({
        company_name: row.company_name,
        currency: row.currency,
        ...sidesOf(row),
        ...Object.fromEntries(agingKeys.map((key) => [key, row[key]])),
        total: row.total,
        oldest_due: row.oldest_due,
        link: `/invoices/receivables/${row.company_id}/view?as_of=${as_of}`,
      })),
      chart: { kind: 'bars', label: 'company_name', value: 'total' },
    }
  },
})
