import { english, partsOf } from '@portal/contract/english.ts'
import { AppError } from '@portal/contract/errors.ts'
import {
  type BatchPreview,
  batchLimit,
  batchNumber,
  type JournalBatch,
  type JournalBatchDetail,
  type JournalBatchInput,
} from '@portal/contract/journal/journal.ts'
import { accountLookup } from '@portal/contract/journal/journal-accounts.rules.ts'
import { message } from '@portal/contract/message.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../platform/http/context.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { byLedgerAccount, mappedSums } from './account-sums.rules.ts'
import { toStoredEntry } from './batches.columns.ts'
import {
  getBatch,
  getContent,
  insertBatch,
  insertEntries,
  isExporting,
  listDays,
  lockBatch,
  setWithdrawn,
  takeBatchId,
} from './batches.queries.ts'
import {
  countAround,
  type DocumentSource,
  type DueDocument,
  listDocumentSums,
  listDocuments,
  listDue,
  sumUnbilledCost,
} from './documents.queries.ts'
import { entryOfDocument, type StoredDocument, type StoredSum, sourceOf } from './documents.rules.ts'
import type { JournalEntry } from './entries.rules.ts'
import { type Mapping, readMapping } from './journal-accounts.queries.ts'
import { exportFault } from './ledger.rules.ts'
import { addToSums, type JournalSums, noJournalSums, unbalancedParts } from './sums.rules.ts'

type Due = { entry: JournalEntry; document_id: number }
/** A document whose sums differ from its amount is named, because it cannot be booked. */
function soundEntry(stored: StoredDocument, sums: readonly StoredSum[]): JournalEntry {
  try {
    return entryOfDocument(stored, sums)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const words = message('journal.unbalanced', { document: stored.number })
    throw new AppError('journal.unsound', undefined, { message: words })
  }
}
async function readChunk(db: Db, due: readonly DueDocument[]): Promise<Due[]> {
  const found = new Map<string, StoredDocument>()
  const sums = new Map<string, StoredSum[]>()
  for (const [source, some] of Map.groupBy(due, ({ kind }): DocumentSource => sourceOf(kind))) {
    const ids = some.map(({ id }) => id)
    for (const stored of await listDocuments(db, source, ids)) found.set(`${source} ${stored.id}`, stored)
    if (source !== 'invoice' && source !== 'credit_note') continue
    for (const [id, parts] of Map.groupBy(await listDocumentSums(db, source, ids), (sum) => sum.id))
      sums.set(`${source} ${id}`, parts)
  }
  return due.flatMap(({ kind, id }) => {
    const name = `${sourceOf(kind)} ${id}`
    const stored = found.get(name)
    return stored ? [{ entry: soundEntry(stored, sums.get(name) ?? []), document_id: id }] : []
  })
}

const chunk = 500
type Read = { sums: JournalSums; lines: number }
/** Reads documents in order and adds up their entries. `keep` stores each chunk. */
async function readEntries(
  db: Db,
  due: readonly DueDocument[],
  currency: Currency,
  keep: (entries: readonly Due[], from: number) => Promise<void> = async () => {},
): Promise<Read> {
  const sums = noJournalSums(currency)
  let lines = 0
  for (const some of batchesOf(due, chunk)) {
    const entries = await readChunk(db, some)
    await keep(entries, sums.entries)
    for (const { entry } of entries) {
      addToSums(sums, entry)
      lines += entry.lines.length
    }
  }
  const unbalanced = unbalancedParts(sums)
  if (unbalanced.length > 0) throw new Error(`The journal does not balance: ${unbalanced.join(', ')}.`)
  return { sums, lines }
}
const tooMany = () => new AppError('request.invalid', { to: message('journal.too-many', { max: batchLimit }) })

const toMoney = (cents: number): number => fromUnits(cents, 'money')
async function previewOne(
  db: Db,
  mapping: Mapping,
  { from, to, format }: JournalBatchInput,
  currency: Currency,
): Promise<BatchPreview[]> {
  const period = { from, to, currency }
  const due = await listDue(db, period, batchLimit + 1)
  if (due.length > batchLimit) throw tooMany()
  const around = await countAround(db, period)
  if (due.length === 0 && around.earlier === 0) return []
  const { sums } = await readEntries(db, due, currency)
  const fault = exportFault(format, currency, sums.accounts.keys(), mapping)?.message ?? null
  return [
    {
      currency,
      entries: sums.entries,
      ...around,
      debit_total: toMoney(sums.debit_cents),
      credit_total: toMoney(sums.credit_cents),
      unbilled_cost: toMoney(await sumUnbilledCost(db, to, currency)),
      uncosted: toMoney(sums.uncosted_cents),
      accounts: byLedgerAccount(mappedSums(sums, accountLookup(mapping.accounts))),
      fault: due.length > 0 && fault !== null ? english(fault) : null,
      fault_message: due.length > 0 && fault !== null ? partsOf(fault) : null,
    },
  ]
}
const wanted = ({ currency }: JournalBatchInput): readonly Currency[] => (currency ? [currency] : currencies)
export async function previewExport(db: Db, input: JournalBatchInput): Promise<{ previews: BatchPreview[] }> {
  const mapping = await readMapping(db)
  const previews: BatchPreview[] = []
  for (const currency of wanted(input)) previews.push(...(await previewOne(db, mapping, input, currency)))
  return { previews }
}

async function exportOne(
  { db, actor }: Context,
  mapping: Mapping,
  { from, to, format }: JournalBatchInput,
  currency: Currency,
  now: Date,
): Promise<number | null> {
  const due = await listDue(db, { from, to, currency }, batchLimit + 1)
  if (due.length === 0) return null
  if (due.length > batchLimit) throw tooMany()
  const id = await takeBatchId(db)
  const { sums, lines } = await readEntries(db, due, currency, (entries, first) =>
    insertEntries(
      db,
      id,
      entries.map(({ entry, document_id }, at) => toStoredEntry(entry, first + at, document_id)),
    ),
  )
  const fault = exportFault(format, currency, sums.accounts.keys(), mapping)
  if (fault) throw fault
  await insertBatch(db, {
    id,
    from_date: from,
    to_date: to,
    currency,
    format,
    entries: sums.entries,
    lines,
    debit_cents: sums.debit_cents,
    credit_cents: sums.credit_cents,
    unbilled_cost_cents: await sumUnbilledCost(db, to, currency),
    uncosted_cents: sums.uncosted_cents,
    accounts: mappedSums(sums, accountLookup(mapping.accounts)),
    settings: mapping.settings,
    created_by: actor.user_id,
    created_at: now.toISOString(),
  })
  return id
}
const recordOf = ({ id }: JournalBatch) => ({ type: 'journal_batch', id, label: batchNumber(id) })
/**
 * Exports what is dated in the period and in no batch yet, as one batch for each currency: all of them or none
 * (RECV-10). Documents entered later than a batch of their day are in the next one.
 */
export async function exportJournal(
  context: Context,
  input: JournalBatchInput,
  now: Date,
): Promise<{ journal_batches: JournalBatch[] }> {
  const { db, audit } = context
  if (await isExporting(db)) throw new AppError('journal.busy')
  const mapping = await readMapping(db)
  const made: JournalBatch[] = []
  for (const currency of wanted(input)) {
    const id = await exportOne(context, mapping, input, currency, now)
    if (id !== null) made.push(await getBatch(db, id))
  }
  if (made.length === 0) throw new AppError('journal.nothing')
  await audit(
    made.map((batch) => ({
      record: recordOf(batch),
      after: {
        from: batch.from,
        to: batch.to,
        format: batch.format_words,
        currency: batch.currency,
        entries: batch.entries,
        debit_total: batch.debit_total,
      },
    })),
  )
  return { journal_batches: made }
}

export async function readBatch(db: Db, id: number): Promise<JournalBatchDetail> {
  const batch = await getBatch(db, id)
  const { accounts } = await getContent(db, id)
  return { ...batch, accounts: byLedgerAccount(accounts), days: await listDays(db, id) }
}

/** Its documents are free to be exported again. Entries and file stay, to be looked at. */
export async function withdrawBatch(
  { db, actor, audit }: Context,
  id: number,
  { reason, version }: { reason: string; version?: number | null | undefined },
  now: Date,
): Promise<JournalBatch> {
  const batch = await lockBatch(db, id)
  if (version && version !== batch.version) throw new AppError('record.stale')
  if (batch.status === 'withdrawn') throw new AppError('journal.withdrawn')
  await setWithdrawn(db, id, {
    withdrawn_by: actor.user_id,
    withdrawn_at: now.toISOString(),
    withdraw_reason: reason,
  })
  await audit({
    record: recordOf(batch),
    before: { status: batch.status },
    after: { status: 'withdrawn', reason, entries: batch.entries },
  })
  return getBatch(db, id)
}
