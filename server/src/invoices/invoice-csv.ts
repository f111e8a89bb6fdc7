import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Paper, PaperHead } from './invoice-paper.rules.ts'
import { factsOf, type PaperSheet, paperLineColumns } from './paper/paper-csv.ts'

const cents = (value: number) => fromUnits(value, 'money')

const invoiceHeadColumns: Record<string, (head: PaperHead) => unknown> = {
  'Invoice number': ({ invoice_number }) => invoice_number,
  Status: ({ status }) => invoiceStatuses[status],
  Provider: ({ legal_name }) => legal_name,
  'Provider address': ({ address }) => address,
  'GST/HST number': ({ gst_hst_number }) => gst_hst_number,
  'QST number': ({ qst_number }) => qst_number,
  'Bill to': ({ bill_to, company_name }) => bill_to.name ?? company_name,
  'Bill to address': ({ bill_to: { address1, city, state, zip_code, country } }) =>
    [address1, city, state, zip_code, country].filter(Boolean).join(', '),
  'Customer number': ({ bill_to }) => bill_to.company_number,
  Issued: ({ issued_date }) => issued_date,
  Due: ({ due_date }) => due_date,
  From: ({ start_date }) => start_date,
  To: ({ end_date }) => end_date,
  'Terms (days)': ({ due_days }) => due_days,
  Currency: ({ currency }) => currency,
  'Invoice total': ({ total_cents }) => cents(total_cents),
  Paid: ({ paid_cents }) => cents(paid_cents),
  'Amount due': ({ due_cents }) => cents(due_cents),
}
export const invoiceCsvColumns = [...Object.keys(invoiceHeadColumns), ...Object.keys(paperLineColumns)]

export const invoiceSheet = ({ head, totals }: Paper): PaperSheet => ({
  kind: 'invoice',
  number: head.invoice_number,
  facts: factsOf(invoiceHeadColumns, head),
  lines: totals.lines,
  sum_cents: head.total_cents,
})
