import { countryOf, jurisdictions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { fuels, type ProductCode, taxClasses, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import { message } from '@portal/contract/message.ts'
import { taxClassWords } from '@portal/contract/rates/rates-words.data.ts'
import {
  choiceField,
  currencyField,
  overPeriod,
  productsField,
  provinceField,
  withoutField,
} from '@portal/contract/reports/parameters.ts'
import { type Days, reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { litresOfGallonText } from '../../db/rule-values.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { readInParts } from '../../platform/reports/report-parts.ts'
import { groupSearch, reportLink } from '../../platform/reports/report-scope.ts'
import { isOneOf, litresOf } from './purchases.queries.ts'

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
} & Partial<Document>
/** Only where it is asked by document. */
type Document = {
  kind: 'invoice' | 'credit'
  document_id: number
  number: string
  day: string
  company_name: string
}
const by = { province: 'Province', document: 'Document' } as const
const groups = {
  province: sql`tax_currency, province, product`,
  document: sql`tax_currency, province, product, measured.kind, document_id, number, day, companies.name`,
}
const documentColumns = sql`, measured.kind, document_id, number, day::text as day, companies.name as company_name`
const lineColumns = sql.raw(
  'l.province, l.product, l.unit, l.quantity_milli, l.price_unit, l.fet_e6, l.pft_e6, l.pct_e6, l.local_e6',
)
const soldColumns = sql.raw(
  't.province, l.product, l.unit, l.quantity_milli, l.price_unit, l.fet_e6, l.pft_e6, l.pct_e6, l.local_e6',
)
const gallon = sql.raw(litresOfGallonText)

const documentsOf = (of: string) =>
  sql.join(['kind', 'document_id', 'number', 'day', 'company_id'].map((name) => sql.ref(`${of}.${name}`)))
/**
 * Quantity times rate of each line, rounded to the cent line by line. Taxes per unit are in CAD per litre in Canada and in
 * USD per gallon in the States, whatever the document's currency and the line's unit. The lines of an invoice that was
 * voided since are those of its credit note, with the sign turned.
 */
const listFuelTaxes = async (db: Db, group: keyof typeof by, { from, to }: Days): Promise<FuelTaxes[]> =>
  (
    await sql<FuelTaxes>`
    with issued as materialized (
      select 'invoice' as kind, id as document_id, invoice_number as number, issued_date as day, company_id, currency, status = 'VOID' as is_void
      from invoices where issued_cents is not null and issued_date between ${from}::date and ${to}::date
    ), lines as (
      select ${documentsOf('issued')}, issued.currency, 1 as sign, ${soldColumns} from issued join billed_transactions b on b.invoice_id = issued.document_id join transactions t on t.id = b.transaction_id join transaction_lines l on l.transaction_id = t.id
      where not is_void
      union all
      select ${documentsOf('issued')}, issued.currency, -1, ${lineColumns} from issued join credit_notes n on n.invoice_id = issued.document_id and n.kind = 'void'
        join credit_note_lines l on l.credit_note_id = n.id where is_void
      union all
      select 'credit', n.id, n.credit_note_number, n.issued_date, n.company_id, n.currency, 1, ${lineColumns} from credit_notes n join credit_note_lines l on l.credit_note_id = n.id
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
    select tax_currency as currency, province, product ${group === 'document' ? documentColumns : sql``}, sum(litres_milli)::bigint as litres_milli,
      count(*) filter (where country is null and fet_e6 + pft_e6 + pct_e6 + local_e6 <> 0)::int as unplaced,
      ${sql.join(unitTaxes.map((tax) => sql`sum(round(taxed_milli * ${sql.ref(`${tax}_e6`)} / 10000000))::bigint as ${sql.ref(`${tax}_cents`)}`))}
    from measured join companies on companies.id = measured.company_id group by ${groups[group]}`.execute(db)
  ).rows

const sum = (some: readonly FuelTaxes[], cents: (one: FuelTaxes) => number) =>
  fromUnits(
    some.reduce((all, one) => all + cents(one), 0),
    'money',
  )
const classOf = ({ product }: FuelTaxes) => taxClassOf(product)

const documentLink = ({ kind, document_id }: FuelTaxes) =>
  kind === 'invoice' ? `/invoices/${document_id}/view` : `/invoices/credit-notes/${document_id}/view`
function rowOf(own: readonly FuelTaxes[], isDocument: boolean, days: Days): ReportRow {
  const first = own[0] as FuelTaxes
  const { currency, province } = first
  return {
    province,
    products: taxClassWords[classOf(first)],
    ...(isDocument
      ? { number: first.number ?? null, day: first.day ?? null, company_name: first.company_name ?? null }
      : {}),
    currency,
    litres: fromUnits(
      own.reduce((all, one) => all + one.litres_milli, 0),
      'quantity',
    ),
    fet: sum(own, ({ fet_cents }) => fet_cents),
    pft: sum(own, ({ pft_cents }) => pft_cents),
    pct: sum(own, ({ pct_cents }) => pct_cents),
    local: sum(own, ({ local_cents }) => local_cents),
    all: sum(own, (one) => one.fet_cents + one.pft_cents + one.pct_cents + one.local_cents),
    link: isDocument
      ? documentLink(first)
      : reportLink('fuel-taxes', {
          ...days,
          by: 'document',
          currency,
          ...groupSearch('province', province),
          products: classOf(first),
        }),
  }
}

/** The taxes inside prices, for returns of fuel taxes (REPT-3). */
export const fuelTaxesReport = defineReport({
  key: 'fuel-taxes',
  name: 'Fuel taxes',
  description:
    'Taxes per litre or gallon in what was issued in a period, by province and kind of product, with the litres',
  topic: 'taxes',
  audience: 'staff',
  needs: 'invoices',
  parameters: overPeriod({
    by: choiceField('Grouped by', by),
    currency: currencyField(),
    province: provinceField(),
    products: productsField(),
    without: withoutField({ province: 'Province' }),
  }),
  columns: {
    province: 'Province',
    products: ['Products', 'word'],
    number: 'Document',
    day: ['Date', 'day'],
    company_name: 'Customer',
    currency: 'Currency',
    litres: ['Litres', 'quantity', 'summed'],
    fet: ['FET', 'money', 'summed'],
    pft: ['PFT', 'money', 'summed'],
    pct: ['PCT', 'money', 'summed'],
    local: ['Local tax', 'money', 'summed'],
    all: ['All fuel taxes', 'money', 'summed'],
  },
  run: async (context, { by, currency, province, products, without, ...given }) => {
    const days = reportDays(given, context.today)
    const isAsked = (one: FuelTaxes) =>
      (!currency || one.currency === currency) &&
      (province === undefined || one.province === province) &&
      (without === undefined || one.province === null) &&
      isOneOf(one.product, products)
    const read = (part: Days) => listFuelTaxes(context.db, by, part)
    const found = (await readInParts(context, days, read)).filter(isAsked)
    const keyOf = (one: FuelTaxes) =>
      [
        `${one.currency} ${one.province ?? '~'} ${taxClasses.indexOf(classOf(one))}`,
        ...(by === 'document' ? [one.day, one.number] : []),
      ].join(' ')
    const sums = [...Map.groupBy(found, keyOf)].toSorted(([one], [other]) => one.localeCompare(other))
    const unplaced = found.reduce((all, one) => all + one.unplaced, 0)
    return {
      parameters: {
        by,
        ...days,
        currency: currency ?? null,
        province: province ?? null,
        products: products ?? null,
        without: without ?? null,
      },
      without: by === 'document' ? [] : ['number', 'day', 'company_name'],
      rows: sums.map(([, own]) => rowOf(own, by === 'document', days)),
      notes: unplaced === 0 ? [] : [message('report.unplaced-taxes', { count: unplaced })],
    }
  },
})
