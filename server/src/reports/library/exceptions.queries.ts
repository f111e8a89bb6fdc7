import {
  costRules,
  type ExceptionRule,
  exceptionRules,
  exceptionWords,
} from '@portal/contract/exceptions/exception-rules.data.ts'
import { exceptionStateWords } from '@portal/contract/exceptions/exceptions.ts'
import {
  choiceField,
  companyField,
  currencyField,
  nameField,
  overPeriod,
  siteField,
  unitField,
  withoutField,
} from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { companyOf, groupSearch, groupTerms, limitRows, reportLink } from '../../platform/reports/report-scope.ts'

const groups = {
  rule: 'Rule',
  driver: 'Driver',
  unit: 'Unit number',
  site: 'Site',
  each: 'Each exception',
} as const
type Group = keyof typeof groups
const keys = {
  rule: sql`e.rule`,
  driver: sql`nullif(btrim(t.driver_name), '')`,
  unit: sql`unit_number_of(t.vehicle)`,
  site: sql`t.site_id::text`,
}
type Key = keyof typeof keys
/** Customers see what a report asks, but none of the rules that speak of cost. */
const openRuleWords = Object.fromEntries(
  Object.entries(exceptionWords).filter(([rule]) => !(costRules as readonly string[]).includes(rule)),
)
type Asked = {
  company: number | null
  days: Days
  currency: Currency | undefined
  terms: readonly RawBuilder<unknown>[]
}
/** The policy hides the rules that speak of cost from customers (EXC-2). */
const found = ({ company, days, currency, terms }: Asked) => sql`
  transactions t join exceptions e on e.transaction_id = t.id
  where t.txn_at >= ${days.from}::date and t.txn_at < ${days.to}::date + 1 ${company === null ? sql`` : sql`and t.company_id = ${company}`}
    ${currency ? sql`and t.currency = ${currency}` : sql``}
    ${sql.join(
      terms.map((term) => sql`and ${term}`),
      sql` `,
    )}`
const siteName = sql`(select concat_ws(' ', p.name, s.site_number, nullif(concat_ws(', ', s.name, s.city), '')) from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key::bigint)`
type Sums = {
  currency: Currency
  key: string | null
  label: string | null
  exceptions: number
  open: number
  confirmed: number
  dismissed: number
  purchases: number
  amount_cents: number
}
/** A purchase with several exceptions counts once in its group. */
const listGroups = async (db: Db, group: Key, asked: Asked): Promise<Sums[]> =>
  (
    await sql<Sums>`
    with purchases as (
      select t.id, t.currency, t.amount_cents, ${keys[group]} as key, count(*) as exceptions, count(*) filter (where e.staff_verdict is null) as open,
        count(*) filter (where e.staff_verdict = 'confirmed') as confirmed, count(*) filter (where e.staff_verdict = 'dismissed') as dismissed
      from ${found(asked)} group by t.id, 4
    ), sums as (
      select currency, key, sum(exceptions)::int as exceptions, sum(open)::int as open, sum(confirmed)::int as confirmed, sum(dismissed)::int as dismissed,
        count(*)::int as purchases, sum(amount_cents)::bigint as amount_cents
      from purchases group by 1, 2
    )
    select sums.*, ${group === 'site' ? siteName : sql`key`} as label from sums order by currency, exceptions desc, key ${limitRows}`.execute(
      db,
    )
  ).rows
type Whole = { currency: Currency; purchases: number; amount_cents: number }
/** Each purchase once, because one can be in several groups. */
const listWholes = async (db: Db, asked: Asked): Promise<Whole[]> =>
  (
    await sql<Whole>`
    select currency, count(*)::int as purchases, sum(amount_cents)::bigint as amount_cents
    from (select distinct t.id, t.currency, t.amount_cents from ${found(asked)}) purchases group by 1 order by 1`.execute(
      db,
    )
  ).rows
type Each = {
  transaction_id: number
  authentication_id: string
  txn_at: string
  rule: ExceptionRule
  state: keyof typeof exceptionStateWords
  driver_name: string | null
  unit_number: string | null
  site: string | null
  amount_cents: number
  currency: Currency
}
const listEach = async (db: Db, asked: Asked): Promise<Each[]> =>
  (
    await sql<Each>`
    select t.id as transaction_id, t.authentication_id, t.txn_at, e.rule, coalesce(e.staff_verdict, 'open') as state, t.driver_name,
      unit_number_of(t.vehicle) as unit_number, nullif(concat_ws(', ', t.site_number, t.location), '') as site, t.amount_cents, t.currency
    from ${found(asked)} order by t.txn_at, t.id, e.id ${limitRows}`.execute(db)
  ).rows

const groupRow = (group: Key, asked: Asked, sums: Sums): ReportRow => ({
  label: group === 'rule' ? exceptionWords[sums.key as ExceptionRule] : sums.label,
  currency: sums.currency,
  exceptions: sums.exceptions,
  open: sums.open,
  confirmed: sums.confirmed,
  dismissed: sums.dismissed,
  purchases: sums.purchases,
  amount: fromUnits(sums.amount_cents, 'money'),
  link: reportLink('exceptions', {
    ...asked.days,
    company_id: asked.company,
    currency: sums.currency,
    group_by: 'each',
    ...groupSearch(group, sums.key),
  }),
})
const eachRow = (one: Each): ReportRow => ({
  label: exceptionWords[one.rule],
  txn_at: toLocalTime(one.txn_at),
  authentication_id: one.authentication_id,
  state: exceptionStateWords[one.state],
  driver_name: one.driver_name,
  unit_number: one.unit_number,
  site: one.site,
  amount: fromUnits(one.amount_cents, 'money'),
  currency: one.currency,
  exceptions: 1,
  link: `/transactions/${one.transaction_id}/view`,
})

const ofEach = ['txn_at', 'authentication_id', 'driver_name', 'unit_number', 'site', 'state']
const ofGroups = ['exceptions', 'open', 'confirmed', 'dismissed', 'purchases']
/** What purchases did against the rules, by rule, driver, unit or site, with its state and money (REPT-2). */
export const exceptionsReport = defineReport({
  key: 'exceptions',
  name: 'Exceptions',
  description: 'Purchases against the rules, by rule, driver, unit or site, with what was decided about them',
  topic: 'control',
  audience: 'everyone',
  needs: 'transactions',
  parameters: overPeriod({
    company_id: companyField(),
    group_by: choiceField('Grouped by', groups),
    currency: currencyField(),
    rule: z.enum(exceptionRules).optional().meta({ title: 'Rule', words: openRuleWords }),
    driver: nameField('Driver'),
    unit: unitField(),
    site: siteField(),
    without: withoutField({ driver: 'Driver', unit: 'Unit number', site: 'Site' }),
  }),
  columns: {
    label: 'Group',
    txn_at: ['Time stamp', 'time'],
    authentication_id: 'Auth code',
    driver_name: 'Driver',
    unit_number: 'Unit number',
    site: 'Site',
    state: ['Status', 'word'],
    currency: 'Currency',
    exceptions: ['Exceptions', 'number', 'summed'],
    open: ['To judge', 'number', 'summed'],
    confirmed: ['Confirmed', 'number', 'summed'],
    dismissed: ['Dismissed', 'number', 'summed'],
    purchases: ['Purchases', 'number'],
    amount: ['Amount of purchases', 'money'],
  },
  run: async (context, { company_id, group_by, currency, from, to, ...parts }) => {
    const asked: Asked = {
      company: companyOf(context, company_id),
      days: reportDays({ from, to }, context.today),
      currency,
      terms: groupTerms(keys, parts),
    }
    const wholes = await listWholes(context.db, asked)
    const isEach = group_by === 'each'
    return {
      parameters: {
        group_by,
        ...asked.days,
        currency: currency ?? null,
        company_id: asked.company,
        ...parts,
      },
      headings: { label: isEach ? 'Rule' : groups[group_by] },
      words: isEach || group_by === 'rule' ? ['label'] : [],
      without: isEach ? ofGroups.slice(1) : ofEach,
      rows: isEach
        ? (await listEach(context.db, asked)).map(eachRow)
        : (await listGroups(context.db, group_by as Exclude<Group, 'each'>, asked)).map((sums) =>
            groupRow(group_by, asked, sums),
          ),
      ratios: wholes.map(({ currency: one, purchases, amount_cents }) => ({
        currency: one,
        ...(isEach ? {} : { purchases }),
        amount: fromUnits(amount_cents, 'money'),
      })),
      ...(isEach ? {} : { chart: { kind: 'bars', label: 'label', value: 'exceptions' } as const }),
    }
  },
})
