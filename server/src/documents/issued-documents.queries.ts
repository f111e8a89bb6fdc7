import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import type { Insertable, Selectable } from 'kysely'
import type pg from 'pg'
import type { Db, Scope } from '../db/connect.ts'
import type { IssuedDocuments } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import type { Claimed, Queue } from '../platform/jobs/claims.ts'

/** The kinds of documents that are issued. Credit notes are stored by the same functions as invoices. */
export type DocumentKind = 'invoice' | 'credit_note'
export type IssuedDocument = Selectable<IssuedDocuments>
export type NewDocument = Insertable<IssuedDocuments> & { kind: DocumentKind; format: DocumentType }
export type StoredPair = Record<DocumentType, IssuedDocument>

/** Every read of a stored document starts here. */
const visibleDocuments = visible('issued_documents', 'company_id')

/** The PDF and the CSV of an issued record, or null until both are stored. They are only ever inserted together. */
async function findDocuments(
  db: Db,
  scope: Scope,
  column: 'invoice_id' | 'credit_note_id',
  id: number,
): Promise<StoredPair | null> {
  const found = await visibleDocuments(db, scope).selectAll('issued_documents').where(column, '=', id).execute()
  const [PDF, CSV] = (['PDF', 'CSV'] as const).map((format) => found.find((one) => one.format === format))
  return PDF && CSV ? { PDF, CSV } : null
}
export const findInvoiceDocuments = (db: Db, scope: Scope, id: number): Promise<StoredPair | null> =>
  findDocuments(db, scope, 'invoice_id', id)
export const findCreditNoteDocuments = (db: Db, scope: Scope, id: number): Promise<StoredPair | null> =>
  findDocuments(db, scope, 'credit_note_id', id)

/** Inserts the rows of one document, all or none. Returns false if another writer has stored it. */
export async function insertDocuments(db: Db, rows: readonly NewDocument[]): Promise<boolean> {
  const inserted = await db
    .insertInto('issued_documents')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  if (inserted.length !== 0 && inserted.length !== rows.length) throw new Error('A document was stored in part.')
  return inserted.length > 0
}

export async function hasStoredContent(db: Db, keys: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('issued_documents')
    .select('id')
    .where('storage_key', 'in', [...keys])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type StoredContent = Pick<IssuedDocument, 'id' | 'storage_key' | 'sha256'> & { format: string; label: string }
/** Stored documents by id, as the tables' owner reads them, over all companies. */
export async function listStoredContents(
  owner: pg.Client | pg.PoolClient,
  afterId: number,
  limit: number,
): Promise<StoredContent[]> {
  const { rows } = await owner.query<StoredContent>(
    `select d.id::float8 as id, format, storage_key, sha256, coalesce(invoice_number, credit_note_number, code) as label
     from issued_documents d left join invoices on invoices.id = d.invoice_id
       left join credit_notes on credit_notes.id = d.credit_note_id where d.id > $1 order by d.id limit $2`,
    [afterId, limit],
  )
  return rows
}

/** The files of journal batches, in the same way (RECV-10). */
export async function listStoredBatches(
  owner: pg.Client | pg.PoolClient,
  afterId: number,
  limit: number,
): Promise<StoredContent[]> {
  const { rows } = await owner.query<StoredContent>(
    `select id::float8 as id, 'file' as format, storage_key, sha256, 'journal batch JB-' || lpad(id::text, 6, '0') as label
     from journal_batches where storage_key is not null and id > $1 order by id limit $2`,
    [afterId, limit],
  )
  return rows
}

export const documentQueue: Queue<'document_jobs'> = { table: 'document_jobs', busy: 'running', first: 'oldest' }
export type ClaimedDocument = Claimed<'document_jobs'>
type Issued = { kind: 'invoice'; invoice_id: number } | { kind: 'credit_note'; credit_note_id: number }
/** In the transaction that issues the record, so that none is forgotten. */
export async function queueStoring(db: Db, issued: Issued): Promise<void> {
  await db
    .insertInto('document_jobs')
    .values(issued)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type StoringEntry = {
  action: string
  company_id: number
  record: { type: string; id: number; label: string }
  after: object
}
/** The hashes in the audit log prove later what was stored (RECV-4). The customer's own log has them too. */
export async function insertStoringAudit(db: Db, { action, company_id, record, after }: StoringEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      action,
      company_id,
      record_type: record.type,
      record_id: record.id,
      record_label: record.label,
      after: JSON.stringify(after),
    })
    .execute()
}
