import type { Readable } from 'node:stream'
import { brands } from '@portal/contract/lookups/brands.ts'
import { formatPercent } from '../../platform/documents/document-format.ts'
import { ink, Pdf } from '../../platform/documents/pdf.ts'
import { drawLetterhead, drawRunningHead } from '../../platform/documents/pdf-letterhead.ts'
import { type DocumentHead, type PaperLine, ratesByProvince, type Totals, unitTaxesIn } from '../invoice-paper.rules.ts'
import type { InvoiceWords } from './invoice-words.ts'
import { PaperTable } from './paper-lines.ts'

/** Lines written before yielding the processor: about two milliseconds, so that other requests do not wait long. */
const linesPerTurn = 20

/** What is printed of an invoice or a credit note. */
export type Print = {
  head: DocumentHead
  totals: Totals
  words: InvoiceWords
  number: string
  /** Beside the title; empty for none. */
  status: string
  /** What the lines must add up to. */
  sum_cents: number
  /** Said instead of the lines if there are none. */
  nothing: string
  drawSummary: (pdf: Pdf, words: InvoiceWords, color: string) => void
}

function openPaper({ head, words, number, status }: Print): Pdf {
  const author = head.legal_name || brands[head.brand].name
  const letterhead = { brand: head.brand, title: status ? `${words.title} (${status})` : words.title, number }
  const pdf = new Pdf({
    title: `${words.title} ${number}`,
    author,
    language: head.language,
    createdAt: new Date(head.updated_at),
    foot: `${author} · ${number}`,
    head: (page) => drawRunningHead(page, letterhead),
  })
  pdf.y = drawLetterhead(pdf, letterhead)
  return pdf
}

async function drawDetails(
  pdf: Pdf,
  { head, totals, words, number, sum_cents, nothing }: Print,
  chunks: AsyncIterable<readonly PaperLine[]>,
): Promise<void> {
  if (totals.lines === 0) {
    pdf.text(pdf.left, pdf.y + 14, nothing, { color: ink.muted })
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
  const table = new PaperTable(pdf, totals, words)
  for await (const lines of chunks)
    for (let n = 0; n < lines.length; n += linesPerTurn) {
      table.write(lines.slice(n, n + linesPerTurn))
      await pdf.settle()
    }
  table.finish(head.currency)
  // If the document changes while it is printed, fail rather than print lines and a total that do not match.
  if (table.total !== sum_cents)
    throw new Error(`The lines of ${number} add up to ${table.total}, but its total is ${sum_cents}`)
}

/** `finish` adds to the document once its pages are drawn. */
export function printPaper(
  print: Print,
  chunks: AsyncIterable<readonly PaperLine[]>,
  finish: (pdf: Pdf) => Promise<void> = async () => {},
): Readable {
  const pdf = openPaper(print)
  print.drawSummary(pdf, print.words, brands[print.head.brand].color)
  return pdf.streamWhile(drawDetails(pdf, print, chunks).then(() => finish(pdf)))
}
