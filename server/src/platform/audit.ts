import type { Db } from '../db/connect.ts'
import type { Actor } from './scope.ts'

export type AuditEntry = {
  /** Defaults to the endpoint's name, such as `cards.update`. */
  action?: string
  record?: { type: string; id: number; label?: string }
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export const maskNumber = (number: string): string => number.replace(/\d(?=\d{4})/g, '•')

/** Secrets never reach the trail, and a card number shows its last four digits only (A3). */
function presentable(record: Record<string, unknown> | null | undefined): string | null {
  if (!record) return null
  const shown = Object.entries(record)
    .filter(([name]) => !/password|token|hash/.test(name))
    .map(([name, value]) => [name, name === 'card_number' && typeof value === 'string' ? maskNumber(value) : value])
  return JSON.stringify(Object.fromEntries(shown))
}

/** Only what changed is kept of an update. */
export function changes<T extends Record<string, unknown>>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const isSame = (a: unknown, b: unknown) => a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]))
  const only = (record: T) => Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<T>
  return { before: only(before), after: only(after) }
}

/** One row of the trail, in the transaction of the change it tells of (API-5). */
export async function writeAudit(db: Db, actor: Actor, requestId: string, entry: AuditEntry & { action: string }): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      user_id: actor.user_id,
      user_email: actor.email,
      company_id: actor.company_id,
      is_switched: actor.is_switched,
      action: entry.action,
      record_type: entry.record?.type ?? null,
      record_id: entry.record?.id ?? null,
      record_label: entry.record?.label ?? null,
      before: presentable(entry.before),
      after: presentable(entry.after),
      request_id: requestId,
    })
    .execute()
}
