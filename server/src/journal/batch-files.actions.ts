import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { JournalBatch } from '@portal/contract/journal/journal.ts'
import { ZipFile } from 'yazl'
import type { Database, Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { nextTurn } from '../platform/jobs/turns.ts'
import { ContentMissing, type Storage } from '../platform/storage/storage.ts'
import { storedAccounts } from './account-sums.rules.ts'
import { toEntry } from './batches.columns.ts'
import { type BatchContent, getBatch, getContent, listJournalEntries, setFile } from './batches.queries.ts'
import type { JournalEntry } from './entries.rules.ts'
import { journalWriters } from './formats/writers.rules.ts'
import { xeroLines } from './formats/xero.rules.ts'
import type { JournalPiece } from './ledger.rules.ts'

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>
type Found = { batch: JournalBatch; content: BatchContent }
const find = async (db: Db, id: number): Promise<Found> => ({
  batch: await getBatch(db, id),
  content: await getContent(db, id),
})

/** Xero takes a limited number of lines a file, so a longer batch is an archive of several files. */
const isArchive = ({ batch, content }: Found): boolean => batch.format === 'xero' && content.lines > xeroLines

const chunk = 500
async function* entriesOf(read: Read, { batch }: Found): AsyncGenerator<JournalEntry> {
  for (let at = 0; at < batch.entries; at += chunk) {
    for (const stored of await read((db) => listJournalEntries(db, batch.id, at, chunk))) yield toEntry(stored)
    await nextTurn()
  }
}
function piecesOf(read: Read, found: Found): AsyncGenerator<JournalPiece> {
  const { batch, content } = found
  const ledger = { accountOf: storedAccounts(content.accounts), settings: content.settings }
  return journalWriters[batch.format].write(entriesOf(read, found), ledger)
}
async function addParts(zip: ZipFile, read: Read, found: Found): Promise<void> {
  const { number, format, created_at } = found.batch
  const { encoding, extension } = journalWriters[format]
  let current = { part: 1, texts: [] as string[] }
  const add = () =>
    zip.addBuffer(
      Buffer.from(current.texts.join(''), encoding),
      `${number}-${String(current.part).padStart(3, '0')}.${extension}`,
      { mtime: new Date(created_at) },
    )
  for await (const { part, text } of piecesOf(read, found)) {
    if (part !== current.part) {
      add()
      current = { part, texts: [] }
    }
    current.texts.push(text)
  }
  add()
  zip.end()
}
function archiveOf(read: Read, found: Found): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  addParts(zip, read, found).catch((error: Error) => out.destroy(error))
  return out
}
async function* bytesOf(read: Read, found: Found): AsyncGenerator<Uint8Array> {
  const { encoding } = journalWriters[found.batch.format]
  for await (const { text } of piecesOf(read, found)) yield Buffer.from(text, encoding)
}

type Store = { database: Database; storage: Storage; scope: Scope }
/** A batch of the most documents, with lines to spare. */
const maxBytes = 1_000_000_000
/**
 * Writes the file of a batch from its stored entries, once: every download gives these bytes, also after a later
 * release writes the format in another way (RECV-10). Content without a row is removed.
 */
export async function storeFile({ database, storage, scope }: Store, id: number): Promise<Found> {
  const read: Read = (work) => database.transaction(scope, work, { readOnly: true })
  const found = await read((db) => find(db, id))
  if (found.content.storage_key !== null) return found
  const stored = await storage.put(isArchive(found) ? archiveOf(read, found) : bytesOf(read, found), maxBytes)
  let isKept = false
  try {
    isKept = await database.transaction(scope, (db) => setFile(db, id, stored))
  } finally {
    if (!isKept) await storage.remove(stored.storage_key)
  }
  return read((db) => find(db, id))
}

/** Ends with an error if the content is not what was stored, so that no changed file looks whole. */
async function* whole(content: Readable, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== sha256) throw new AppError('journal.file-lost')
}
export async function downloadBatch(context: OpenContext<Actor>, id: number): Promise<FileReply> {
  const { database, storage, actor, withScope } = context
  const found = await storeFile({ database, storage, scope: actor.scope }, id)
  const { batch, content } = found
  const stored = await storage.get(content.storage_key ?? '').catch((error: unknown) => {
    throw error instanceof ContentMissing ? new AppError('journal.file-lost') : error
  })
  const { number, format, currency, from, to } = batch
  // Of the row that named the content: a download beside this one may have stored it since the batch was read.
  const sha256 = content.sha256?.toString('hex') ?? ''
  await withScope(({ audit }) =>
    audit({ record: { type: 'journal_batch', id, label: number }, after: { format: batch.format_words, sha256 } }),
  )
  const { type, extension } = journalWriters[format]
  const name = `journal-${number}-${currency}-${from}-${to}`
  return isArchive(found)
    ? { type: 'application/zip', name: `${name}.zip`, body: whole(stored, sha256) }
    : { type, name: `${name}.${extension}`, body: whole(stored, sha256) }
}
