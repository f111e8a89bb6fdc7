import { formatCents, formatMoney, formatQuantity } from '../../platform/documents/document-format.ts'
import type { Pdf } from '../../platform/documents/pdf.ts'
import { type Paper, type PaperHead, taxSum } from '../invoice-paper.rules.ts'
import type { InvoiceWords } from './invoice-words.ts'
import {
  drawAmountBox,
  drawBeside,
  drawLast,
  drawParties,
  type Fact,
  join,
  right,
  totalsBlock,
} from './paper-summary.ts'

const factsOf = (head: PaperHead, words: InvoiceWords): Fact[] => [
  [words.number, head.invoice_number],
  [words.issued, head.issued_date],
  [words.due, head.due_date],
  [words.period, `${head.start_date} ${words.to} ${head.end_date}`],
  [words.terms, words.net(head.due_days)],
  [words.currency, head.currency],
]

function drawAmounts(pdf: Pdf, { head }: Paper, words: InvoiceWords, color: string): void {
  const money = (cents: number) => formatMoney(cents, head.currency, pdf.language)
  const isOpen = head.due_cents !== 0
  drawAmountBox(pdf, {
    cells: [
      { x: 12, label: words.total, value: money(head.total_cents) },
      { x: 200, label: words.paid, value: money(head.paid_cents) },
      ...(head.voided_cents === null ? [] : [{ x: 330, label: words.voided, value: money(head.voided_cents) }]),
    ],
    last: {
      label: isOpen ? `${words.amountDue} ${words.by} ${head.due_date}` : words.amountDue,
      value: money(head.due_cents),
    },
    color,
  })
}

/** The first page: parties, period, amounts and how to pay. */
export function drawInvoiceSummary(pdf: Pdf, paper: Paper, words: InvoiceWords, color: string): void {
  const { head, totals, proof } = paper
  const money = (cents: number) => formatCents(cents, pdf.language)
  const quantity = (milli: number, unit: string | null) =>
    join([formatQuantity(milli, pdf.language), words.units[unit ?? '']], ' ')
  drawParties(pdf, head, words, factsOf(head, words))
  drawAmounts(pdf, paper, words, color)
  const { by_product, by_province, lines } = totals
  if (lines > 0) {
    const sums = [right(words.heads.pre, 66), right(words.taxes, 52), right(words.total, 62)]
    drawBeside(pdf, [
      {
        x: pdf.left,
        title: words.byProduct,
        columns: [{ label: words.heads.product, width: 72 }, right(words.heads.quantity, 64), ...sums],
        rows: by_product.map((one) => [
          words.products[one.product],
          quantity(one.quantity_milli, one.unit),
          ...[one.pre_cents, taxSum(one), one.amount_cents].map(money),
        ]),
      },
      {
        x: pdf.left + 334,
        title: words.byProvince,
        columns: [{ label: words.province, width: 44 }, ...sums],
        rows: by_province.map((one) => [
          one.province ?? words.noProvince,
          ...[one.pre_cents, taxSum(one), one.amount_cents].map(money),
        ]),
      },
      totalsBlock(pdf, head.currency, totals, words),
    ])
  }
  drawLast(pdf, { title: words.payment, text: head.payment_instructions, proof }, words)
}
