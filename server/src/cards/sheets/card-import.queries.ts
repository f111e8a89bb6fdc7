import type { Message } from '@portal/contract/message.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { keySql, messageSql } from '../../platform/message-sql.ts'
import type { CheckedRows, StoredImport } from '../../platform/sheets/import-work.ts'
import { keptFaults } from '../../platform/sheets/read-sheet.ts'
import type { SheetFault } from '../../platform/sheets/sheet.ts'
import { fieldOfColumn } from '../cards.columns.ts'
import { type CardFileOptions, cardColumnNames, labelOf, stagedCardColumns } from './card-sheet.rules.ts'
import { changeCards, compareCards, dropClosed, listChanges } from './card-updates.queries.ts'

const names = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((name) => sql.ref(table ? `${table}.${name}` : name)))

/** Stages the file's rows in a temporary table that only this connection sees and that ends with its transaction. */
export async function stageCards(db: Db): Promise<string> {
  await sql`create temp table import_rows on commit drop as select 0 as row_no, ''::text as company_name, 0::bigint as loaded_cents, false as is_example, '{}'::text[] as given, '{}'::text[] as gaps,
    ${names(cardColumnNames)} from cards where false`.execute(db)
  return `copy import_rows (${stagedCardColumns.join(', ')}) from stdin`
}

/** Allows one card import at a time, so that lookups stay true until the import has written. */
const lock = 7083_0015

/** Columns that change on their own or by hand from day one, so they do not show whether a card came from the file. */
const isVolatile = (column: string) =>
  /_balance_(cents|milli)$|^(card_status|increment_dash_cash_amount_cents|odometer|trip_number)$/.test(column)
const stable = cardColumnNames.filter((column) => !isVolatile(column) && column !== 'card_number')

type Found = { row_no: number; field: string; value: string; reason: Message }
/**
 * Drops rows with errors that only the database can find: an unknown company, a number already in use. Each has its
 * reason.
 */
async function dropFaulty(
  db: Db,
  isUpdating: boolean,
): Promise<{ failed: number; faults: SheetFault[]; total: number }> {
  const found = await sql<Found & { total: number; failed: number }>`
    with named as (
      select r.row_no, r.company_name, count(c.id) as companies from import_rows r left join companies c on c.name = r.company_name
      where r.company_name is not null group by r.row_no, r.company_name
    ), known as (
      select r.row_no, own.name as company_name from import_rows r join cards on cards.card_number = r.card_number join companies own on own.id = cards.company_id
    ), numbered as (
      select row_no, card_number, min(row_no) over (partition by card_number) as first_row from import_rows
    ), faults as (
      select row_no, 'company_name' as field, company_name as value,
        case companies when 0 then ${keySql('card.company-unknown')} else ${keySql('card.company-ambiguous')} end as reason
        -- Names are not unique, so an unchanged name keeps the card where it is.
        from named where companies <> 1 and not (${isUpdating} and (row_no, company_name) in (select row_no, company_name from known))
      union all
      select row_no, gap, '', ${keySql('field.required')} from import_rows, unnest(gaps) gap where not (${isUpdating} and row_no in (select row_no from known))
      union all
      select row_no, 'card_number', card_number, ${messageSql('card.sheet-twice', { row: sql`first_row` })} from numbered where row_no <> first_row
      union all
      select r.row_no, 'card_number', r.card_number, ${keySql('card.sheet-differs')}
        from import_rows r join cards on cards.card_number = r.card_number join companies c on c.id = cards.company_id
        where not ${isUpdating} and gaps = '{}' and (c.name, ${names(stable, 'cards')}) is distinct from (r.company_name, ${names(stable, 'r')})
    ), gone as (
      delete from import_rows where row_no in (select row_no from faults) returning row_no
    )
    select row_no, field, value, reason, count(*) over () as total, (select count(*) from gone) as failed from faults order by row_no limit ${keptFaults}
  `.execute(db)
  const [first] = found.rows
  const faults = found.rows.map(({ row_no, field, value, reason }) => ({
    row: row_no,
    column: labelOf(fieldOfColumn(field)),
    value,
    reason,
  }))
  return { failed: first?.failed ?? 0, faults, total: first?.total ?? 0 }
}

const numbered = async (query: ReturnType<typeof sql>, db: Db): Promise<number> =>
  Number((await query.execute(db)).numAffectedRows ?? 0)

export async function checkCards(db: Db, { mode, options }: StoredImport): Promise<CheckedRows> {
  const isUpdating = mode === 'preview' || mode === 'update'
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db)
  await sql`create index on import_rows (card_number)`.execute(db)
  await sql`analyze import_rows`.execute(db)
  const skipped = await numbered(sql`delete from import_rows where is_example`, db)
  const { failed, faults, total } = await dropFaulty(db, isUpdating)
  await compareCards(db, {
    isUpdating,
    isHeld: mode === 'update',
    withBalances: (options as CardFileOptions).withBalances === true,
  })
  const closed = await dropClosed(db)
  const same = await numbered(
    sql`delete from import_rows r using cards where cards.card_number = r.card_number and r.row_no not in (select row_no from import_changes)`,
    db,
  )
  const { rows } = await sql<{ good: number; changed: number }>`
    select (select count(*) from import_rows) as good, (select count(*) from import_changes) as changed`.execute(db)
  const { good = 0, changed = 0 } = rows[0] ?? {}
  return {
    good,
    changed,
    changes: await listChanges(db),
    skipped,
    duplicate: same + skipped,
    failed: failed + closed.length,
    faults: [...faults, ...closed],
    faultsTotal: total + closed.length,
  }
}

export async function applyCards(db: Db, claimed: StoredImport): Promise<{ booked: number }> {
  const { user_id, user_name, file_name } = claimed
  const { rows } = await sql<{ booked: number }>`
    with added as (
      insert into cards (company_id, ${names(cardColumnNames)})
      select c.id, ${names(cardColumnNames, 'r')} from import_rows r join companies c on c.name = r.company_name
      where r.row_no not in (select row_no from import_changes) order by r.row_no
      returning id, company_id, card_status, card_number
    ), loaded as (
      insert into card_events (card_id, company_id, kind, amount_cents, note, user_id, user_name)
      select a.id, a.company_id, 'dash-cash', r.loaded_cents, r.dash_cash_memo, ${user_id}, ${user_name}
      from added a join import_rows r on r.card_number = a.card_number where r.loaded_cents > 0
    ), recorded as (
      insert into card_events (card_id, company_id, kind, to_status, note, user_id, user_name)
      select id, company_id, 'created', card_status, left(${file_name}, 200), ${user_id}, ${user_name} from added
    )
    select count(*) as booked from added`.execute(db)
  return { booked: (rows[0]?.booked ?? 0) + (await changeCards(db, claimed)) }
}
