import { formatCents, formatMoney, formatQuantity } from '../../platform/documents/document-format.ts'
import { ink, type Pdf } from '../../platform/documents/pdf.ts'
import { drawFacts } from '../../platform/documents/pdf-letterhead.ts'
import { drawProof, proofSize } from '../../platform/documents/pdf-proof.ts'
import { PdfTable, type TableColumn } from '../../platform/documents/pdf-table.ts'
import { type Paper, type PaperHead, type Totals, taxesIn, taxesOf, taxSum } from '../invoice-paper.rules.ts'
import type { InvoiceWords } from './invoice-words.ts'

const heading = (pdf: Pdf, x: number, y: number, text: string): void => pdf.text(x, y, text, { size: 9, face: 'bold' })
const join = (parts: readonly (string | null | undefined)[], by: string): string => parts.filter(Boolean).join(by)

function drawParties(pdf: Pdf, head: PaperHead, words: InvoiceWords): void {
  const top = pdf.y
  const { bill_to: to } = head
  const [first, second, third] = [pdf.left, pdf.left + 240, pdf.left + 490]
  const labelled = (label: string, value: string | null | undefined) => (value ? `${label} ${value}` : null)
  const from = [
    head.address,
    labelled(words.gstNumber, head.gst_hst_number),
    labelled(words.qstNumber, head.qst_number),
  ]
  const place = join([join([to.city, to.state], ', '), to.zip_code], '  ')
  const recipient = [
    to.address1,
    place,
    to.country,
    labelled(words.customerNumber, to.company_number),
    labelled(words.customerTaxNumber, to.tax_no),
  ]
  const ends = [
    { x: first, label: words.from, name: head.legal_name ?? '', lines: from },
    { x: second, label: words.billTo, name: to.name ?? head.company_name, lines: recipient },
  ].map(({ x, label, name, lines }) => {
    pdf.text(x, top + 6, label.toUpperCase(), { size: 7, face: 'bold', color: ink.muted })
    const below = pdf.paragraph(x, top + 20, 225, name, { size: 10, face: 'bold' })
    return pdf.paragraph(x, below, 225, join(lines, '\n'), { size: 8.5 })
  })
  const facts = [
    [words.number, head.invoice_number],
    [words.issued, head.issued_date],
    [words.due, head.due_date],
    [words.period, `${head.start_date} ${words.to} ${head.end_date}`],
    [words.terms, words.net(head.due_days)],
    [words.currency, head.currency],
  ] as const
  ends.push(drawFacts(pdf, third, top + 6, pdf.right - third, facts))
  pdf.y = Math.max(...ends) + 4
}

/** The amount due stands out, because readers look for it first. */
function drawAmounts(pdf: Pdf, { head }: Paper, words: InvoiceWords, color: string): void {
  const top = pdf.y
  const money = (cents: number) => formatMoney(cents, head.currency, pdf.language)
  pdf.box(pdf.left, top, pdf.width, 38, ink.shade)
  pdf.box(pdf.right - 242, top, 242, 38, color)
  const cells = [
    { x: pdf.left + 12, label: words.total, value: money(head.total_cents) },
    { x: pdf.left + 200, label: words.paid, value: money(head.paid_cents) },
    ...(head.voided_cents === null
      ? []
      : [{ x: pdf.left + 330, label: words.voided, value: money(head.voided_cents) }]),
  ]
  for (const { x, label, value } of cells) {
    pdf.text(x, top + 14, label, { size: 7.5, color: ink.muted })
    pdf.text(x, top + 29, value, { size: 12, face: 'bold' })
  }
  const isOpen = head.due_cents !== 0
  pdf.text(pdf.right - 230, top + 14, isOpen ? `${words.amountDue} ${words.by} ${head.due_date}` : words.amountDue, {
    size: 7.5,
    color: '#ffffff',
  })
  pdf.text(pdf.right - 230, top + 30, money(head.due_cents), { size: 14, face: 'bold', color: '#ffffff' })
  pdf.y = top + 52
}

const rowHeight = 12
type Block = {
  x: number
  title: string
  columns: readonly TableColumn[]
  rows: readonly (readonly string[])[]
  boldFrom?: number
}
function drawBlock(pdf: Pdf, { x, title, columns, rows, boldFrom = rows.length }: Block): void {
  heading(pdf, x, pdf.y + 8, title)
  pdf.y += 14
  const table = new PdfTable(pdf, { columns, x, size: 8, rowHeight })
  table.heads()
  for (const [n, row] of rows.entries()) table.row(row, n >= boldFrom ? { face: 'bold' } : { hasRule: true })
  pdf.y += 10
}
/** Side by side if they fit on the page, else one below the other. */
function drawBeside(pdf: Pdf, blocks: readonly Block[]): void {
  const heightOf = ({ rows }: Block) => 14 + (rows.length + 1) * rowHeight + 12
  const tallest = Math.max(...blocks.map(heightOf))
  pdf.room(Math.min(tallest, 200))
  const top = pdf.y
  const fits = top + tallest <= pdf.bottom
  let lowest = top
  for (const block of blocks) {
    if (fits) pdf.y = top
    drawBlock(pdf, fits ? block : { ...block, x: pdf.left })
    lowest = Math.max(lowest, pdf.y)
  }
  pdf.y = fits ? lowest : pdf.y
}

const right = (label: string, width: number): TableColumn => ({ label, width, align: 'right' })
function totalRows(totals: Totals, words: InvoiceWords, money: (cents: number) => string): [string, string][] {
  const taxes = taxesOf(totals)
  const fees = totals.by_product
    .filter(({ product }) => product === 'FEE')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return [
    [words.beforeTax, money(totals.pre_cents)],
    ...taxesIn(totals).map((name): [string, string] => [words.taxNames[name], money(taxes[name])]),
    ...(totals.discount_cents === 0 ? [] : [[words.discounts, money(totals.discount_cents)] as [string, string]]),
    ...(fees === 0 ? [] : [[words.fees, money(fees)] as [string, string]]),
    [words.total, money(totals.amount_cents)],
  ]
}

/** The first page: parties, period, amounts and how to pay. */
export function drawSummary(pdf: Pdf, paper: Paper, words: InvoiceWords, color: string): void {
  const { head, totals } = paper
  const money = (cents: number) => formatCents(cents, pdf.language)
  const quantity = (milli: number, unit: string | null) =>
    join([formatQuantity(milli, pdf.language), words.units[unit ?? '']], ' ')
  drawParties(pdf, head, words)
  drawAmounts(pdf, paper, words, color)
  const { by_product, by_province, lines } = totals
  if (lines > 0) {
    const sums = [right(words.heads.pre, 66), right(words.taxes, 52), right(words.total, 62)]
    const rows = totalRows(totals, words, money)
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
      {
        x: pdf.left + 576,
        title: words.totals,
        columns: [{ label: head.currency, width: 96 }, right(words.heads.amount, pdf.width - 576 - 96)],
        rows,
        boldFrom: rows.length - 1,
      },
    ])
  }
  drawLast(pdf, paper, words)
}

/** How to pay and, on an issued invoice, how to check it, side by side. */
function drawLast(pdf: Pdf, { head, proof }: Paper, words: InvoiceWords): void {
  if (!head.payment_instructions && !proof) return
  pdf.room(proof ? proofSize.height : 40)
  const top = pdf.y
  const width = proof ? pdf.width - proofSize.width - 20 : pdf.width
  let lowest = top
  if (head.payment_instructions) {
    heading(pdf, pdf.left, top + 8, words.payment)
    lowest = pdf.paragraph(pdf.left, top + 20, width, head.payment_instructions, { size: 8.5 })
  }
  if (proof) drawProof(pdf, pdf.right - proofSize.width, top, proof, words)
  pdf.y = Math.max(lowest, proof ? top + proofSize.height : top)
}
