import { countryOf, jurisdictions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { fuels, type ProductCode, taxClasses, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import { message } from '@portal/contract/message.ts'
import { taxClassWords } from '@portal/contract/rates/rates-words.data.ts'
import { currencyField, overPeriod } from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { litresOfGallonText } from '../../db/rule-values.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { reportLink } from '../../platform/reports/report-scope.ts'
import { litresOf } from './purchases.queries.ts'

const placesIn = (country: 'CA' | 'US') =>
  jurisdictions.filter((one) => one.includes('-') && countryOf(one) === country).map((one) => one.slice(3))
const unitTaxes = ['fet', 'pft', 'pct', 'local'] as const
type UnitTax = (typeof unitTaxes)[number]
type FuelTaxes = Record<`${UnitTax}_cents`, number> & {
  currency: Currency
  province: string | null
  product: ProductCode
  litres_milli: number
  unplaced: number
}
const lineColumns = sql.raw(
  'l.province, l.product, l.unit, l.quantity_milli, l.price_unit, l.fet_e6, l.pft_e6, l.pct_e6, l.local_e6',
)
const soldColumns = sql.raw(
  't.province, l.product, l.unit, l.quantity_milli, l.price_unit, l.fet_e6, l.pft_e6, l.pct_e6, l.local_e6',
)
const gallon = sql.raw(litresOfGallonText)

/**
 * Quantity times rate of each line, rounded to the cent line by line. Taxes per unit are in CAD per litre in Canada and in
 * USD per gallon in the States, whatever the document's currency and the line's unit. The lines of an invoice that was
 * voided since are those of its credit note, with the sign turned.
 */
const listFuelTaxes = async (db: Db, { from, to }: Days): Promise<FuelTaxes[]> =>
  (
    await sql<FuelTaxes>`
    with issued as materialized (
      select id, currency, status = 'VOID' as is_void from invoices where issued_cents is not null and issued_date between ${from}::date and ${to}::date
    ), lines as (
      select issued.currency, 1 as sign, ${soldColumns} from issued join transactions t on t.invoice_id = issued.id join transaction_lines l on l.transaction_id = t.id
      where not is_void
      union all
      select issued.currency, -1, ${lineColumns} from issued join credit_notes n on n.invoice_id = issued.id and n.kind = 'void'
        join credit_note_lines l on l.credit_note_id = n.id where is_void
      union all
      select n.currency, 1, ${lineColumns} from credit_notes n join credit_note_lines l on l.credit_note_id = n.id
      where n.issued_date between ${from}::date and ${to}::date
    ), placed as (
      select l.*, place.country, case place.country when 'CA' then 'L' when 'US' then 'GAL' else coalesce(l.price_unit, l.unit) end as tax_unit,
        case place.country when 'CA' then 'CAD' when 'US' then 'USD' else l.currency end as tax_currency
      from lines l left join (
        select unnest(${placesIn('CA')}::text[]) as province, 'CA' as country union all select unnest(${placesIn('US')}::text[]), 'US'
      ) place on place.province = l.province
      where l.product = any(${fuels}::text[]) or l.fet_e6 + l.pft_e6 + l.pct_e6 + l.local_e6 <> 0
    ), measured as (
      select l.*, l.sign * ${litresOf} as litres_milli,
        l.sign * l.quantity_milli * case when l.unit = 'GAL' and tax_unit = 'L' then ${gallon} when l.unit = 'L' and tax_unit = 'GAL' then 1 / ${gallon} else 1 end as taxed_milli
      from placed l
    )
    select tax_currency as currency, province, product, sum(litres_milli)::bigint as litres_milli,
      count(*) filter (where country is null and fet_e6 + pft_e6 + pct_e6 + local_e6 <> 0)::int as unplaced,
      ${sql.join(unitTaxes.map((tax) => sql`sum(round(taxed_milli * ${sql.ref(`${tax}_e6`)} / 10000000))::bigint as ${sql.ref(`${tax}_cents`)}`))}
    from measured group by 1, 2, 3`.execute(db)
  ).rows

const sum = (some: readonly FuelTaxes[], cents: (one: FuelTaxes) => number) =>
  fromUnits(
    some.reduce((all, one) => all + cents(one), 0),
    'money',
  )
const classOf = ({ product }: FuelTaxes) => taxClassOf(product)

/** The taxes inside prices, for returns of fuel taxes (REPT-3). */
export const fuelTaxesReport = defineReport({
  key: 'fuel-taxes',
  name: 'Fuel taxes',
  description:
    'Taxes per litre or gallon in what was issued in a period, by province and kind of product, with the litres',
  topic: 'taxes',
  audience: 'staff',
  parameters: overPeriod({ currency: currencyField() }),
  columns: {
    province: 'Province',
    products: ['Products', 'word'],
    currency: 'Currency',
    litres: ['Litres', 'quantity', 'summed'],
    fet: ['FET', 'money', 'summed'],
    pft: ['PFT', 'money', 'summed'],
    pct: ['PCT', 'money', 'summed'],
    local: ['Local tax', 'money', 'summed'],
    all: ['All fuel taxes', 'money', 'summed'],
  },
  run: async ({ db, today }, { currency, ...given }) => {
    const days = reportDays(given, today)
    const found = (await listFuelTaxes(db, days)).filter((one) => !currency || one.currency === currency)
    const keyOf = (one: FuelTaxes) => `${one.currency} ${one.province ?? '~'} ${taxClasses.indexOf(classOf(one))}`
    const groups = [...Map.groupBy(found, keyOf)].toSorted(([one], [other]) => one.localeCompare(other))
    const unplaced = found.reduce((all, one) => all + one.unplaced, 0)
    return {
      parameters: { ...days, currency: currency ?? null },
      rows: groups.map(([, own]) => {
        const first = own[0] as FuelTaxes
        return {
          province: first.province,
          products: taxClassWords[classOf(first)],
          currency: first.currency,
          litres: fromUnits(
            own.reduce((all, one) => all + one.litres_milli, 0),
            'quantity',
          ),
          fet: sum(own, ({ fet_cents }) => fet_cents),
          pft: sum(own, ({ pft_cents }) => pft_cents),
          pct: sum(own, ({ pct_cents }) => pct_cents),
          local: sum(own, ({ local_cents }) => local_cents),
          all: sum(own, (one) => one.fet_cents + one.pft_cents + one.pct_cents + one.local_cents),
          link: reportLink('sales-tax-return', { ...days, by: 'document', province: first.province ?? 'none' }),
        }
      }),
      notes: unplaced === 0 ? [] : [message('report.unplaced-taxes', { count: unplaced })],
    }
  },
})
