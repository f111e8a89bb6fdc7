import { type LogChange, type LogRow, wordsOfAction } from '@portal/contract/logs.ts'
import type { Selectable } from 'kysely'
import type { AuditLog } from '../db/schema.ts'

export type StoredLog = Pick<
  Selectable<AuditLog>,
  'id' | 'at' | 'user_email' | 'is_switched' | 'action' | 'record_type' | 'record_id' | 'record_label' | 'before' | 'after' | 'request_id'
> & { account: string | null }

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((part) => shown(part) ?? '').join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const fieldsOf = (side: unknown): Record<string, unknown> => (typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {})
/** Field by field, in an order that does not hang on how the database keeps them; one that was empty and stayed empty has nothing to say. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): LogChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== null || change.after !== null)
}
const inOneLine = ({ field, before, after }: LogChange): string => `${field}: ${before ?? ''} → ${after ?? ''}`

/** `changed` is for the CSV alone; the answer's schema leaves it out. */
export function toLogRow({ before, after, ...log }: StoredLog): LogRow & { changed: string } {
  const changes = changesOf(fieldsOf(before), fieldsOf(after))
  return { ...log, action_words: wordsOfAction(log.action), changes, changed: changes.map(inOneLine).join('; ') }
}
