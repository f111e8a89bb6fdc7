import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A user's name, by the table or alias in the query. */
export const userNameOf = (user: string) =>
  sql<string | null>`${sql.ref(user)}.first_name || ' ' || ${sql.ref(user)}.last_name`

/** A record's entries of the audit log, as history rows without `before` and `after`. */
export const auditedChanges = (db: Db, recordType: string, recordId: number) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .select([
      sql<string>`'change'`.as('source'),
      'audit_log.id',
      'audit_log.at',
      sql<string>`'changed'`.as('kind'),
      'audit_log.action',
      // What a program did is not said of the person alone.
      sql<string | null>`coalesce(${userNameOf('users')}, audit_log.user_email)
        || coalesce(' (' || audit_log.service_key_name || ')', '')`.as('by'),
      sql<string | null>`null::text`.as('note'),
    ])
