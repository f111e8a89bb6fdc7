import type { Readable } from 'node:stream'
import { brands } from '@portal/contract/lookups/brands.ts'
import { formatPercent } from '../../platform/documents/document-format.ts'
import { ink, Pdf } from '../../platform/documents/pdf.ts'
import { drawLetterhead, drawRunningHead } from '../../platform/documents/pdf-letterhead.ts'
import { type Paper, type PaperHead, type PaperLine, ratesByProvince, unitTaxesIn } from '../invoice-paper.rules.ts'
import { InvoiceLines } from './invoice-lines.ts'
import { drawSummary } from './invoice-summary.ts'
import { invoiceWords } from './invoice-words.ts'

/** Lines written before yielding the processor: about two milliseconds, so that other requests do not wait long. */
const linesPerTurn = 20

function openPaper(head: PaperHead): Pdf {
  const words = invoiceWords[head.language]
  const status = words.statuses[head.status]
  const author = head.legal_name || brands[head.brand].name
  const letterhead = {
    brand: head.brand,
    title: status ? `${words.title} (${status})` : words.title,
    number: head.invoice_number,
  }
  const pdf = new Pdf({
    title: `${words.title} ${head.invoice_number}`,
    author,
    language: head.language,
    createdAt: new Date(head.updated_at),
    foot: `${author} · ${head.invoice_number}`,
    head: (page) => drawRunningHead(page, letterhead),
  })
  pdf.y = drawLetterhead(pdf, letterhead)
  return pdf
}

async function drawDetails(
  pdf: Pdf,
  { head, totals, proof }: Paper,
  chunks: AsyncIterable<readonly PaperLine[]>,
): Promise<void> {
  const words = invoiceWords[head.language]
  if (totals.lines === 0) {
    pdf.text(pdf.left, pdf.y + 14, proof && head.status === 'VOID' ? words.linesLost : words.nothing, {
      color: ink.muted,
    })
    return
  }
  pdf.room(110)
  pdf.text(pdf.left, pdf.y + 12, words.details, { size: 10, face: 'bold' })
  const names = unitTaxesIn(totals).map((name) => words.unitTaxNames[name])
  if (names.length > 0)
    pdf.text(pdf.left, pdf.y + 12, words.included(names), {
      size: 7,
      color: ink.muted,
      align: 'right',
      width: pdf.width,
    })
  pdf.y += 20
  if (totals.tax_rates.length > 0) {
    const rates = ratesByProvince(totals.tax_rates, {
      ...words,
      percent: (rate_e5) => formatPercent(rate_e5, pdf.language),
    })
    pdf.y = pdf.paragraph(pdf.left, pdf.y + 4, pdf.width, words.checking(rates), { size: 7, color: ink.muted }) + 2
  }
  const table = new InvoiceLines(pdf, totals, words)
  for await (const lines of chunks)
    for (let n = 0; n < lines.length; n += linesPerTurn) {
      table.write(lines.slice(n, n + linesPerTurn))
      await pdf.settle()
    }
  table.finish(head.currency)
  // If the invoice changes while it is printed, fail rather than print lines and a total that do not match.
  if (table.total !== head.total_cents)
    throw new Error(
      `The lines of ${head.invoice_number} add up to ${table.total}, but its total is ${head.total_cents}`,
    )
}

/** `finish` adds to the document once its pages are drawn. */
export function printInvoice(
  paper: Paper,
  chunks: AsyncIterable<readonly PaperLine[]>,
  finish: (pdf: Pdf) => Promise<void> = async () => {},
): Readable {
  const pdf = openPaper(paper.head)
  drawSummary(pdf, paper, invoiceWords[paper.head.language], brands[paper.head.brand].color)
  return pdf.streamWhile(drawDetails(pdf, paper, chunks).then(() => finish(pdf)))
}
