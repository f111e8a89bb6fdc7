import { CompiledQuery, sql } from 'kysely'
import { type Db, executeWithNext } from '../../db/connect.ts'
import type { Actor } from '../access/scope.ts'

export type AuditEntry = {
  /** Defaults to the endpoint's name, such as `cards.update`. */
  action?: string
  record?: { type: string; id: number; label?: string }
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export const maskNumber = (number: string): string => number.replace(/\d(?=\d{4})/g, '•')

/** Secrets never reach the audit log, and card numbers show only their last four digits (A3). */
function presentable(record: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  if (!record) return null
  const shown = Object.entries(record)
    .filter(([name]) => !/password|token|hash/.test(name))
    .map(([name, value]) => [name, name === 'card_number' && typeof value === 'string' ? maskNumber(value) : value])
  return Object.fromEntries(shown)
}

/** Keeps only the changed fields of an update. */
export function changes<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const isSame = (a: unknown, b: unknown) =>
    a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]))
  const only = (record: T) => Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<T>
  return { before: only(before), after: only(after) }
}

const rowOf = (entry: AuditEntry & { action: string }) => ({
  action: entry.action,
  record_type: entry.record?.type ?? null,
  record_id: entry.record?.id ?? null,
  record_label: entry.record?.label ?? null,
  before: presentable(entry.before),
  after: presentable(entry.after),
})
const inJson = (side: Record<string, unknown> | null) => (side === null ? null : JSON.stringify(side))
const byWhom = (actor: Actor, requestId: string) => ({
  user_id: actor.user_id,
  user_email: actor.email,
  company_id: actor.company_id,
  is_switched: actor.is_switched,
  request_id: requestId,
  service_key_id: actor.service_key?.id ?? null,
  service_key_name: actor.service_key?.name ?? null,
})

/** As text, because every change writes one: building it would take as long as writing it. */
const insertEntry = `insert into audit_log (user_id, user_email, company_id, is_switched, request_id, service_key_id, service_key_name,
    action, record_type, record_id, record_label, before, after, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce($14, clock_timestamp()))`
/**
 * Writes one audit entry in the transaction of its change, at the latest with its commit (API-5). `at` is only for the
 * demo, which creates months at once.
 */
export async function writeAudit(
  db: Db,
  actor: Actor,
  requestId: string,
  entry: AuditEntry & { action: string },
  at?: Date,
): Promise<void> {
  const by = byWhom(actor, requestId)
  const { action, record_type, record_id, record_label, before, after } = rowOf(entry)
  const values = [
    by.user_id,
    by.user_email,
    by.company_id,
    by.is_switched,
    by.request_id,
    by.service_key_id,
    by.service_key_name,
    action,
    record_type,
    record_id,
    record_label,
    inJson(before),
    inJson(after),
    at?.toISOString() ?? null,
  ]
  await executeWithNext(db, CompiledQuery.raw(insertEntry, values))
}

/** Writes one entry per changed record, in one statement whose text does not depend on their number. */
export async function writeAudits(
  db: Db,
  actor: Actor,
  requestId: string,
  entries: readonly (AuditEntry & { action: string })[],
): Promise<void> {
  const rows = JSON.stringify(entries.map(rowOf))
  const by = byWhom(actor, requestId)
  await sql`
    insert into audit_log
      (user_id, user_email, company_id, is_switched, request_id, service_key_id, service_key_name, action, record_type, record_id,
        record_label, before, after)
    select ${by.user_id}::bigint, ${by.user_email}, ${by.company_id}::bigint, ${by.is_switched}::boolean, ${by.request_id},
      ${by.service_key_id}::bigint, ${by.service_key_name}, action, record_type, record_id, record_label, before, after
    from jsonb_to_recordset(${rows}::jsonb)
      as entry (action text, record_type text, record_id bigint, record_label text, before jsonb, after jsonb)`.execute(
    db,
  )
}
