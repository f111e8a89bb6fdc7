import { english, partsOf } from '@portal/contract/english.ts'
import type { LogChange } from '@portal/contract/logs/log-change.ts'

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((part) => shown(part) ?? '').join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : english(String(value))
}

function messageIn(value: unknown): Pick<LogChange, 'message'> {
  const message = typeof value === 'string' ? partsOf(value) : null
  return message ? { message } : {}
}

const fieldsOf = (side: unknown): Record<string, unknown> =>
  typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {}
/** Changes field by field, in a stable order; fields that were and stayed empty are omitted. */
export function changesBetween(before: unknown, after: unknown): LogChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort()
  return names
    .map((field) => ({ field, before: shown(old[field]), after: shown(now[field]), ...messageIn(now[field]) }))
    .filter((change) => change.before !== null || change.after !== null)
}
