import { invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { piecesOf } from '../platform/jobs/turns.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { byteOrderMark, csvCell, csvLine } from '../platform/sheets/csv.ts'
import { lastFour, type Paper, type PaperHead, type PaperLine } from './invoice-paper.rules.ts'

const cents = (value: number) => fromUnits(value, 'money')
const price = (value: number | null) => (value === null ? null : fromUnits(value, 'linePrice'))
const perUnit = (value: number) => fromUnits(value, 'unitTax')

/** The invoice's own fields repeat in every row, so that rows of several invoices can be combined. */
export const invoiceHeadColumns: Record<string, (head: PaperHead) => unknown> = {
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
/** The same line fields as in the PDF. Per-unit taxes are rates, included in the billed price. */
export const invoiceLineColumns: Record<string, (line: PaperLine) => unknown> = {
  Card: ({ card_number }) => card_number && `…${lastFour(card_number)}`,
  'Auth code': ({ dtl_auth_id }) => dtl_auth_id,
  'Date and time': ({ txn_at }) => toLocalTime(txn_at).replace('T', ' '),
  Driver: ({ driver_name }) => driver_name,
  Unit: ({ vehicle }) => vehicle,
  'Site number': ({ site_number }) => site_number,
  Site: ({ site_name }) => site_name,
  City: ({ city }) => city,
  Province: ({ province }) => province,
  Product: ({ product }) => product,
  Description: ({ product_description }) => product_description,
  Quantity: ({ quantity_milli }) => fromUnits(quantity_milli, 'quantity'),
  'Unit of quantity': ({ unit }) => unit,
  'Retail price': ({ retail_e6 }) => price(retail_e6),
  'Billed price': ({ price_e6 }) => price(price_e6),
  'Unit of price': ({ price_unit }) => price_unit,
  'Billed quantity': ({ price_quantity_milli }) => fromUnits(price_quantity_milli, 'quantity'),
  'FET per unit': ({ fet_e6 }) => perUnit(fet_e6),
  'PFT per unit': ({ pft_e6 }) => perUnit(pft_e6),
  'PCT per unit': ({ pct_e6 }) => perUnit(pct_e6),
  'Local per unit': ({ local_e6 }) => perUnit(local_e6),
  'Pre-tax': ({ pre_cents }) => cents(pre_cents),
  GST: ({ gst_cents }) => cents(gst_cents),
  HST: ({ hst_cents }) => cents(hst_cents),
  PST: ({ pst_cents }) => cents(pst_cents),
  QST: ({ qst_cents }) => cents(qst_cents),
  Discount: ({ discount_cents }) => cents(discount_cents),
  Amount: ({ amount_cents }) => cents(amount_cents),
}
export const invoiceCsvColumns = [...Object.keys(invoiceHeadColumns), ...Object.keys(invoiceLineColumns)]

/** The invoice as a spreadsheet. An invoice without lines gets one row with its own fields. */
export async function* writeInvoiceCsv(
  { head, totals }: Paper,
  chunks: AsyncIterable<readonly PaperLine[]> | Iterable<readonly PaperLine[]>,
): AsyncGenerator<string> {
  const facts = Object.values(invoiceHeadColumns).map((of) => of(head))
  const inLine = Object.values(invoiceLineColumns)
  // Equal in every row, so written once.
  const start = `${facts.map(csvCell).join(',')},`
  yield byteOrderMark + csvLine(invoiceCsvColumns)
  if (totals.lines === 0) yield start + csvLine(inLine.map(() => null))
  let total = 0
  for await (const lines of chunks) {
    for (const { amount_cents } of lines) total += amount_cents
    yield* piecesOf(lines, (line) => start + csvLine(inLine.map((of) => of(line))))
  }
  if (totals.lines > 0 && total !== head.total_cents)
    throw new Error(`The lines of ${head.invoice_number} add up to ${total}, but its total is ${head.total_cents}`)
}
