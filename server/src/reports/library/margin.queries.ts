import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import { choiceField, currencyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { marginSumsInLitres } from '../../margins/margins.queries.ts'
import { addMargins, type MarginSums, marginOf } from '../../margins/margins.rules.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { addAlike } from '../../platform/reports/report-parts.rules.ts'
import { readInParts } from '../../platform/reports/report-parts.ts'
import { limitRows } from '../../platform/reports/report-scope.ts'
import { isPurchase } from './purchases.queries.ts'

const groups = {
  provider: 'Fuel provider',
  site: 'Site',
  customer: 'Customer',
  product: 'Product',
  week: 'Week',
} as const
type Group = keyof typeof groups
type GroupSums = MarginSums & {
  currency: Currency
  /** The provider or customer by id, the site as `Esso:6006`, the product by code, the week by its Monday. */
  key: string | null
  label: string | null
  invoiced_cents: number
}
const keys = {
  provider: sql`t.provider_id`,
  site: sql`t.site_id`,
  customer: sql`t.company_id`,
  product: sql`l.product`,
  week: sql`date_trunc('week', t.txn_at)::date`,
}
/** The lines behind a site are found by provider and number. */
const siteKey = sql`(select p.name || ':' || s.site_number from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key)`
const labels = {
  provider: sql`(select name from fuel_providers where id = sums.key)`,
  site: sql`(select concat_ws(' ', p.name, s.site_number, nullif(concat_ws(', ', s.name, s.city), '')) from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key)`,
  customer: sql`(select name from companies where id = sums.key)`,
  product: sql`sums.key`,
  week: sql`sums.key::text`,
}
/**
 * The sums of each group, over the transactions of these days by their index. Names are looked up for each group, not
 * for each line.
 */
const listMarginGroups = async (
  db: Db,
  group: Group,
  { from, to }: Days,
  currency: Currency | undefined,
): Promise<GroupSums[]> =>
  (
    await sql<GroupSums>`
    with sums as (
      select t.currency, ${keys[group]} as key, ${marginSumsInLitres}, coalesce(sum(l.pre_cents) filter (where t.invoice_id is not null), 0)::bigint as invoiced_cents
      from transactions t join transaction_lines l on l.transaction_id = t.id
      where t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and ${isPurchase} ${currency ? sql`and t.currency = ${currency}` : sql``}
      group by 1, 2
    )
    select sums.*, ${group === 'site' ? siteKey : sql`sums.key::text`} as key, ${labels[group]} as label from sums ${limitRows}`.execute(
      db,
    )
  ).rows

/** By currency, then by name, lines without one last. */
const byName = (one: GroupSums, other: GroupSums): number =>
  one.currency.localeCompare(other.currency) ||
  Number(one.label === null) - Number(other.label === null) ||
  (one.label ?? '').localeCompare(other.label ?? '', 'en') ||
  (one.key ?? '').localeCompare(other.key ?? '')

const figuresOf = (sums: Omit<GroupSums, 'key' | 'label'>): ReportRow => ({
  currency: sums.currency,
  ...marginOf(sums, 'L'),
  invoiced: fromUnits(sums.invoiced_cents, 'money'),
  not_invoiced: fromUnits(sums.billed_cents - sums.invoiced_cents, 'money'),
})
const ratiosOf = (currency: Currency, all: readonly GroupSums[]): ReportRow[] => {
  const own = all.filter((group) => group.currency === currency)
  if (own.length === 0) return []
  const { percent, per_unit } = marginOf(addMargins(own), 'L')
  return [{ currency, percent, per_unit }]
}

const sixDaysMs = 6 * 86_400_000
/** The days of a week that begins on this Monday, within the report's. */
const weekWithin = (monday: string, { from, to }: Days): string => {
  const sunday = new Date(Date.parse(monday) + sixDaysMs).toISOString().slice(0, 10)
  return `${monday < from ? from : monday}..${sunday > to ? to : sunday}`
}
const fields = { provider: 'provider', customer: 'company_name' } as const
/** `Esso:6006`: two providers can have a site of the same number. */
function siteTerms(key: string): string[] {
  const [provider = '', ...number] = key.split(':')
  return [`provider:${provider}`, `site_number:${number.join(':')}`]
}
function termsOf(group: Group, key: string, label: string | null): string[] {
  if (group === 'week') return []
  if (group === 'site') return siteTerms(key)
  return [group === 'product' ? `product:${key}` : `${fields[group]}:${label}`]
}
/** The lines behind a group; null for lines without a provider or site, which no filter names. */
function linesLink(group: Group, days: Days, { key, label, currency }: GroupSums): string | null {
  if (key === null) return null
  const filter = [
    `txn_date:${group === 'week' ? weekWithin(key, days) : `${days.from}..${days.to}`}`,
    `currency:${currency}`,
    ...termsOf(group, key, label),
  ]
  return `/reporting/margin/lines?${new URLSearchParams(filter.map((term): [string, string] => ['filter', term]))}`
}

/** What was billed before sales tax, what it cost, and the rest, by group and currency, in litres (COST-4). */
export const marginReport = defineReport({
  key: 'margin',
  name: 'Margin',
  description: 'Billed before sales tax, cost and margin by fuel provider, site, customer, product or week',
  topic: 'money',
  audience: 'staff',
  parameters: overPeriod({ group_by: choiceField('Grouped by', groups), currency: currencyField() }),
  columns: {
    label: 'Group',
    currency: 'Currency',
    lines: ['Lines', 'number', 'summed'],
    quantity: ['Litres', 'quantity', 'summed'],
    billed: ['Billed before sales tax', 'money', 'summed'],
    invoiced: ['Invoiced amount', 'money', 'summed'],
    not_invoiced: ['Amount not invoiced', 'money', 'summed'],
    cost: ['Cost before sales tax', 'money', 'summed'],
    margin: ['Margin', 'money', 'summed'],
    percent: ['Margin %', 'percent'],
    per_unit: ['Margin per litre', 'price'],
    unknown_lines: ['Lines without a known cost', 'number', 'summed'],
    unknown_billed: ['Billed without a known cost', 'money', 'summed'],
  },
  run: async (context, { group_by, currency, ...given }) => {
    const days = reportDays(given, context.today)
    const parts = await readInParts(context, days, (part) => listMarginGroups(context.db, group_by, part, currency))
    const found = addAlike(parts).toSorted(byName)
    return {
      parameters: { group_by, ...days, currency: currency ?? null },
      /** The first column is headed by what the report is grouped by. */
      headings: { label: groups[group_by] },
      words: group_by === 'product' ? ['label'] : [],
      rows: found.map((group) => ({
        key: group.key,
        label: group_by === 'product' ? (productWords[group.key as ProductCode] ?? null) : group.label,
        ...figuresOf(group),
        link: linesLink(group_by, days, group),
      })),
      ratios: currencies.flatMap((one) => ratiosOf(one, found)),
      chart: { kind: 'bars', label: 'label', value: 'margin' },
    }
  },
})
