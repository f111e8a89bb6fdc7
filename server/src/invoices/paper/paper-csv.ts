import { fromUnits } from '@portal/contract/rules/money.ts'
import { piecesOf } from '../../platform/jobs/turns.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { byteOrderMark, csvCell, csvLine } from '../../platform/sheets/csv.ts'
import { lastFour, type PaperLine } from '../invoice-paper.rules.ts'

/** An invoice or a credit note as data: its own fields by their labels, and what its lines must add up to. */
export type PaperSheet = {
  kind: 'invoice' | 'credit_note'
  number: string
  facts: Record<string, unknown>
  lines: number
  sum_cents: number
}
export const factsOf = <Head>(columns: Record<string, (head: Head) => unknown>, head: Head): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).map(([label, of]) => [label, of(head)]))

const cents = (value: number) => fromUnits(value, 'money')
const price = (value: number | null) => (value === null ? null : fromUnits(value, 'linePrice'))
const perUnit = (value: number) => fromUnits(value, 'unitTax')

/** The same line fields as in the PDF. Per-unit taxes are rates, included in the billed price. */
export const paperLineColumns: Record<string, (line: PaperLine) => unknown> = {
  Card: ({ card_number }) => card_number && `…${lastFour(card_number)}`,
  'Auth code': ({ dtl_auth_id }) => dtl_auth_id,
  'Date and time': ({ txn_at }) => txn_at && toLocalTime(txn_at).replace('T', ' '),
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

/**
 * The document as a spreadsheet. Its own fields repeat in every row, so that rows of several documents can be combined.
 * One without lines gets one row with its own fields.
 */
export async function* writePaperCsv(
  { number, facts, lines: count, sum_cents }: PaperSheet,
  chunks: AsyncIterable<readonly PaperLine[]> | Iterable<readonly PaperLine[]>,
): AsyncGenerator<string> {
  const inLine = Object.values(paperLineColumns)
  // Equal in every row, so written once.
  const start = `${Object.values(facts).map(csvCell).join(',')},`
  yield byteOrderMark + csvLine([...Object.keys(facts), ...Object.keys(paperLineColumns)])
  if (count === 0) yield start + csvLine(inLine.map(() => null))
  let total = 0
  for await (const lines of chunks) {
    for (const { amount_cents } of lines) total += amount_cents
    yield* piecesOf(lines, (line) => start + csvLine(inLine.map((of) => of(line))))
  }
  if (count > 0 && total !== sum_cents)
    throw new Error(`The lines of ${number} add up to ${total}, but its total is ${sum_cents}`)
}
