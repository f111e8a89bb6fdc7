import type { Readable } from 'node:stream'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ChosenInvoices, DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { ZipFile } from 'yazl'
import type { Database, Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { findActor } from '../platform/access/sessions.ts'
import { maskNumber } from '../platform/audit/audit.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { streamInTurns } from '../platform/jobs/turns.ts'
import { writeInvoiceCsv } from './invoice-csv.ts'
import { type ChosenInvoice, findChosenInvoices, getPaper, listPaperLines } from './invoice-documents.queries.ts'
import type { Paper, PaperLine } from './invoice-paper.rules.ts'
import { printInvoice } from './pdf/invoice-pdf.ts'

/** The scope of the documents' reader, and a short transaction per chunk. */
export type Reader = { scope: Scope; read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }
export const readerOf = (database: Database, scope: Scope): Reader => ({
  scope,
  read: (work) => database.transaction(scope, work, { readOnly: true }),
})
/** Checks the session before each chunk, so that signing out stops the download. */
const readerFor = ({ actor, database, clock }: OpenContext<Actor>): Reader => {
  const { scope, read } = readerOf(database, actor.scope)
  return {
    scope,
    read: async (work) => {
      if ((await findActor(database, clock, actor.tokenHash))?.record !== actor.record)
        throw new AppError('auth.required')
      return read(work)
    },
  }
}

/** Transactions read and written at a time. Bounds memory for large invoices. */
const chunkSize = 100
async function* linesOf({ scope, read }: Reader, { head, transactions }: Paper): AsyncGenerator<PaperLine[]> {
  for (const chunk of batchesOf(transactions, chunkSize))
    yield await read((db) => listPaperLines(db, scope, head.id, chunk))
}
const documentOf = (reader: Reader, paper: Paper, type: DocumentType): Readable =>
  type === 'PDF'
    ? printInvoice(paper, linesOf(reader, paper))
    : streamInTurns(writeInvoiceCsv(paper, linesOf(reader, paper)))

export async function readPdf(reader: Reader, id: number): Promise<{ paper: Paper; content: Buffer }> {
  const paper = await reader.read((db) => getPaper(db, reader.scope, id))
  return { paper, content: Buffer.concat(await documentOf(reader, paper, 'PDF').toArray()) }
}

const contentTypes = { PDF: 'application/pdf', CSV: 'text/csv; charset=utf-8' } as const
export async function downloadInvoice(
  context: OpenContext<Actor>,
  reference: string,
  type: DocumentType,
): Promise<FileReply> {
  const paper = await context.withScope(async ({ db, audit }) => {
    const found = await getPaper(db, context.actor.scope, reference)
    await audit({ record: { type: 'invoice', id: found.head.id, label: found.head.invoice_number } })
    return found
  })
  return {
    type: contentTypes[type],
    name: `invoice.${type.toLowerCase()}`,
    body: documentOf(readerFor(context), paper, type),
  }
}

/** Creates one invoice at a time, so that a thousand use the memory of one. */
function zipOf(reader: Reader, chosen: readonly ChosenInvoice[], type: DocumentType): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let current: Readable | undefined
  // A closed connection or a failed document ends the whole archive.
  out.on('close', () => current?.destroy())
  zip.on('error', (error: Error) => out.destroy(error))
  // PDF content is already compressed.
  for (const { id, invoice_number } of chosen)
    zip.addReadStreamLazy(`${invoice_number}.${type.toLowerCase()}`, { compress: type === 'CSV' }, (give) => {
      if (out.destroyed) return give(new Error('The client closed the connection.'), null as never)
      reader
        .read((db) => getPaper(db, reader.scope, id))
        .then((paper) => {
          current = documentOf(reader, paper, type)
          // yazl does not handle errors of its input streams.
          current.on('error', (error) => out.destroy(error))
          give(null, current)
        })
        .catch((error) => give(error, null as never))
    })
  zip.end()
  return out
}

/** A filter can contain a card number, so it is masked (A3). */
const auditedChoice = ({ ids, filter }: ChosenInvoices) =>
  filter ? { filter: filter.map(maskNumber) } : { invoice_ids: ids }
export async function exportInvoices(
  context: OpenContext<Actor>,
  chosen: ChosenInvoices,
  type: DocumentType,
): Promise<FileReply> {
  const found = await context.withScope(async ({ db, audit }) => {
    const invoices = await findChosenInvoices(db, context.actor.scope, chosen)
    await audit({ after: { invoices: invoices.length, type, ...auditedChoice(chosen) } })
    return invoices
  })
  return { type: 'application/zip', name: 'invoices.zip', body: zipOf(readerFor(context), found, type) }
}
