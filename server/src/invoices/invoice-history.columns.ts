import type { InvoiceHistoryEntry } from '@portal/contract/invoices.ts'
import { wordsOfAction } from '@portal/contract/logs.ts'
import { mailStatusWords } from '@portal/contract/outbox.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { changesBetween } from '../platform/audit-changes.ts'

/** What every source of the history gives, one row an entry. `before` and `after` hold the fields it tells of. */
export type HistoryRow = {
  source: string
  id: number
  at: string
  kind: string
  action: string | null
  by: string | null
  note: string | null
  before: unknown
  after: unknown
}

type Fields = Record<string, unknown>
/** Amounts in dollars, and what became of a mail in the word that is shown for it. */
function presentable(side: unknown): Fields {
  const { amount_cents, mail_status, ...fields } = (side ?? {}) as Fields
  if (typeof amount_cents === 'number') fields.amount = fromUnits(amount_cents, 'money')
  if (typeof mail_status === 'string') fields.mail_status = (mailStatusWords as Record<string, string>)[mail_status] ?? mail_status
  return fields
}

/** A reason that somebody gave is told in their own words, apart from the fields. */
export function toHistoryEntry({ source, id, at, kind, action, by, note, before, after }: HistoryRow): InvoiceHistoryEntry {
  const { reason, ...fresh } = presentable(after)
  return {
    id: `${source}-${id}`,
    at,
    kind: kind as InvoiceHistoryEntry['kind'],
    words: action && wordsOfAction(action),
    changes: changesBetween(presentable(before), fresh),
    by,
    note: typeof reason === 'string' ? reason : note,
  }
}
