import {
  type DashboardInterval,
  type DashboardPeriod,
  dashboardIntervals,
  dashboardPeriods,
} from '@portal/contract/dashboard/dashboard.ts'
import { isDay } from '@portal/contract/fields.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from '../api/search.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { reportPath } from '../reports/reports.paths.ts'
import { transactionsPath } from '../transactions/transactions.paths.ts'

export type DashboardView = {
  period: DashboardPeriod
  interval: DashboardInterval
  currency: Currency | null
  until: string | null
}

const oneOf = <T extends string>(options: readonly T[], value: unknown): T | null =>
  options.find((option) => option === value) ?? null
/** Weekly for periods with too many days to tell apart. */
const usualInterval = (period: DashboardPeriod): DashboardInterval =>
  period === '7d' || period === '30d' ? 'day' : 'week'

/** Ignores invalid values: an old or mistyped link shows the default view. */
export function readView(search: Search): DashboardView {
  const period = oneOf(dashboardPeriods, search.period) ?? '30d'
  const until = typeof search.until === 'string' && isDay(search.until) ? search.until : null
  return {
    period,
    interval: oneOf(dashboardIntervals, search.interval) ?? usualInterval(period),
    currency: oneOf(currencies, search.currency),
    until,
  }
}
/** The address holds only values that differ from the default. */
export const writeView = ({ period, interval, currency, until }: DashboardView): Search => ({
  ...(period === '30d' ? {} : { period }),
  ...(interval === usualInterval(period) ? {} : { interval }),
  ...(currency === null ? {} : { currency }),
  ...(until === null ? {} : { until }),
})

/** The view lives in the address, so a link shows the same to another user. */
export function useView(): { view: DashboardView; change: (patch: Partial<DashboardView>) => void } {
  const view = readView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (patch: Partial<DashboardView>) => {
    const next = { ...view, ...patch }
    // Each period has its own default interval.
    const interval = patch.period && !patch.interval ? usualInterval(patch.period) : next.interval
    navigate({ to: '.', resetScroll: false, search: writeView({ ...next, interval }) as never })
  }
  return { view, change }
}

export type ListLink = { to: string; search: never }
const listLink = (to: string, filter: readonly string[], more: Search = {}): ListLink => ({
  to,
  search: { ...more, filter } as never,
})
type Days = { from: string; to: string }
/** Links to the report behind a figure, over the same days (REPT-4). */
export const reportLink = (key: string, { from, to }: Days, more: Search): ListLink => ({
  to: reportPath(key),
  search: { ...more, from, to } as never,
})
/** Links to what customers owe at the end of a day. */
export const receivablesLink = (as_of: string, currency: Currency): ListLink => ({
  to: reportPath('receivables'),
  search: { as_of, currency } as never,
})
/** Links to the list behind a figure, with the filters that give the same total. */
export const transactionsLink = (...filter: string[]): ListLink => listLink(transactionsPath, filter)
export const cardsLink = (status: string): ListLink => listLink(cardsPath, [`card_status:${status}`])
export const invoicesLink = (...filter: string[]): ListLink => listLink(invoicesPath, filter, { sort: 'due_date,asc' })
export const within = ({ from, to }: Days): string => `txn_date:${from}..${to}`
/** Invoices due up to the day before are overdue. */
export const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
