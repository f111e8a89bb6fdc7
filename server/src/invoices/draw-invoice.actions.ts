import type { Readable } from 'node:stream'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import type { Database, Db, Scope } from '../db/connect.ts'
import type { DrawnPair } from '../documents/issued-documents.actions.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { streamInTurns } from '../platform/jobs/turns.ts'
import { writeInvoiceCsv } from './invoice-csv.ts'
import { listPaperLines } from './invoice-documents.queries.ts'
import { writeInvoiceJson } from './invoice-json.ts'
import type { Paper, PaperLine } from './invoice-paper.rules.ts'
import { printInvoice } from './pdf/invoice-pdf.ts'

/** The scope of the documents' reader, and a short transaction per chunk. */
export type Reader = { scope: Scope; read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }
export const readerOf = (database: Database, scope: Scope): Reader => ({
  scope,
  read: (work) => database.transaction(scope, work, { readOnly: true }),
})

/** Transactions read and written at a time. Bounds memory for large invoices. */
const chunkSize = 100
async function* linesOf({ scope, read }: Reader, { head, transactions }: Paper): AsyncGenerator<PaperLine[]> {
  for (const chunk of batchesOf(transactions, chunkSize))
    yield await read((db) => listPaperLines(db, scope, head.id, chunk))
}
/** A Draft, as it is now. */
export const drawDraft = (reader: Reader, paper: Paper, type: DocumentType): Readable =>
  type === 'PDF'
    ? printInvoice(paper, linesOf(reader, paper))
    : streamInTurns(writeInvoiceCsv(paper, linesOf(reader, paper)))

const bytesOf = async (pieces: AsyncIterable<string>): Promise<Buffer> =>
  Buffer.concat(await streamInTurns(pieces).toArray())

/**
 * Draws an issued invoice: the CSV, and the PDF with its lines attached as the same CSV and as JSON (RECV-12). Both are
 * made from one reading of the lines, so they agree.
 */
export async function drawIssued(reader: Reader, paper: Paper): Promise<DrawnPair> {
  const lines: PaperLine[] = []
  async function* collected() {
    for await (const chunk of linesOf(reader, paper)) {
      lines.push(...chunk)
      yield chunk
    }
  }
  let csv: Buffer | undefined
  const pdf = printInvoice(paper, collected(), async (document) => {
    const { invoice_number, updated_at } = paper.head
    const modifiedAt = new Date(updated_at)
    csv = await bytesOf(writeInvoiceCsv(paper, [lines]))
    await document.attach({ name: `${invoice_number}.csv`, type: 'text/csv', content: csv, modifiedAt })
    const content = await bytesOf(writeInvoiceJson(paper, lines))
    await document.attach({ name: `${invoice_number}.json`, type: 'application/json', content, modifiedAt })
  })
  const PDF = Buffer.concat(await pdf.toArray())
  if (!csv) throw new Error(`The lines of ${paper.head.invoice_number} were not written.`)
  return { PDF, CSV: csv }
}
