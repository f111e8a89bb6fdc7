import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { message } from '@portal/contract/message.ts'
import {
  choiceField,
  companyField,
  currencyField,
  nameField,
  numberField,
  overPeriod,
  siteField,
  unitField,
  weekField,
  withoutField,
} from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { defaultRadiusKm, maxRadiusKm } from '@portal/contract/smart-buy/smart-buy.data.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { defineReport } from '../platform/reports/define-report.ts'
import { addAlike } from '../platform/reports/report-parts.rules.ts'
import { readInParts } from '../platform/reports/report-parts.ts'
import { groupSearch, groupTerms, limitRows, oneCompanyOf, reportLink } from '../platform/reports/report-scope.ts'
import { missedRows } from './missed.queries.ts'
import { type StoredMissed, type StoredMissedSum, toMissedLine, toMissedTotal } from './smart-buy.columns.ts'

const groups = { driver: 'Driver', unit: 'Unit number', site: 'Site', week: 'Week' } as const
type Group = keyof typeof groups
const keys: Record<Group, RawBuilder<unknown>> = {
  driver: sql`nullif(btrim(driver), '')`,
  unit: sql`unit_number_of(vehicle)`,
  site: sql`site_id::text`,
  week: sql`date_trunc('week', day)::date::text`,
}
const names: Record<Group, RawBuilder<unknown>> = {
  ...keys,
  site: sql`concat_ws(', ', coalesce(site_name, site_number), city)`,
}

/** `left_out` purchases have no price to be compared with. */
type Sums = StoredMissedSum & { key: string | null; label: string | null; left_out: number }
const isCompared = sql`cheapest_site_id is not null`
const listSums = async (db: Db, matching: RawBuilder<unknown>, group: Group): Promise<Sums[]> =>
  (
    await sql<Sums>`
    select ${keys[group]} as key, ${names[group]} as label, currency, count(distinct transaction_id) filter (where ${isCompared})::int as purchases,
      coalesce(sum(pre_cents) filter (where ${isCompared}), 0)::bigint as pre_cents, coalesce(sum(missed_cents), 0)::bigint as missed_cents,
      count(distinct transaction_id) filter (where not ${isCompared})::int as left_out
    from ${matching} group by 1, 2, 3 ${limitRows}`.execute(db)
  ).rows
/** As JSON, so that whole and decimal numbers come as numbers. */
async function listLines(db: Db, matching: RawBuilder<unknown>): Promise<StoredMissed[]> {
  const { rows } = await sql<{ listed: StoredMissed[] }>`
    select coalesce(json_agg(listed), '[]') as listed
    from (select * from ${matching} ${limitRows}) listed`.execute(db)
  return rows[0]?.listed ?? []
}

const shareOf = (missed: number, paid: number): number | null =>
  paid === 0 ? null : Math.round((missed / paid) * 1000) / 10
type Missed = Pick<StoredMissedSum, 'currency' | 'pre_cents' | 'missed_cents'>
/** The share of all rows in each currency. */
const sharesOf = (rows: readonly Missed[]): ReportRow[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    share: shareOf(
      own.reduce((sum, { missed_cents }) => sum + Number(missed_cents), 0),
      own.reduce((sum, { pre_cents }) => sum + Number(pre_cents), 0),
    ),
  }))
/** By currency, the largest first. */
const largestFirst =
  <Row extends Missed>(tie: (one: Row, other: Row) => number) =>
  (one: Row, other: Row): number =>
    one.currency.localeCompare(other.currency) || other.missed_cents - one.missed_cents || tie(one, other)
const lineOrder = largestFirst<StoredMissed>((one, other) => one.id - other.id)
const groupOrder = largestFirst<Sums>((one, other) => (one.key ?? '').localeCompare(other.key ?? ''))
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
const leftOutNote = (count: number, km: number) => (count === 0 ? [] : [message('report.not-compared', { count, km })])
const lineColumns = ['day', 'driver', 'unit', 'site', 'product', 'cheapest', 'km']

/** Missed savings of any period, which can also be mailed (SMART-3, REPT-7). */
export const missedSavingsReport = defineReport({
  key: 'missed-savings',
  name: 'Missed savings',
  description: 'What fuel cost above the cheapest own price nearby that day, by driver, unit, site or week',
  topic: 'spend',
  audience: 'everyone',
  needs: 'smartbuy',
  isOfOneCompany: true,
  parameters: overPeriod({
    company_id: companyField(),
    group_by: choiceField('Grouped by', { ...groups, purchase: 'Purchase' }),
    radius_km: numberField('Within (km)', { min: 1, max: maxRadiusKm, by: defaultRadiusKm }),
    currency: currencyField(),
    driver: nameField('Driver'),
    unit: unitField(),
    site: siteField(),
    week: weekField(),
    without: withoutField({ driver: 'Driver', unit: 'Unit number' }),
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
    const terms = groupTerms(keys, parts)
    if (currency) terms.push(sql`currency = ${currency}`)
    const matching = async (part: Days) => {
      const rows = await missedRows(context.db, context.scope, { company_id: company, ...part }, radius_km)
      return sql`(select * from (${rows}) missed where ${sql.join([sql`true`, ...terms], sql` and `)}) matching`
    }
    const asked = { ...days, company_id: company, radius_km }
    const parameters = { ...asked, group_by, currency: currency ?? null, ...parts }
    if (group_by === 'purchase') {
      const read = async (part: Days) => listLines(context.db, await matching(part))
      const bought = await readInParts(context, days, read)
      const lines = bought.filter(({ cheapest_site_id }) => cheapest_site_id !== null).toSorted(lineOrder)
      const leftOut = bought.filter(({ cheapest_site_id }) => cheapest_site_id === null)
      return {
        parameters,
        without: ['label', 'purchases'],
        rows: lines.map(lineRow),
        ratios: sharesOf(lines),
        notes: leftOutNote(new Set(leftOut.map(({ transaction_id }) => transaction_id)).size, radius_km),
      }
    }
    const read = async (part: Days) => listSums(context.db, await matching(part), group_by)
    const every = addAlike(await readInParts(context, days, read))
    const found = every.filter(({ purchases }) => purchases > 0).toSorted(groupOrder)
    return {
      parameters,
      headings: { label: groups[group_by] },
      without: lineColumns,
      rows: found.map(({ key, label, left_out, ...sums }) => ({
        label,
        ...toMissedTotal(sums),
        share: shareOf(sums.missed_cents, sums.pre_cents),
        link: reportLink('missed-savings', {
          ...asked,
          currency: sums.currency,
          group_by: 'purchase',
          ...groupSearch(group_by, key),
        }),
      })),
      ratios: sharesOf(found),
      notes: leftOutNote(
        every.reduce((sum, { left_out }) => sum + left_out, 0),
        radius_km,
      ),
      chart: { kind: 'bars', label: 'label', value: 'missed' },
    }
  },
})
