import { productWords } from '@portal/contract/lookups/products.rules.ts'
import {
  choiceField,
  companyField,
  currencyField,
  numberField,
  overPeriod,
} from '@portal/contract/reports/parameters.ts'
import { reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { defaultRadiusKm, maxRadiusKm } from '@portal/contract/smart-buy/smart-buy.data.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { defineReport } from '../platform/reports/define-report.ts'
import { limitRows, oneCompanyOf, reportLink } from '../platform/reports/report-scope.ts'
import { missedRows } from './missed.queries.ts'
import { type StoredMissed, type StoredMissedSum, toMissedLine, toMissedTotal } from './smart-buy.columns.ts'

const groups = { driver: 'Driver', unit: 'Unit number', site: 'Site', week: 'Week' } as const
type Group = keyof typeof groups
const keys: Record<Group, RawBuilder<unknown>> = {
  driver: sql`driver`,
  unit: sql`vehicle`,
  site: sql`site_id::text`,
  week: sql`date_trunc('week', day)::date::text`,
}
const names: Record<Group, RawBuilder<unknown>> = {
  ...keys,
  site: sql`concat_ws(', ', coalesce(site_name, site_number), city)`,
}
const none = 'none'
const part = (title: string) => z.string().max(120).optional().meta({ title })

type Sums = StoredMissedSum & { key: string | null; label: string | null }
const listSums = async (db: Db, matching: RawBuilder<unknown>, group: Group): Promise<Sums[]> =>
  (
    await sql<Sums>`
    select ${keys[group]} as key, ${names[group]} as label, currency, count(*)::int as purchases, sum(pre_cents)::bigint as pre_cents,
      sum(missed_cents)::bigint as missed_cents
    from ${matching} group by 1, 2, 3 order by currency, missed_cents desc, key ${limitRows}`.execute(db)
  ).rows
/** As JSON, so that whole and decimal numbers come as numbers. */
async function listLines(db: Db, matching: RawBuilder<unknown>): Promise<StoredMissed[]> {
  const { rows } = await sql<{ listed: StoredMissed[] }>`
    select coalesce(json_agg(listed), '[]') as listed
    from (select * from ${matching} order by currency, missed_cents desc, id ${limitRows}) listed`.execute(db)
  return rows[0]?.listed ?? []
}

const shareOf = (missed: number, paid: number): number | null =>
  paid === 0 ? null : Math.round((missed / paid) * 1000) / 10
const placed = (name: string | null, city: string | null): string => [name, city].filter(Boolean).join(', ')
function lineRow(stored: StoredMissed): ReportRow {
  const line = toMissedLine(stored)
  return {
    day: line.day,
    driver: line.driver,
    unit: line.vehicle,
    site: placed(line.site_name, line.city),
    product: productWords[line.product],
    currency: line.currency,
    paid: line.paid,
    cheapest: placed(line.cheapest_site_name, line.cheapest_city),
    km: line.cheapest_km,
    missed: line.missed,
    share: shareOf(line.missed, line.paid),
    link: `/transactions/${line.transaction_id}/view`,
  }
}
const lineColumns = ['day', 'driver', 'unit', 'site', 'product', 'cheapest', 'km']

/** Missed savings of any period, which can also be mailed (SMART-3, REPT-7). */
export const missedSavingsReport = defineReport({
  key: 'missed-savings',
  name: 'Missed savings',
  description: 'What fuel cost above the cheapest own price nearby that day, by driver, unit, site or week',
  topic: 'spend',
  audience: 'everyone',
  isOfOneCompany: true,
  parameters: overPeriod({
    company_id: companyField(),
    group_by: choiceField('Grouped by', { ...groups, purchase: 'Purchase' }),
    radius_km: numberField('Within (km)', { min: 1, max: maxRadiusKm, by: defaultRadiusKm }),
    currency: currencyField(),
    driver: part('Driver'),
    unit: part('Unit number'),
    site: part('Site'),
    week: part('Week'),
  }),
  columns: {
    label: 'Group',
    day: ['Date', 'day'],
    driver: 'Driver',
    unit: 'Unit number',
    site: 'Site',
    product: ['Product', 'word'],
    currency: 'Currency',
    purchases: ['Purchases', 'number', 'summed'],
    paid: ['Paid before sales tax', 'money', 'summed'],
    cheapest: 'Cheapest site nearby',
    km: ['Distance (km)', 'number'],
    missed: ['Missed', 'money', 'summed'],
    share: ['Missed (%)', 'percent'],
  },
  run: async (context, { company_id, group_by, radius_km, currency, from, to, ...parts }) => {
    const days = reportDays({ from, to }, context.today)
    const company = oneCompanyOf(context, company_id)
    const given = Object.entries(parts).filter((one): one is [Group, string] => one[1] !== undefined)
    const terms = given.map(([name, value]) =>
      value === none ? sql`${keys[name]} is null` : sql`${keys[name]} = ${value}`,
    )
    if (currency) terms.push(sql`currency = ${currency}`)
    const rows = await missedRows(context.db, context.scope, { company_id: company, ...days }, radius_km)
    const matching = sql`(select * from (${rows}) missed where ${sql.join([sql`true`, ...terms], sql` and `)}) matching`
    const asked = { ...days, company_id: company, radius_km }
    const parameters = { ...asked, group_by, currency: currency ?? null, ...Object.fromEntries(given) }
    if (group_by === 'purchase')
      return { parameters, without: ['label', 'purchases'], rows: (await listLines(context.db, matching)).map(lineRow) }
    const found = await listSums(context.db, matching, group_by)
    return {
      parameters,
      headings: { label: groups[group_by] },
      without: lineColumns,
      rows: found.map(({ key, label, ...sums }) => ({
        label,
        ...toMissedTotal(sums),
        share: shareOf(sums.missed_cents, sums.pre_cents),
        link: reportLink('missed-savings', {
          ...asked,
          currency: sums.currency,
          group_by: 'purchase',
          [group_by]: key ?? none,
        }),
      })),
      chart: { kind: 'bars', label: 'label', value: 'missed' },
    }
  },
})
