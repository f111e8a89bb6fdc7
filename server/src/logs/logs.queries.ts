import type { ListQuery } from '@portal/contract/list.ts'
import { formerActions, type LogRow, logList } from '@portal/contract/logs/logs.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { toLogRow } from './logs.columns.ts'

const renamed = Object.entries(formerActions).map(([old, now]) => sql`when ${sql.lit(old)} then ${sql.lit(now)}`)
const currentAction = sql<string>`case action ${sql.join(renamed, sql` `)} else action end`.as('current_action')
/**
 * The audit log of the acting company only: even the provider's staff switch to a customer to read its log (NAV-7).
 * Entries of no company, such as failed sign-ins, are the provider's. A union of two ordered halves reads both from the
 * index and merges only their starts; an `or` would read and sort everything.
 */
const visibleLogs = (db: Db, scope: Scope, direction: 'asc' | 'desc') => {
  const logs = db
    .selectFrom('audit_log')
    .selectAll()
    .select(currentAction)
    .orderBy('at', direction)
    .orderBy('id', direction)
  const own = db.selectFrom(logs.where('company_id', '=', scope.company_id).as('own')).selectAll()
  const unowned = db.selectFrom(logs.where('company_id', 'is', null).as('unowned')).selectAll()
  return db.selectFrom((onlyCompany(scope) === null ? own.unionAll(unowned) : own).as('audit_log'))
}

export const listLogs = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'logs', LogRow>> =>
  paginate(
    db,
    scope,
    logList,
    query,
    {
      id: 'audit_log.id',
      at: { column: 'audit_log.at', isInstant: true },
      user_email: 'audit_log.user_email',
      service_key_name: { column: 'audit_log.service_key_name', isNullable: true },
      action: 'audit_log.current_action',
      record_type: 'audit_log.record_type',
      record_label: 'audit_log.record_label',
    },
    {
      from: visibleLogs(db, scope, query.sort.endsWith('asc') ? 'asc' : 'desc'),
      show: (logs: ReturnType<typeof visibleLogs>) =>
        logs
          .leftJoin('companies', 'companies.id', 'audit_log.company_id')
          .select([
            'audit_log.id',
            'audit_log.at',
            'audit_log.user_id',
            'audit_log.user_email',
            'audit_log.service_key_id',
            'audit_log.service_key_name',
            'companies.name as account',
            'audit_log.is_switched',
            'audit_log.action',
            'audit_log.record_type',
            'audit_log.record_id',
            'audit_log.record_label',
            'audit_log.before',
            'audit_log.after',
            'audit_log.request_id',
          ]),
      row: toLogRow,
    },
  )
