import { formatCents } from '../../platform/documents/document-format.ts'
import { ink, type Pdf } from '../../platform/documents/pdf.ts'
import { drawFacts } from '../../platform/documents/pdf-letterhead.ts'
import { drawProof, proofSize } from '../../platform/documents/pdf-proof.ts'
import { PdfTable, type TableColumn } from '../../platform/documents/pdf-table.ts'
import { type DocumentHead, type Proof, type Totals, taxesIn, taxesOf } from '../invoice-paper.rules.ts'
import type { InvoiceWords } from './invoice-words.ts'

const heading = (pdf: Pdf, x: number, y: number, text: string): void => pdf.text(x, y, text, { size: 9, face: 'bold' })
export const join = (parts: readonly (string | null | undefined)[], by: string): string =>
  parts.filter(Boolean).join(by)

export type Fact = readonly [label: string, value: string]
/** The supplier with both tax numbers, the customer, and the document's own facts, side by side. */
export function drawParties(pdf: Pdf, head: DocumentHead, words: InvoiceWords, facts: readonly Fact[]): void {
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
  ends.push(drawFacts(pdf, third, top + 6, pdf.right - third, facts))
  pdf.y = Math.max(...ends) + 4
}

type Amount = { x: number; label: string; value: string }
/** The amounts of the document. One of them stands out, because readers look for it first. */
export function drawAmountBox(
  pdf: Pdf,
  { cells, last, color }: { cells: readonly Amount[]; last: Omit<Amount, 'x'>; color: string },
): void {
  const top = pdf.y
  pdf.box(pdf.left, top, pdf.width, 38, ink.shade)
  pdf.box(pdf.right - 242, top, 242, 38, color)
  for (const { x, label, value } of cells) {
    pdf.text(pdf.left + x, top + 14, label, { size: 7.5, color: ink.muted })
    pdf.text(pdf.left + x, top + 29, value, { size: 12, face: 'bold' })
  }
  pdf.text(pdf.right - 230, top + 14, last.label, { size: 7.5, color: '#ffffff' })
  pdf.text(pdf.right - 230, top + 30, last.value, { size: 14, face: 'bold', color: '#ffffff' })
  pdf.y = top + 52
}

const rowHeight = 12
export type Block = {
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
export function drawBeside(pdf: Pdf, blocks: readonly Block[]): void {
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

export const right = (label: string, width: number): TableColumn => ({ label, width, align: 'right' })
function totalRows(totals: Totals, words: InvoiceWords, money: (cents: number) => string): [string, string][] {
  const taxes = taxesOf(totals)
  const fees = totals.by_product
    .filter(({ product }) => product === 'FEE')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return [
    [words.beforeTax, money(totals.pre_cents)],
    ...taxesIn(totals).map((name): [string, string] => [words.taxNames[name], money(taxes[name])]),
    // Billed above retail, there is no discount.
    ...(totals.discount_cents <= 0 ? [] : [[words.discounts, money(totals.discount_cents)] as [string, string]]),
    ...(fees === 0 ? [] : [[words.fees, money(fees)] as [string, string]]),
    [words.total, money(totals.amount_cents)],
  ]
}

/** The block of the sums by kind, at the right. */
export function totalsBlock(pdf: Pdf, currency: string, totals: Totals, words: InvoiceWords): Block {
  const rows = totalRows(totals, words, (cents) => formatCents(cents, pdf.language))
  return {
    x: pdf.left + 576,
    title: words.totals,
    columns: [{ label: currency, width: 96 }, right(words.heads.amount, pdf.width - 576 - 96)],
    rows,
    boldFrom: rows.length - 1,
  }
}

type Last = { title: string; text: string | null; proof: Proof | undefined }
/** A text of the provider and, on an issued document, how to check it, side by side. */
export function drawLast(pdf: Pdf, { title, text, proof }: Last, words: InvoiceWords): void {
  if (!text && !proof) return
  pdf.room(proof ? proofSize.height : 40)
  const top = pdf.y
  const width = proof ? pdf.width - proofSize.width - 20 : pdf.width
  let lowest = top
  if (text) {
    heading(pdf, pdf.left, top + 8, title)
    lowest = pdf.paragraph(pdf.left, top + 20, width, text, { size: 8.5 })
  }
  if (proof) drawProof(pdf, pdf.right - proofSize.width, top, proof, words)
  pdf.y = Math.max(lowest, proof ? top + proofSize.height : top)
}
