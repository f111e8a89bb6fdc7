import type { LogChange } from '@portal/contract/logs/log-change.ts'
import { logFieldOf } from '@portal/contract/logs/log-fields.ts'
import { type LogRow, wordsOfAction } from '@portal/contract/logs/logs.ts'
import type { Selectable } from 'kysely'
import type { AuditLog } from '../db/schema.ts'
import { changesBetween } from '../platform/audit/audit-changes.ts'

export type StoredLog = Pick<
  Selectable<AuditLog>,
  | 'id'
  | 'at'
  | 'user_id'
  | 'user_email'
  | 'service_key_id'
  | 'service_key_name'
  | 'is_switched'
  | 'action'
  | 'record_type'
  | 'record_id'
  | 'record_label'
  | 'before'
  | 'after'
  | 'request_id'
> & { account: string | null }

/** With the field's label, as the page shows it. */
const inOneLine =
  (record: string | null) =>
  ({ field, before, after }: LogChange): string =>
    `${logFieldOf(field, record)?.label ?? field}: ${before ?? ''} → ${after ?? ''}`

/** `changed` is only for the CSV; the reply's schema omits it. */
export function toLogRow({ before, after, ...log }: StoredLog): LogRow & { changed: string } {
  const changes = changesBetween(before, after)
  return {
    ...log,
    action_words: wordsOfAction(log.action),
    changes,
    changed: changes.map(inOneLine(log.record_type)).join('; '),
  }
}
