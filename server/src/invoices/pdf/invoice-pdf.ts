import type { Paper } from '../invoice-paper.rules.ts'
import { drawInvoiceSummary } from './invoice-summary.ts'
import { invoiceWords } from './invoice-words.ts'
import type { Print } from './paper-pdf.ts'

export function invoicePrint(paper: Paper): Print {
  const { head, totals, proof } = paper
  const words = invoiceWords[head.language]
  return {
    head,
    totals,
    words,
    number: head.invoice_number,
    status: words.statuses[head.status] ?? '',
    sum_cents: head.total_cents,
    nothing: proof && head.status === 'VOID' ? words.linesLost : words.nothing,
    drawSummary: (pdf, own, color) => drawInvoiceSummary(pdf, paper, own, color),
  }
}
