import { formatCents, formatMoney, formatQuantity } from '../../platform/documents/document-format.ts'
import { ink, type Pdf } from '../../platform/documents/pdf.ts'
import { type Totals, taxesIn, taxesOf } from '../invoice-paper.rules.ts'
import type { Print } from '../pdf/paper-pdf.ts'
import {
  type Block,
  drawAmountBox,
  drawBeside,
  drawLast,
  drawParties,
  type Fact,
  join,
  right,
  totalsBlock,
} from '../pdf/paper-summary.ts'
import { type CreditNoteWords, creditNoteWords } from './credit-note-words.ts'
import { type CreditPaper, type CreditPaperHead, creditOnAccount } from './credit-paper.rules.ts'

const factsOf = (head: CreditPaperHead, words: CreditNoteWords): Fact[] => [
  [words.number, head.credit_note_number],
  [words.issued, head.issued_date],
  ...(head.invoice_number === null
    ? []
    : ([
        [words.invoice, head.invoice_number],
        [words.invoiceIssued, head.invoice_date ?? ''],
      ] as const)),
  [words.currency, head.currency],
]

/** What was applied and what stayed on account when it was issued; nothing that changes later (RECV-4). */
function drawAmounts(pdf: Pdf, head: CreditPaperHead, words: CreditNoteWords, color: string): void {
  const money = (cents: number) => formatMoney(cents, head.currency, pdf.language)
  drawAmountBox(pdf, {
    cells: [
      { x: 12, label: words.applied(head.invoice_number), value: money(head.applied_cents) },
      { x: 220, label: words.onAccount, value: money(creditOnAccount(head)) },
    ],
    last: { label: words.totalCredit, value: money(head.total_cents) },
    color,
  })
}

function drawReason(pdf: Pdf, { reason }: CreditPaperHead, words: CreditNoteWords): void {
  pdf.text(pdf.left, pdf.y + 8, words.reason, { size: 7.5, color: ink.muted })
  pdf.y = pdf.paragraph(pdf.left, pdf.y + 20, pdf.width, reason, { size: 9 }) + 6
}

/** The taxes by kind and province, which a supplier reports them by. */
function blocksOf(pdf: Pdf, totals: Totals, words: CreditNoteWords): Block[] {
  const money = (cents: number) => formatCents(cents, pdf.language)
  const quantity = (milli: number, unit: string | null) =>
    join([formatQuantity(milli, pdf.language), words.units[unit ?? '']], ' ')
  const taxes = taxesIn(totals)
  return [
    {
      x: pdf.left,
      title: words.byProduct,
      columns: [
        { label: words.heads.product, width: 72 },
        ...(totals.has_purchases ? [right(words.heads.quantity, 64)] : []),
        right(words.total, 62),
      ],
      rows: totals.by_product.map((one) => [
        words.products[one.product],
        ...(totals.has_purchases ? [quantity(one.quantity_milli, one.unit)] : []),
        money(one.amount_cents),
      ]),
    },
    {
      x: pdf.left + 216,
      title: words.byProvince,
      columns: [
        { label: words.province, width: 44 },
        right(words.heads.pre, 60),
        ...taxes.map((name) => right(words.taxNames[name], 44)),
        right(words.total, 62),
      ],
      rows: totals.by_province.map((one) => [
        one.province ?? words.noProvince,
        money(one.pre_cents),
        ...taxes.map((name) => (taxesOf(one)[name] === 0 ? '–' : money(taxesOf(one)[name]))),
        money(one.amount_cents),
      ]),
    },
  ]
}

export function creditNotePrint({ head, totals, proof }: CreditPaper): Print {
  const words = creditNoteWords[head.language]
  return {
    head,
    totals,
    words,
    number: head.credit_note_number,
    status: '',
    sum_cents: -head.total_cents,
    nothing: words.linesLost,
    drawSummary: (pdf, _words, color) => {
      drawParties(pdf, head, words, factsOf(head, words))
      drawAmounts(pdf, head, words, color)
      drawReason(pdf, head, words)
      if (totals.lines > 0)
        drawBeside(pdf, [...blocksOf(pdf, totals, words), totalsBlock(pdf, head.currency, totals, words)])
      drawLast(pdf, { title: words.wording, text: head.wording, proof }, words)
    },
  }
}
