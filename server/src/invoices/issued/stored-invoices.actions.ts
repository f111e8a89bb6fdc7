import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { getToday } from '../../companies/companies.queries.ts'
import type { Db } from '../../db/connect.ts'
import { newDocumentCode, readIssued, storeIssued } from '../../documents/issued-documents.actions.ts'
import { findInvoiceDocuments, type StoredPair } from '../../documents/issued-documents.queries.ts'
import type { Services } from '../../platform/http/context.ts'
import { jobScope } from '../../platform/jobs/jobs.ts'
import { drawIssued, type Reader, readerOf } from '../draw-invoice.actions.ts'
import { getPaper } from '../invoice-documents.queries.ts'
import { asIssued, isIssued, issuedCents, type Paper } from '../invoice-paper.rules.ts'
import { shareInvoice } from '../invoices.queries.ts'

/** What storing a document needs of the service. */
export type Keeping = Pick<Services, 'storage' | 'brands' | 'clock'>
type Hands = { reader: Reader; write: Reader['read'] }

/** The invoice as it was issued, with the code and the address that it is checked by. */
async function readIssuedPaper(reader: Reader, { brands, clock }: Keeping, id: number): Promise<Paper> {
  const paper = await reader.read((db) => getPaper(db, reader.scope, id))
  const { head } = paper
  if (!isIssued(head)) throw new Error(`${head.invoice_number} is not issued.`)
  const code = head.document_code ?? newDocumentCode()
  const today = await reader.read((db) => getToday(db, clock()))
  return asIssued(paper, { code, address: `${brands[head.brand].publicUrl}/verify?code=${code}`, today })
}

/** Draws the document and stores it, unless another writer is first. */
async function drawAndStore({ reader, write }: Hands, keeping: Keeping, id: number): Promise<void> {
  const paper = await readIssuedPaper(reader, keeping, id)
  const { head, proof } = paper
  if (!proof) throw new Error(`${head.invoice_number} has no code.`)
  const drawn = await drawIssued(reader, paper)
  const facts = {
    kind: 'invoice' as const,
    record: { type: 'invoice', id, label: head.invoice_number },
    invoice_id: id,
    credit_note_id: null,
    company_id: head.company_id,
    code: proof.code,
    brand: head.brand,
    issued_date: head.issued_date,
    currency: head.currency,
    amount_cents: issuedCents(head),
    is_late: proof.stored_on !== null,
    stored_at: keeping.clock().toISOString(),
  }
  // Voiding locks the invoice before it stores. Taking the lock in the same order avoids a deadlock with it.
  const inOrder: Hands['write'] = (work) =>
    write(async (db) => {
      await shareInvoice(db, id)
      return work(db)
    })
  await storeIssued(keeping.storage, inOrder, facts, drawn)
}

/**
 * The stored documents of an issued invoice. If the job has not stored them yet, this draws and stores them: once, also
 * if several processes do so at the same time (RECV-4).
 */
export async function keepInvoice(
  { database, ...keeping }: Keeping & Pick<Services, 'database'>,
  id: number,
): Promise<StoredPair> {
  const reader = readerOf(database, jobScope)
  const find = () => reader.read((db) => findInvoiceDocuments(db, jobScope, id))
  const known = await find()
  if (known) return known
  await drawAndStore({ reader, write: (work) => database.transaction(jobScope, work) }, keeping, id)
  const stored = await find()
  if (!stored) throw new Error(`The documents of invoice ${id} were not stored.`)
  return stored
}

/**
 * Stores the documents of an invoice in the transaction that is about to void it, before its lines are released
 * (RECV-4). The caller has locked the invoice. If the transaction is rolled back, the content stays without a row.
 */
export async function keepBeforeVoiding(db: Db, keeping: Keeping, id: number): Promise<void> {
  if (await findInvoiceDocuments(db, jobScope, id)) return
  const inTransaction: Hands['write'] = (work) => work(db)
  await drawAndStore({ reader: { scope: jobScope, read: inTransaction }, write: inTransaction }, keeping, id)
}

/** The content of an issued invoice's PDF or CSV, as it was issued. */
export async function readIssuedInvoice(
  keeping: Keeping & Pick<Services, 'database'>,
  id: number,
  type: DocumentType,
): Promise<Buffer> {
  return readIssued(keeping.storage, (await keepInvoice(keeping, id))[type])
}
