import { type ProductCode, productWords } from '@portal/contract/lookups/products.rules.ts'
import {
  companyField,
  currencyField,
  nameField,
  overPeriod,
  productField,
  productsField,
  provinceField,
  siteField,
  unitField,
  withoutField,
} from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { companyOf, groupTerms, limitRows } from '../../platform/reports/report-scope.ts'
import { isOfProducts, isPurchase, litresOf } from './purchases.queries.ts'

/** What a group of another report is made of. */
const keys = {
  driver: sql`nullif(btrim(t.driver_name), '')`,
  unit: sql`unit_number_of(t.vehicle)`,
  card: sql`t.card_number`,
  site: sql`t.site_id::text`,
  province: sql`t.province`,
  product: sql`l.product`,
}
type Line = {
  id: number
  authentication_id: string
  txn_at: string
  driver_name: string | null
  unit_number: string | null
  card_number: string | null
  site: string | null
  province: string | null
  product: ProductCode
  litres_milli: number
  pre_cents: number
  tax_cents: number
  amount_cents: number
  currency: Currency
}
const listLines = async (
  db: Db,
  company: number | null,
  { from, to }: Days,
  terms: readonly RawBuilder<unknown>[],
): Promise<Line[]> =>
  (
    await sql<Line>`
    select t.id, t.authentication_id, t.txn_at, t.driver_name, unit_number_of(t.vehicle) as unit_number, t.card_number,
      nullif(concat_ws(', ', t.site_number, t.location), '') as site, t.province, l.product, ${litresOf} as litres_milli, l.pre_cents,
      l.gst_cents + l.hst_cents + l.pst_cents + l.qst_cents as tax_cents, l.amount_cents, t.currency
    from transactions t join transaction_lines l on l.transaction_id = t.id
    where t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and ${isPurchase}
      ${company === null ? sql`` : sql`and t.company_id = ${company}`} ${sql.join(
        terms.map((term) => sql`and ${term}`),
        sql` `,
      )}
    order by t.txn_at, t.id, l.n ${limitRows}`.execute(db)
  ).rows

/** The lines behind the figures of other reports, each a link to its transaction (REPT-4). */
export const purchaseLinesReport = defineReport({
  key: 'purchase-lines',
  name: 'Purchase lines',
  description: 'Every line bought in a period, for all or for one driver, unit, card, site, province or product',
  topic: 'spend',
  audience: 'everyone',
  needs: 'transactions',
  parameters: overPeriod({
    company_id: companyField(),
    currency: currencyField(),
    products: productsField(),
    driver: nameField('Driver'),
    unit: unitField(),
    card: nameField('Card'),
    site: siteField(),
    province: provinceField(),
    product: productField(),
    without: withoutField({
      driver: 'Driver',
      unit: 'Unit number',
      card: 'Card',
      site: 'Site',
      province: 'Province',
    }),
  }),
  columns: {
    txn_at: ['Time stamp', 'time'],
    authentication_id: 'Auth code',
    driver_name: 'Driver',
    unit_number: 'Unit number',
    card_number: 'Card Number',
    site: 'Site',
    province: 'Province',
    product: ['Product', 'word'],
    litres: ['Litres', 'quantity', 'summed'],
    pre: ['Before sales tax', 'money', 'summed'],
    tax: ['Sales tax', 'money', 'summed'],
    amount: ['Amount', 'money', 'summed'],
    currency: 'Currency',
  },
  run: async (context, { company_id, currency, products, from, to, ...parts }) => {
    const days = reportDays({ from, to }, context.today)
    const company = companyOf(context, company_id)
    const terms = [...groupTerms(keys, parts), isOfProducts(products)]
    if (currency) terms.push(sql`t.currency = ${currency}`)
    const found = await listLines(context.db, company, days, terms)
    return {
      parameters: { ...days, company_id: company, currency: currency ?? null, products: products ?? null, ...parts },
      rows: found.map((line) => ({
        txn_at: toLocalTime(line.txn_at),
        authentication_id: line.authentication_id,
        driver_name: line.driver_name,
        unit_number: line.unit_number,
        card_number: line.card_number,
        site: line.site,
        province: line.province,
        product: productWords[line.product] ?? line.product,
        litres: fromUnits(Number(line.litres_milli), 'quantity'),
        pre: fromUnits(line.pre_cents, 'money'),
        tax: fromUnits(line.tax_cents, 'money'),
        amount: fromUnits(line.amount_cents, 'money'),
        currency: line.currency,
        link: `/transactions/${line.id}/view`,
      })),
    }
  },
})
