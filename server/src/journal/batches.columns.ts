import { type BatchStatus, batchNumber, type JournalBatch } from '@portal/contract/journal/journal.ts'
import {
  type JournalFormat,
  type JournalKind,
  journalFormatWords,
} from '@portal/contract/journal/journal-formats.data.ts'
import { batchStatusWords } from '@portal/contract/journal/journal-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { entryTotals, type JournalEntry, type JournalLine } from './entries.rules.ts'

export type StoredBatch = {
  id: number
  from_date: string
  to_date: string
  currency: string
  format: string
  entries: number
  debit_cents: number
  credit_cents: number
  unbilled_cost_cents: number
  uncosted_cents: number
  sha256: Buffer | null
  user_id: number | null
  user_name: string | null
  created_at: string
  withdrawn_by: string | null
  withdrawn_at: string | null
  withdraw_reason: string | null
  version: number
}
const statusOf = ({ withdrawn_at }: Pick<StoredBatch, 'withdrawn_at'>): BatchStatus =>
  withdrawn_at === null ? 'exported' : 'withdrawn'
export function toBatch(stored: StoredBatch): JournalBatch {
  const format = stored.format as JournalFormat
  const status = statusOf(stored)
  return {
    id: stored.id,
    number: batchNumber(stored.id),
    from: stored.from_date,
    to: stored.to_date,
    format,
    format_words: journalFormatWords[format],
    currency: stored.currency as Currency,
    status,
    status_words: batchStatusWords[status],
    entries: stored.entries,
    debit_total: fromUnits(stored.debit_cents, 'money'),
    credit_total: fromUnits(stored.credit_cents, 'money'),
    unbilled_cost: fromUnits(stored.unbilled_cost_cents, 'money'),
    uncosted: fromUnits(stored.uncosted_cents, 'money'),
    sha256: stored.sha256?.toString('hex') ?? null,
    user_id: stored.user_id,
    user_name: stored.user_name,
    created_at: stored.created_at,
    withdrawn_by: stored.withdrawn_by,
    withdrawn_at: stored.withdrawn_at,
    withdraw_reason: stored.withdraw_reason,
    version: stored.version,
  }
}

export type StoredJournalEntry = {
  kind: string
  company_id: number
  currency: string
  entry_date: string
  number: string
  customer: string
  company_number: string
  memo: string
  uncosted_cents: number
  lines: JournalLine[]
}
export type NewEntry = StoredJournalEntry & { n: number; document_id: number; total_cents: number }
export const toStoredEntry = (entry: JournalEntry, n: number, document_id: number): NewEntry => ({
  n,
  document_id,
  kind: entry.kind,
  company_id: entry.customer.id,
  currency: entry.currency,
  entry_date: entry.date,
  number: entry.number,
  customer: entry.customer.name,
  company_number: entry.customer.company_number,
  memo: entry.memo,
  total_cents: entryTotals(entry).debit_cents,
  uncosted_cents: entry.uncosted_cents,
  lines: entry.lines,
})
export const toEntry = (stored: StoredJournalEntry): JournalEntry => ({
  date: stored.entry_date,
  kind: stored.kind as JournalKind,
  number: stored.number,
  customer: { id: stored.company_id, name: stored.customer, company_number: stored.company_number },
  currency: stored.currency as Currency,
  memo: stored.memo,
  uncosted_cents: stored.uncosted_cents,
  lines: stored.lines,
})
