import { isFuelClass, type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import {
  choiceField,
  companyField,
  currencyField,
  overPeriod,
  type ProductsAsked,
  productsField,
} from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { addAlike } from '../../platform/reports/report-parts.rules.ts'
import { readInParts } from '../../platform/reports/report-parts.ts'
import { companyOf, groupSearch, limitRows, reportLink } from '../../platform/reports/report-scope.ts'
import { gallonsOf, isOfProducts, isPurchase, litresOf } from './purchases.queries.ts'

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
  gallons_milli: number
  /** Before sales tax, of what is sold by volume. */
  measured_cents: number
  pre_cents: number
  tax_cents: number
  amount_cents: number
}
type Asked = { company: number | null; days: Days; currency: Currency | undefined; products: ProductsAsked }
/** From the purchases of the company and days by their index; of all companies by the index of days. */
const listSums = async (db: Db, group: Group, { company, days, currency, products }: Asked): Promise<Sums[]> =>
  (
    await sql<Sums>`
    with sums as (
      select t.currency, ${keys[group]} as key, count(distinct t.id)::int as purchases, sum(${litresOf})::bigint as litres_milli,
        sum(${gallonsOf})::bigint as gallons_milli, coalesce(sum(l.pre_cents) filter (where l.unit in ('L', 'GAL')), 0)::bigint as measured_cents,
        sum(l.pre_cents)::bigint as pre_cents, sum(l.gst_cents + l.hst_cents + l.pst_cents + l.qst_cents)::bigint as tax_cents,
        sum(l.amount_cents)::bigint as amount_cents
      from transactions t join transaction_lines l on l.transaction_id = t.id
      where t.txn_at >= ${days.from}::date and t.txn_at < ${days.to}::date + 1 and ${isPurchase} and ${isOfProducts(products)}
        ${company === null ? sql`` : sql`and t.company_id = ${company}`} ${currency ? sql`and t.currency = ${currency}` : sql``}
      group by 1, 2
    )
    select sums.*, key::text as key, ${
      group === 'site'
        ? sql`(select concat_ws(' ', p.name, s.site_number, nullif(concat_ws(', ', s.name, s.city), '')) from sites s join fuel_providers p on p.id = s.provider_id where s.id = sums.key)`
        : sql`key::text`
    } as label
    from sums ${limitRows}`.execute(db)
  ).rows

/** By currency, the largest first. */
const bySpend = (one: Sums, other: Sums): number =>
  one.currency.localeCompare(other.currency) ||
  other.amount_cents - one.amount_cents ||
  (one.key ?? '').localeCompare(other.key ?? '')

/** A purchase of two products is in two groups, so groups of products do not add up to it. */
const countPurchases = async (db: Db, { company, days, currency, products }: Asked) =>
  (
    await sql<{ currency: Currency; purchases: number }>`
    select t.currency, count(*)::int as purchases from transactions t
    where t.txn_at >= ${days.from}::date and t.txn_at < ${days.to}::date + 1 and ${isPurchase}
      and exists (select from transaction_lines l where l.transaction_id = t.id and ${isOfProducts(products)})
      ${company === null ? sql`` : sql`and t.company_id = ${company}`} ${currency ? sql`and t.currency = ${currency}` : sql``}
    group by 1`.execute(db)
  ).rows

type Measured = Pick<Sums, 'litres_milli' | 'gallons_milli' | 'measured_cents'>
const priceOf = (cents: number, milli: number): number | null =>
  milli > 0 ? fromUnits(roundedRatio([cents, 100_000], [milli]), 'price') : null
const pricesOf = (currency: Currency, { litres_milli, gallons_milli, measured_cents }: Measured) => ({
  price: priceOf(measured_cents, litres_milli),
  ...(currency === 'USD' ? { gallon_price: priceOf(measured_cents, gallons_milli) } : {}),
})
const wholeOf = (own: readonly Sums[]): Measured => {
  const sum = (of: keyof Measured) => own.reduce((all, sums) => all + sums[of], 0)
  return {
    litres_milli: sum('litres_milli'),
    gallons_milli: sum('gallons_milli'),
    measured_cents: sum('measured_cents'),
  }
}
/** Gallons where there are US dollars; prices where the products of a row can be compared. */
const hiddenOf = (group: Group, found: readonly Sums[], products: ProductsAsked): string[] => {
  const inGallons = found.some(({ currency }) => currency === 'USD')
  const isPriced = group === 'product' || products === 'fuel' || (products !== undefined && isFuelClass(products))
  return [...(inGallons ? [] : ['gallons', 'gallon_price']), ...(isPriced ? [] : ['price', 'gallon_price'])]
}

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
    products: productsField(),
    currency: currencyField(),
  }),
  columns: {
    label: 'Group',
    currency: 'Currency',
    purchases: ['Purchases', 'number', 'summed'],
    litres: ['Litres', 'quantity', 'summed'],
    gallons: ['Gallons', 'quantity', 'summed'],
    price: ['Price per litre', 'price'],
    gallon_price: ['Price per gallon', 'price'],
    pre: ['Before sales tax', 'money', 'summed'],
    tax: ['Sales tax', 'money', 'summed'],
    amount: ['Amount', 'money', 'summed'],
    share: ['Share', 'percent'],
  },
  run: async (context, { group_by, currency, company_id, products, ...given }) => {
    const days = reportDays(given, context.today)
    const company = companyOf(context, company_id)
    const asked = { company, days, currency, products }
    const parts = await readInParts(context, days, (part) => listSums(context.db, group_by, { ...asked, days: part }))
    const found = addAlike(parts).toSorted(bySpend)
    const counted = group_by === 'product' ? await countPurchases(context.db, asked) : []
    const wholes = Map.groupBy(found, (sums) => sums.currency)
    const shareOf = ({ currency: one, amount_cents }: Sums): number | null => {
      const whole = wholes.get(one)?.reduce((sum, other) => sum + other.amount_cents, 0) ?? 0
      return whole === 0 ? null : Math.round((amount_cents / whole) * 1000) / 10
    }
    return {
      parameters: { group_by, ...days, products: products ?? null, currency: currency ?? null, company_id: company },
      headings: { label: groups[group_by] },
      words: group_by === 'product' ? ['label'] : [],
      without: hiddenOf(group_by, found, products),
      rows: found.map((sums) => ({
        label: group_by === 'product' ? productWords[sums.key as ProductCode] : sums.label,
        currency: sums.currency,
        purchases: sums.purchases,
        litres: fromUnits(sums.litres_milli, 'quantity'),
        ...(sums.currency === 'USD' ? { gallons: fromUnits(sums.gallons_milli, 'quantity') } : {}),
        ...pricesOf(sums.currency, sums),
        pre: fromUnits(sums.pre_cents, 'money'),
        tax: fromUnits(sums.tax_cents, 'money'),
        amount: fromUnits(sums.amount_cents, 'money'),
        share: shareOf(sums),
        link: reportLink('purchase-lines', {
          ...days,
          company_id: company,
          currency: sums.currency,
          products,
          ...groupSearch(group_by, sums.key),
        }),
      })),
      ratios: [...wholes].map(([one, own]) => ({
        ...counted.find((other) => other.currency === one),
        currency: one,
        ...pricesOf(one, wholeOf(own)),
      })),
      chart: { kind: 'bars', label: 'label', value: 'amount' },
    }
  },
})
