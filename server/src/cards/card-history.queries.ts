import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { auditedChanges } from '../platform/audit/history.queries.ts'
import type { HistoryRow } from '../platform/audit/history.ts'
import type { HistoryCursor } from './card-history.columns.ts'

const visibleEvents = visible('card_events', 'company_id')
/** The card's events. A holder reads only those from the time it held the card. */
const eventsOf = (db: Db, scope: Scope, cardId: number) =>
  visibleEvents(db, scope)
    .where('card_id', '=', cardId)
    .leftJoin('companies', 'companies.id', 'card_events.company_id')
    .select([
      sql<string>`'event'`.as('source'),
      'card_events.id',
      'card_events.at',
      'card_events.kind',
      sql<string | null>`null::text`.as('action'),
      'card_events.user_name as by',
      'card_events.note',
      sql<unknown>`jsonb_build_object('card_status', from_status)`.as('before'),
      sql<unknown>`jsonb_build_object('card_status', to_status, 'amount_cents', amount_cents,
        'company_name', case when card_events.kind = 'assigned' then companies.name end)`.as('after'),
    ])

/** Card events already cover these fields, in more detail. */
const coveredByEvents = sql`'{card_status,status,company,company_name,company_number,reason,memo}'::text[]`
/** All other changes to the card and its files, from the audit log, whichever company's user made them. */
const changesOf = (db: Db, cardId: number) =>
  auditedChanges(db, 'card', cardId)
    .where('action', 'not in', ['cards.create', 'cards.remove'])
    .where(sql<boolean>`(coalesce(before, '{}') || coalesce(after, '{}')) - ${coveredByEvents} <> '{}'`)
    .select([
      sql<unknown>`before - ${coveredByEvents}`.as('before'),
      sql<unknown>`after - ${coveredByEvents}`.as('after'),
    ])

/** Balance refreshes by day. Each kind is a bit of the table's bit mask. */
const refreshNames = [
  'refreshing_cash_balance',
  'weekly_fuel_quantity_balance',
  'non_highway_fuel_weekly_balance',
  'weekly_product_balance',
]
const visibleRefreshes = visible('card_refreshes', 'company_id')
const refreshesOf = (db: Db, scope: Scope, cardId: number) => {
  const names = sql.join(
    refreshNames.map((name, bit) => sql`case when kinds & ${sql.lit(1 << bit)} > 0 then ${sql.lit(name)} end`),
  )
  const refreshes = visibleRefreshes(db, scope).where('card_id', '=', cardId)
  return refreshes.select([
    sql<string>`'refresh'`.as('source'),
    sql<number>`(day - date '2000-01-01')::bigint`.as('id'),
    'at',
    sql<string>`'refreshed'`.as('kind'),
    sql<string | null>`null::text`.as('action'),
    sql<string | null>`null::text`.as('by'),
    sql<string | null>`day::text`.as('note'),
    sql<unknown>`'{}'::jsonb`.as('before'),
    sql<unknown>`jsonb_build_object('balances', concat_ws(',', ${names}))`.as('after'),
  ])
}

/** Newest first, from a cursor. A new source is one more branch of the union. */
export async function listCardHistory(
  db: Db,
  scope: Scope,
  cardId: number,
  after: HistoryCursor | null,
  limit: number,
): Promise<HistoryRow[]> {
  const events = eventsOf(db, scope, cardId).unionAll(refreshesOf(db, scope, cardId))
  const all = onlyCompany(scope) === null ? events.unionAll(changesOf(db, cardId)) : events
  const entries = db.selectFrom(all.as('entries')).selectAll()
  const rest = after
    ? entries.where(
        sql<boolean>`(at, source, id) < (${after.at}::timestamptz, ${after.source}::text, ${after.id}::bigint)`,
      )
    : entries
  return rest.orderBy('at', 'desc').orderBy('source', 'desc').orderBy('id', 'desc').limit(limit).execute()
}
