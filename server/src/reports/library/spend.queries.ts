import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import { choiceField, companyField, currencyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { companyOf, limitRows, reportLink } from '../../platform/reports/report-scope.ts'
import { isPurchase, litresOf } from './purchases.queries.ts'

const groups = {
  driver: 'Driver',
  unit: 'Unit number',
  card: 'Card',
  site: 'Site',
  province: 'Province',
  product: 'Product',
} as const
type Group = keyof typeof groups
const keys = {
  driver: sql`nullif(btrim(t.driver_name), '')`,
  unit: sql`unit_number_of(t.vehicle)`,
  card: sql`t.card_number`,
  site: sql`t.site_id`,
  province: sql`t.province`,
  product: sql`l.product`,
}
type Sums = {
  currency: Currency
  key: string | null
  label: string | null
  purchases: number
  litres_milli: number
  pre_cents: number
  tax_cents: number
  amount_cents: number
}
/** From the purchases of the company and days by their index; of all companies by the index of days. */
const listSums = async (
  db: Db,
  company: number | null,
  group: Group,
  { from, to }: Days,
  currency: Currency | undefined,
): Promise<Sums[]> =>
  (
    await sql<Sums>`
    with sums as (
      select t.currency, ${keys[group]} as key, count(distinct t.id)::int as purchases, sum(${litresOf})::bigint as litres_milli,
        sum(l.pre_cents)::bigint as pre_cents, sum(l.gst_cents + l.hst_cents + l.pst_cents + l.qst_cents)::bigint as tax_cents,
        sum(l.amount_cents)::bigint as amount_cents
      from transactions t join transaction_lines l on l.transaction_id = t.id
      where t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and ${isPurchase}
        ${company === null ? sql`` : sql`and t.company_id = ${company}`} ${currency ? sql`and t.currency = ${currency}` : sql``}
      group by 1, 2
    )
    select sums.*, key::text as key, ${
      group === 'site'
        ? sql`(select concat_ws(' ', p.name, s.site_number, nullif(concat_ws(', ', s.name, s.city), '')) from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key)`
        : sql`key::text`
    } as label
    from sums order by currency, amount_cents desc, sums.key ${limitRows}`.execute(db)
  ).rows

/** A purchase of two products is in two groups, so groups of products do not add up to it. */
const countPurchases = async (db: Db, company: number | null, { from, to }: Days, currency: Currency | undefined) =>
  (
    await sql<{ currency: Currency; purchases: number }>`
    select t.currency, count(*)::int as purchases from transactions t
    where t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and ${isPurchase} and exists (select from transaction_lines l where l.transaction_id = t.id)
      ${company === null ? sql`` : sql`and t.company_id = ${company}`} ${currency ? sql`and t.currency = ${currency}` : sql``}
    group by 1`.execute(db)
  ).rows

/** What was bought, by who, what, where or with which card (REPT-2). */
export const spendReport = defineReport({
  key: 'spend',
  name: 'Spend and volume',
  description: 'What was bought in a period, by driver, unit, card, site, province or product',
  topic: 'spend',
  audience: 'everyone',
  parameters: overPeriod({
    company_id: companyField(),
    group_by: choiceField('Grouped by', groups),
    currency: currencyField(),
  }),
  columns: {
    label: 'Group',
    currency: 'Currency',
    purchases: ['Purchases', 'number', 'summed'],
    litres: ['Litres', 'quantity', 'summed'],
    pre: ['Before sales tax', 'money', 'summed'],
    tax: ['Sales tax', 'money', 'summed'],
    amount: ['Amount', 'money', 'summed'],
    share: ['Share', 'percent'],
  },
  run: async (context, { group_by, currency, company_id, ...given }) => {
    const days = reportDays(given, context.today)
    const company = companyOf(context, company_id)
    const found = await listSums(context.db, company, group_by, days, currency)
    const wholes = Map.groupBy(found, (sums) => sums.currency)
    const shareOf = ({ currency: one, amount_cents }: Sums): number | null => {
      const whole = wholes.get(one)?.reduce((sum, other) => sum + other.amount_cents, 0) ?? 0
      return whole === 0 ? null : Math.round((amount_cents / whole) * 1000) / 10
    }
    return {
      parameters: { group_by, ...days, currency: currency ?? null, company_id: company },
      headings: { label: groups[group_by] },
      words: group_by === 'product' ? ['label'] : [],
      rows: found.map((sums) => ({
        label: group_by === 'product' ? productWords[sums.key as ProductCode] : sums.label,
        currency: sums.currency,
        purchases: sums.purchases,
        litres: fromUnits(sums.litres_milli, 'quantity'),
        pre: fromUnits(sums.pre_cents, 'money'),
        tax: fromUnits(sums.tax_cents, 'money'),
        amount: fromUnits(sums.amount_cents, 'money'),
        share: shareOf(sums),
        link: reportLink('purchase-lines', {
          ...days,
          company_id: company,
          currency: sums.currency,
          [group_by]: sums.key ?? 'none',
        }),
      })),
      ratios: group_by === 'product' ? await countPurchases(context.db, company, days, currency) : [],
      chart: { kind: 'bars', label: 'label', value: 'amount' },
    }
  },
})
