import { Readable } from 'node:stream'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ChosenInvoices, DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { ZipFile } from 'yazl'
import type { Actor } from '../platform/access/scope.ts'
import { findActor } from '../platform/access/sessions.ts'
import { maskNumber } from '../platform/audit/audit.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { drawDraft, type Reader, readerOf } from './draw-invoice.actions.ts'
import { type ChosenInvoice, findChosenInvoices, getPaper } from './invoice-documents.queries.ts'
import { isIssued } from './invoice-paper.rules.ts'
import { getInvoice, type StoredInvoice } from './invoices.queries.ts'
import { readIssuedInvoice } from './issued/stored-invoices.actions.ts'

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

/** A Draft as it is now, an issued invoice as it was issued (RECV-4). */
async function contentOf(
  services: OpenContext<Actor>,
  reader: Reader,
  invoice: StoredInvoice,
  type: DocumentType,
): Promise<Buffer | Readable> {
  if (isIssued(invoice)) return readIssuedInvoice(services, invoice.id, type)
  return drawDraft(reader, await reader.read((db) => getPaper(db, reader.scope, invoice.id)), type)
}

const contentTypes = { PDF: 'application/pdf', CSV: 'text/csv; charset=utf-8' } as const
export async function downloadInvoice(
  context: OpenContext<Actor>,
  reference: string,
  type: DocumentType,
): Promise<FileReply> {
  const invoice = await context.withScope(async ({ db, audit }) => {
    const found = await getInvoice(db, context.actor.scope, reference)
    await audit({ record: { type: 'invoice', id: found.id, label: found.invoice_number } })
    return found
  })
  return {
    type: contentTypes[type],
    name: `invoice.${type.toLowerCase()}`,
    body: await contentOf(context, readerFor(context), invoice, type),
  }
}

/** Reads or draws one invoice at a time, so that a thousand use the memory of one. */
function zipOf(context: OpenContext<Actor>, chosen: readonly ChosenInvoice[], type: DocumentType): Readable {
  const reader = readerFor(context)
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
        .read((db) => getInvoice(db, reader.scope, id))
        .then((invoice) => contentOf(context, reader, invoice, type))
        .then((content) => {
          current = content instanceof Readable ? content : Readable.from([content])
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
  return { type: 'application/zip', name: 'invoices.zip', body: zipOf(context, found, type) }
}
