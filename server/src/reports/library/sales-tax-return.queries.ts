import { salesTaxes } from '@portal/contract/rates/tax.rules.ts'
import {
  choiceField,
  currencyField,
  overPeriod,
  provinceField,
  withoutField,
} from '@portal/contract/reports/parameters.ts'
import { reportDays } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { z } from 'zod'
import { listRatesFor } from '../../exchange-rates/exchange-rates.queries.ts'
import type { DatedRate } from '../../exchange-rates/exchange-rates.rules.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { groupSearch, reportLink } from '../../platform/reports/report-scope.ts'
import { listIssuedTaxes, listWrittenOff } from './issued-taxes.queries.ts'
import { rateNotes, sumTaxes, type TaxEntry, taxEntries, untaxed } from './issued-taxes.rules.ts'

const cents = (value: number | null) => (value === null ? null : fromUnits(value, 'money'))
const figuresOf = (entries: readonly TaxEntry[], rates: readonly DatedRate[]): ReportRow => {
  const sums = sumTaxes(entries, rates)
  return {
    base: cents(sums.base_cents),
    collected: cents(sums.collected_cents),
    credited: cents(sums.credited_cents),
    voided: cents(sums.voided_cents),
    net: cents(sums.net_cents),
    written_off: cents(sums.written_off_cents),
    base_cad: cents(sums.base_cad),
    net_cad: cents(sums.net_cad),
    written_off_cad: cents(sums.written_off_cad),
  }
}
/** The taxes by which documents can be asked for. */
const taxes = { GST: 'GST', HST: 'HST', PST: 'PST', QST: 'QST', none: untaxed } as const
type AskedTax = keyof typeof taxes
const order = [...salesTaxes, untaxed]
/** By currency, province and tax; entries without a province last. */
const inOrder = (one: TaxEntry, other: TaxEntry) =>
  one.currency.localeCompare(other.currency) ||
  (one.province ?? '~').localeCompare(other.province ?? '~') ||
  order.indexOf(one.tax) - order.indexOf(other.tax)
const isFederal = ({ tax }: TaxEntry) => tax === 'GST' || tax === 'HST'
/** GST and HST are one return, whatever the province. */
const federalRows = (entries: readonly TaxEntry[], rates: readonly DatedRate[]): ReportRow[] =>
  [...Map.groupBy(entries.filter(isFederal), ({ currency }) => currency)].map(([currency, own]) => ({
    province: 'All provinces',
    tax: 'GST/HST',
    currency,
    ...figuresOf(own, rates),
    row_kind: 'subtotal',
  }))
const documentLink = ({ column, document_id }: TaxEntry) =>
  column === 'collected' || column === 'written_off'
    ? `/invoices/${document_id}/view`
    : `/invoices/credit-notes/${document_id}/view`

/** What a seller files: the taxes of documents issued in a period, to the cent of the documents (REPT-3, REPT-9). */
export const salesTaxReturnReport = defineReport({
  key: 'sales-tax-return',
  name: 'Sales-tax return',
  description:
    'GST, HST, PST and QST on what was issued in a period, by province, with credits, voids and write-offs apart',
  topic: 'taxes',
  audience: 'staff',
  needs: 'invoices',
  parameters: overPeriod({
    by: choiceField('Grouped by', { province: 'Province', document: 'Document' }),
    currency: currencyField(),
    province: provinceField(),
    tax: z
      .enum(Object.keys(taxes) as [AskedTax, ...AskedTax[]])
      .optional()
      .meta({ title: 'Tax', words: taxes }),
    without: withoutField({ province: 'Province' }),
  }),
  columns: {
    province: ['Province', 'word'],
    tax: ['Tax', 'word'],
    number: 'Document',
    day: ['Date', 'day'],
    company_name: 'Customer',
    currency: 'Currency',
    base: ['Taxed amount before tax', 'money'],
    collected: ['Tax on invoices', 'money', 'summed'],
    credited: ['Tax on credit notes', 'money', 'summed'],
    voided: ['Tax on voided invoices', 'money', 'summed'],
    net: ['Net tax', 'money', 'summed'],
    written_off: ['Tax in write-offs', 'money', 'summed'],
    base_cad: ['Taxed amount in CAD', 'cad'],
    net_cad: ['Net tax in CAD', 'cad'],
    written_off_cad: ['Tax in write-offs in CAD', 'cad'],
  },
  run: async ({ db, today }, { by, currency, province, tax, without, ...given }) => {
    const days = reportDays(given, today)
    const asked = { days, company: null, currency }
    const rates = await listRatesFor(db, days)
    const entries = taxEntries(await listIssuedTaxes(db, asked), await listWrittenOff(db, asked))
      .filter((entry) => province === undefined || entry.province === province)
      .filter((entry) => without === undefined || entry.province === null)
      .filter((entry) => tax === undefined || entry.tax === taxes[tax])
      .toSorted(inOrder)
    const byPlace = Map.groupBy(entries, (entry) =>
      [entry.currency, entry.province, entry.tax, ...(by === 'document' ? [documentLink(entry), entry.day] : [])].join(
        ' ',
      ),
    )
    const rows = [...byPlace.values()].map((own): ReportRow => {
      const first = own[0] as TaxEntry
      const ofDocument =
        by === 'document' ? { number: first.number, day: first.day, company_name: first.company_name } : {}
      return {
        province: first.province,
        tax: first.tax,
        currency: first.currency,
        ...ofDocument,
        ...figuresOf(own, rates),
        link:
          by === 'document'
            ? documentLink(first)
            : reportLink('sales-tax-return', {
                ...days,
                by: 'document',
                currency: first.currency,
                ...groupSearch('province', first.province),
                tax: first.tax === untaxed ? 'none' : first.tax,
              }),
      }
    })
    const present = currencies.filter((one) => entries.some((entry) => entry.currency === one))
    return {
      parameters: {
        by,
        ...days,
        currency: currency ?? null,
        province: province ?? null,
        tax: tax ?? null,
        without: without ?? null,
      },
      without: [
        ...(by === 'document' ? [] : ['number', 'day', 'company_name']),
        ...(present.includes('USD') ? [] : ['base_cad', 'net_cad', 'written_off_cad']),
      ],
      // Of one province or tax it would not be what is filed.
      rows: by === 'document' || province || without || tax ? rows : [...rows, ...federalRows(entries, rates)],
      ratios: present.map((one) => {
        const { net_cad = null, written_off_cad = null } = figuresOf(
          entries.filter((entry) => entry.currency === one),
          rates,
        )
        return { currency: one, net_cad, written_off_cad }
      }),
      notes: rateNotes(entries, rates),
    }
  },
})
