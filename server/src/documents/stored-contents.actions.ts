import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ContentMissing, type Storage } from '../platform/storage/storage.ts'
import { listStoredBatches, listStoredContents, type StoredContent } from './issued-documents.queries.ts'

const batchSize = 500
type Fault = 'missing' | 'changed'
type FaultyContent = Pick<StoredContent, 'label' | 'format'> & { fault: Fault }
export type CheckedContents = {
  checked: number
  faulty: FaultyContent[]
  /** Why the check ended early, such as a bucket that does not respond; null if it is complete. */
  unreachable: string | null
}

/** Reads the content in pieces: a document can be large. */
async function faultOf(storage: Storage, { storage_key, sha256 }: StoredContent): Promise<Fault | null> {
  try {
    const hash = createHash('sha256')
    for await (const piece of await storage.get(storage_key)) hash.update(piece)
    return hash.digest().equals(sha256) ? null : 'changed'
  } catch (error) {
    if (error instanceof ContentMissing) return 'missing'
    throw error
  }
}

/** Issued documents, then the files of journal batches. */
async function* everyContent(owner: pg.Client | pg.PoolClient): AsyncGenerator<StoredContent> {
  for (const list of [listStoredContents, listStoredBatches])
    for (let last = 0, isOver = false; !isOver; ) {
      const batch = await list(owner, last, batchSize)
      yield* batch
      last = batch.at(-1)?.id ?? last
      isOver = batch.length < batchSize
    }
}

/**
 * Compares every stored document with its hash (RECV-4, RECV-11), and names each one that differs or is missing. Opens the
 * file storage only if there is something to compare.
 */
export async function checkStoredContents(
  owner: pg.Client | pg.PoolClient,
  open: () => Promise<Storage>,
): Promise<CheckedContents> {
  const found: CheckedContents = { checked: 0, faulty: [], unreachable: null }
  let storage: Storage | undefined
  try {
    for await (const content of everyContent(owner)) {
      storage ??= await open()
      const fault = await faultOf(storage, content)
      if (fault) found.faulty.push({ label: content.label, format: content.format, fault })
      found.checked += 1
    }
    return found
  } catch (error) {
    return { ...found, unreachable: error instanceof Error ? error.message : String(error) }
  }
}
