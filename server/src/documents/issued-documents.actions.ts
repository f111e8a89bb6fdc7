import { createHash, randomInt } from 'node:crypto'
import { AppError } from '@portal/contract/errors.ts'
import type { DocumentType } from '@portal/contract/invoices/invoice-documents.ts'
import { codeAlphabet, codeLength } from '@portal/contract/verify/document-code.rules.ts'
import type { Db } from '../db/connect.ts'
import { ContentMissing, type Storage, type Stored } from '../platform/storage/storage.ts'
import {
  type DocumentKind,
  hasStoredContent,
  type IssuedDocument,
  insertDocuments,
  insertStoringAudit,
} from './issued-documents.queries.ts'

/** A new code for a document (RECV-12). It cannot be guessed: 30¹² are possible, and guessing is throttled. */
export const newDocumentCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

/** A hundred times the size of the largest invoice seen. */
const maxBytes = 200 * 1024 * 1024
export type DrawnPair = Record<DocumentType, Buffer>
/** What is stored of a document beside its content. */
export type DocumentFacts = {
  kind: DocumentKind
  /** The issued record, as the audit log names it. */
  record: { type: string; id: number; label: string }
  invoice_id: number | null
  credit_note_id: number | null
  company_id: number
  code: string
  brand: string
  issued_date: string
  currency: string
  amount_cents: number
  is_late: boolean
  stored_at: string
}

async function putPair(storage: Storage, drawn: DrawnPair): Promise<Record<DocumentType, Stored>> {
  const PDF = await storage.put(
    (async function* () {
      yield drawn.PDF
    })(),
    maxBytes,
  )
  try {
    const CSV = await storage.put(
      (async function* () {
        yield drawn.CSV
      })(),
      maxBytes,
    )
    return { PDF, CSV }
  } catch (error) {
    await storage.remove(PDF.storage_key)
    throw error
  }
}

const storeActions: Record<DocumentKind, string> = { invoice: 'invoices.store', credit_note: 'creditNotes.store' }
type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>
/**
 * Stores PDF and CSV of an issued document, with their hashes in the audit log (RECV-4). Of two writers, the first one
 * stores it and the other removes its content; returns whether it was this one. `write` runs the given work in a
 * transaction, which can be the caller's own. It must lock the issued record before this inserts.
 */
export async function storeIssued(
  storage: Storage,
  write: Transact,
  { record, ...facts }: DocumentFacts,
  drawn: DrawnPair,
): Promise<boolean> {
  const stored = await putPair(storage, drawn)
  const keys = Object.values(stored).map(({ storage_key }) => storage_key)
  const removeContent = () => Promise.all(keys.map((key) => storage.remove(key)))
  const rows = (['PDF', 'CSV'] as const).map((format) => ({ ...facts, format, ...stored[format] }))
  const after = {
    pdf_sha256: stored.PDF.sha256.toString('hex'),
    csv_sha256: stored.CSV.sha256.toString('hex'),
    ...(facts.is_late ? { is_late: true } : {}),
  }
  try {
    const isFirst = await write(async (db) => {
      if (!(await insertDocuments(db, rows))) return false
      await insertStoringAudit(db, { action: storeActions[facts.kind], company_id: facts.company_id, record, after })
      return true
    })
    if (!isFirst) await removeContent()
    return isFirst
  } catch (error) {
    // A connection lost during the commit leaves it open whether the rows exist. Content is removed only if they do not.
    const isKept = await write((db) => hasStoredContent(db, keys)).catch(() => true)
    if (!isKept) await removeContent()
    throw error
  }
}

/**
 * The content of a stored document, complete and unchanged. Lost or changed content is an error: a document drawn again
 * would not be the one that was issued (RECV-4).
 */
export async function readIssued(
  storage: Storage,
  { storage_key, sha256 }: Pick<IssuedDocument, 'storage_key' | 'sha256'>,
): Promise<Buffer> {
  const body = await storage.get(storage_key).catch((error: unknown) => {
    throw error instanceof ContentMissing ? new AppError('document.missing') : error
  })
  const content = Buffer.concat(await body.toArray())
  if (!createHash('sha256').update(content).digest().equals(sha256)) throw new AppError('document.damaged')
  return content
}
