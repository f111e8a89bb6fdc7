import type { Readable } from 'node:stream'
import type { FileReply } from '@portal/contract/endpoint.ts'
import type { ChosenInvoices, DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import type { Actor } from '../platform/access/scope.ts'
import { demandSameActor } from '../platform/access/sessions.ts'
import { maskNumber } from '../platform/audit/audit.ts'
import { streamZip, type ZipEntry } from '../platform/documents/zip-stream.ts'
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
      await demandSameActor(database, clock, actor)
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
async function* entriesOf(
  context: OpenContext<Actor>,
  chosen: readonly ChosenInvoice[],
  type: DocumentType,
): AsyncGenerator<ZipEntry> {
  const reader = readerFor(context)
  for (const { id, invoice_number } of chosen) {
    const invoice = await reader.read((db) => getInvoice(db, reader.scope, id))
    const content = await contentOf(context, reader, invoice, type)
    // PDF content is already compressed.
    yield { name: `${invoice_number}.${type.toLowerCase()}`, compress: type === 'CSV', content }
  }
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
  return { type: 'application/zip', name: 'invoices.zip', body: streamZip(entriesOf(context, found, type)) }
}
