import type { Readable } from 'node:stream'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import type { Database, Db, Scope } from '../db/connect.ts'
import type { DrawnPair } from '../documents/issued-documents.actions.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { streamInTurns } from '../platform/jobs/turns.ts'
import { invoiceSheet } from './invoice-csv.ts'
import { listPaperLines } from './invoice-documents.queries.ts'
import type { Paper, PaperLine } from './invoice-paper.rules.ts'
import { drawPair } from './paper/draw-paper.actions.ts'
import { writePaperCsv } from './paper/paper-csv.ts'
import { invoicePrint } from './pdf/invoice-pdf.ts'
import { printPaper } from './pdf/paper-pdf.ts'

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
    ? printPaper(invoicePrint(paper), linesOf(reader, paper))
    : streamInTurns(writePaperCsv(invoiceSheet(paper), linesOf(reader, paper)))

export const drawIssued = (reader: Reader, paper: Paper): Promise<DrawnPair> =>
  drawPair(invoicePrint(paper), invoiceSheet(paper), linesOf(reader, paper))
