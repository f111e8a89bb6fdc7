import type { JournalKind } from '@portal/contract/journal/journal-formats.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import {
  type DocumentSum,
  documentEntry,
  type EntryHead,
  type JournalEntry,
  receiptEntry,
  refundEntry,
  reversalEntry,
  writeOffEntry,
} from './entries.rules.ts'

/** A document as the journal reads it. Amounts of reversals and credit notes are negative. */
export type StoredDocument = {
  kind: JournalKind
  id: number
  number: string
  date: string
  currency: Currency
  company_id: number
  customer: string
  company_number: string
  cents: number
  mode: string | null
  note: string | null
}
export type StoredSum = DocumentSum & { id: number; is_costed: boolean }

const unknownCost = {
  cost_pre_cents: null,
  cost_gst_cents: null,
  cost_hst_cents: null,
  cost_pst_cents: null,
  cost_qst_cents: null,
}
/** Sums without a known cost have none, so that no cost of sales follows from a zero. */
const toDocumentSum = ({ id, is_costed, ...sum }: StoredSum): DocumentSum =>
  is_costed ? sum : { ...sum, ...unknownCost }

const headOf = ({ date, number, company_id, customer, company_number, currency, note }: StoredDocument): EntryHead => ({
  date,
  number,
  customer: { id: company_id, name: customer, company_number },
  currency,
  note,
})
const kindsOf = {
  receipt: (stored: StoredDocument, amount_cents: number) =>
    receiptEntry(headOf(stored), { mode: stored.mode ?? '', amount_cents }),
  refund: (stored: StoredDocument, amount_cents: number) =>
    refundEntry(headOf(stored), { mode: stored.mode ?? '', amount_cents }),
  write_off: (stored: StoredDocument, amount_cents: number) => writeOffEntry(headOf(stored), amount_cents),
} as const

/** The entry of a document (RECV-10). Throws a RangeError if its sums do not add up to it. */
export function entryOfDocument(stored: StoredDocument, sums: readonly StoredSum[]): JournalEntry {
  const { kind, cents } = stored
  if (kind === 'invoice' || kind === 'credit_note')
    return documentEntry(kind, headOf(stored), sums.map(toDocumentSum), cents)
  if (kind === 'receipt' || kind === 'refund' || kind === 'write_off') return kindsOf[kind](stored, cents)
  const reversed = kind.replace('_reversal', '') as keyof typeof kindsOf
  return reversalEntry(kindsOf[reversed](stored, -cents), stored)
}

/** Which table a document is in: a reversal is in that of what it reverses. */
export const sourceOf = (kind: JournalKind) =>
  kind.replace('_reversal', '') as 'invoice' | 'credit_note' | 'receipt' | 'refund' | 'write_off'
