import { isDay } from '@portal/contract/fields.ts'
import { type MarginGroup, marginGroups } from '@portal/contract/reports/margin-report.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import type { Search } from '../api/search.ts'

export type MarginView = { group_by: MarginGroup; from?: string; to?: string }
/** Ignores invalid values: an old or mistyped link shows the default view. */
export function readMarginView({ group_by, from, to }: Search): MarginView {
  const dayOf = (name: 'from' | 'to', value: unknown) =>
    typeof value === 'string' && isDay(value) ? { [name]: value } : {}
  return {
    group_by: marginGroups.find((group) => group === group_by) ?? 'provider',
    ...dayOf('from', from),
    ...dayOf('to', to),
  }
}

const sixDaysMs = 6 * 86_400_000
/** The days of a week that begins on this Monday, within the report's. */
const weekWithin = (monday: string, from: string, to: string): string => {
  const sunday = new Date(Date.parse(monday) + sixDaysMs).toISOString().slice(0, 10)
  return `${monday < from ? from : monday}..${sunday > to ? to : sunday}`
}
const fields = { provider: 'provider', customer: 'company_name', product: 'product' } as const
/** `Esso:6006`: two providers can have a site of the same number. */
function siteTerms(key: string): string[] {
  const [provider = '', ...number] = key.split(':')
  return [`provider:${provider}`, `site_number:${number.join(':')}`]
}
/** The filter of the lines behind a group; null for lines without a provider or site, which no filter names. */
export function linesFilter(group: MarginGroup, days: { from: string; to: string }, row: ReportRow): string[] | null {
  const { key, label, currency } = row
  if (key === null || key === undefined) return null
  const span = group === 'week' ? weekWithin(String(key), days.from, days.to) : `${days.from}..${days.to}`
  return [
    `txn_date:${span}`,
    `currency:${currency}`,
    ...(group === 'week' ? [] : group === 'site' ? siteTerms(String(key)) : [`${fields[group]}:${label}`]),
  ]
}
