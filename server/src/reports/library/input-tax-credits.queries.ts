import { message } from '@portal/contract/message.ts'
import {
  choiceField,
  companyField,
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
import { type DatedRate, inCanadian } from '../../exchange-rates/exchange-rates.rules.ts'
import { defineReport } from '../../platform/reports/define-report.ts'
import { groupSearch, oneCompanyOf, reportLink } from '../../platform/reports/report-scope.ts'
import { listIssuedTaxes } from './issued-taxes.queries.ts'
import { type IssuedTax, rateNotes } from './issued-taxes.rules.ts'

const itcOf = ({ gst_cents, hst_cents }: IssuedTax) => gst_cents + hst_cents
const sum = (issued: readonly IssuedTax[], cents: (one: IssuedTax) => number) =>
  fromUnits(
    issued.reduce((all, one) => all + cents(one), 0),
    'money',
  )
/** Converted tax by tax as on the supplier's return, so that both sides agree; null if a rate is missing. */
function sumCanadian(
  issued: readonly IssuedTax[],
  rates: readonly DatedRate[],
  taxes: readonly ('gst_cents' | 'hst_cents' | 'qst_cents')[],
): number | null {
  const parts = issued.flatMap((one) =>
    taxes.map((tax) => inCanadian(rates, { cents: one[tax], currency: one.currency, day: one.day })),
  )
  const known = parts.filter((part) => part !== null)
  return known.length < parts.length
    ? null
    : fromUnits(
        known.reduce((all, part) => all + part, 0),
        'money',
      )
}
const canadian = (issued: readonly IssuedTax[], rates: readonly DatedRate[]) => ({
  itc_cad: sumCanadian(issued, rates, ['gst_cents', 'hst_cents']),
  itr_cad: sumCanadian(issued, rates, ['qst_cents']),
})
const figuresOf = (issued: readonly IssuedTax[], rates: readonly DatedRate[]): ReportRow => ({
  gst: sum(issued, ({ gst_cents }) => gst_cents),
  hst: sum(issued, ({ hst_cents }) => hst_cents),
  itc: sum(issued, itcOf),
  itr: sum(issued, ({ qst_cents }) => qst_cents),
  ...canadian(issued, rates),
})
const documentKey = ({ kind, document_id }: IssuedTax) => `${kind} ${document_id}`
const documentLink = ({ kind, document_id }: IssuedTax) =>
  kind === 'invoice' ? `/invoices/${document_id}/view` : `/invoices/credit-notes/${document_id}/view`
const documentsIn = (issued: readonly IssuedTax[]) => new Set(issued.map(documentKey)).size

function notesOn(issued: readonly IssuedTax[], credits: readonly IssuedTax[], rates: readonly DatedRate[]) {
  const unnumbered = documentsIn(credits.filter(({ gst_hst_number }) => !gst_hst_number))
  const pst = currencies
    .map((currency) => ({
      currency,
      amount: sum(
        issued.filter((one) => one.currency === currency),
        ({ pst_cents }) => pst_cents,
      ),
    }))
    .filter(({ amount }) => amount !== 0)
  return [
    ...(unnumbered === 0 ? [] : [message('report.no-supplier-number', { count: unnumbered })]),
    ...pst.map((paid) => message('report.pst-no-credit', paid)),
    ...rateNotes(credits, rates),
  ]
}
const supplierOf = ({ legal_name, gst_hst_number, qst_number }: IssuedTax) =>
  [legal_name, gst_hst_number, qst_number].map((part) => part ?? '').join(' · ')
const placeOf = (one: IssuedTax) => JSON.stringify([one.currency, one.province ?? '~', supplierOf(one)])

/**
 * What a fleet claims back: GST and HST as input tax credits, QST as its refund, from the documents issued to it (REPT-2,
 * REPT-9). PST is never a credit.
 */
export const inputTaxCreditsReport = defineReport({
  key: 'input-tax-credits',
  name: 'Input tax credits',
  description:
    'GST and HST (ITC) and QST (ITR) that a fleet can claim, by province or document, with the supplier’s numbers',
  topic: 'taxes',
  audience: 'everyone',
  needs: 'invoices',
  isOfOneCompany: true,
  parameters: overPeriod({
    company_id: companyField(),
    by: choiceField('Grouped by', { province: 'Province', document: 'Document' }),
    currency: currencyField(),
    province: provinceField(),
    supplier: z.string().max(400).optional().meta({ title: 'Supplier' }),
    without: withoutField({ province: 'Province' }),
  }),
  columns: {
    province: 'Province',
    number: 'Document',
    day: ['Date', 'day'],
    supplier: 'Supplier',
    gst_hst_number: 'GST/HST number',
    qst_number: 'QST number',
    documents: ['Documents', 'number'],
    currency: 'Currency',
    gst: ['GST', 'money', 'summed'],
    hst: ['HST', 'money', 'summed'],
    itc: ['ITC (GST and HST)', 'money', 'summed'],
    itr: ['ITR (QST)', 'money', 'summed'],
    itc_cad: ['ITC in CAD', 'cad'],
    itr_cad: ['ITR in CAD', 'cad'],
  },
  run: async (context, { company_id, by, currency, province, supplier, without, ...given }) => {
    const days = reportDays(given, context.today)
    const company = oneCompanyOf(context, company_id)
    const rates = await listRatesFor(context.db, days)
    const issued = (await listIssuedTaxes(context.db, { days, company, currency })).filter(
      (one) =>
        (province === undefined || one.province === province) &&
        (without === undefined || one.province === null) &&
        (supplier === undefined || supplierOf(one) === supplier),
    )
    const credits = issued.filter((one) => itcOf(one) !== 0 || one.qst_cents !== 0)
    const groups = Map.groupBy(credits, (one) => (by === 'document' ? documentKey(one) : '') + placeOf(one))
    const sorted = [...groups].toSorted(([one], [other]) => (by === 'document' ? 0 : one.localeCompare(other)))
    return {
      parameters: {
        by,
        ...days,
        company_id: company,
        currency: currency ?? null,
        province: province ?? null,
        supplier: supplier ?? null,
        without: without ?? null,
      },
      without: [
        ...(by === 'document' ? ['documents'] : ['number', 'day']),
        ...(credits.some((one) => one.currency !== 'CAD') ? [] : ['itc_cad', 'itr_cad']),
      ],
      rows: sorted.map(([, own]) => {
        const first = own[0] as IssuedTax
        const place = { ...days, company_id: company, currency: first.currency, supplier: supplierOf(first) }
        return {
          province: first.province,
          supplier: first.legal_name,
          gst_hst_number: first.gst_hst_number,
          qst_number: first.qst_number,
          currency: first.currency,
          ...(by === 'document' ? { number: first.number, day: first.day } : { documents: documentsIn(own) }),
          ...figuresOf(own, rates),
          link:
            by === 'document'
              ? documentLink(first)
              : reportLink('input-tax-credits', {
                  ...place,
                  ...groupSearch('province', first.province),
                  by: 'document',
                }),
        }
      }),
      ratios: currencies
        .map((one) => [one, credits.filter((credit) => credit.currency === one)] as const)
        .filter(([, own]) => own.length > 0)
        .map(([one, own]) => ({ currency: one, ...canadian(own, rates) })),
      notes: notesOn(issued, credits, rates),
    }
  },
})
