import { logFieldOf } from '@portal/contract/logs/log-fields.ts'
import type pg from 'pg'

/** The fields in the audit log for which users would see a name in code (NAV-7). */
export async function fieldsWithoutLabel(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ record_type: string | null; field: string }>(
    `select distinct record_type, field
     from audit_log, jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) field`,
  )
  return rows
    .filter(({ record_type, field }) => !logFieldOf(field, record_type))
    .map(({ record_type, field }) => `${record_type} ${field}`)
}
