import { fromUnits } from '@portal/contract/rules/money.ts'
import { factsOf, type PaperSheet, paperLineColumns } from '../paper/paper-csv.ts'
import { type CreditPaper, type CreditPaperHead, creditOnAccount } from './credit-paper.rules.ts'

const cents = (value: number) => fromUnits(value, 'money')

/** As of its issue. The lines are below zero and add up to minus the total credit. */
const creditNoteHeadColumns: Record<string, (head: CreditPaperHead) => unknown> = {
  'Credit note number': ({ credit_note_number }) => credit_note_number,
  'Invoice number': ({ invoice_number }) => invoice_number,
  'Invoice issued': ({ invoice_date }) => invoice_date,
  Provider: ({ legal_name }) => legal_name,
  'Provider address': ({ address }) => address,
  'GST/HST number': ({ gst_hst_number }) => gst_hst_number,
  'QST number': ({ qst_number }) => qst_number,
  Customer: ({ bill_to, company_name }) => bill_to.name ?? company_name,
  'Customer address': ({ bill_to: { address1, city, state, zip_code, country } }) =>
    [address1, city, state, zip_code, country].filter(Boolean).join(', '),
  'Customer number': ({ bill_to }) => bill_to.company_number,
  Issued: ({ issued_date }) => issued_date,
  Reason: ({ reason }) => reason,
  Currency: ({ currency }) => currency,
  'Total credit': ({ total_cents }) => cents(total_cents),
  Applied: ({ applied_cents }) => cents(applied_cents),
  'On account': (head) => cents(creditOnAccount(head)),
}
export const creditNoteCsvColumns = [...Object.keys(creditNoteHeadColumns), ...Object.keys(paperLineColumns)]

export const creditNoteSheet = ({ head, totals }: CreditPaper): PaperSheet => ({
  kind: 'credit_note',
  number: head.credit_note_number,
  facts: factsOf(creditNoteHeadColumns, head),
  lines: totals.lines,
  sum_cents: -head.total_cents,
})
