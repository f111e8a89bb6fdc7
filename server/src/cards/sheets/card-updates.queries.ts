import { type ImportChange, listedChanges } from '@portal/contract/imports/imports.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { maskNumber } from '../../platform/audit/audit.ts'
import type { StoredImport } from '../../platform/sheets/import-work.ts'
import type { SheetFault } from '../../platform/sheets/sheet.ts'
import { fieldOfColumn, shownCardValue, wireValue } from '../cards.columns.ts'
import { cardColumnNames, cardFields, labelOf } from './card-sheet.rules.ts'

const isBalance = (column: string) => /_balance_(cents|milli)$/.test(column)
/** Excludes the number, which identifies the card, and dash cash, which a repeated file would load again. */
const comparable = cardColumnNames.filter(
  (column) => column !== 'card_number' && column !== 'increment_dash_cash_amount_cents',
)
const refs = (columns: readonly string[], table: string) => sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))

type Comparing = { isUpdating: boolean; isHeld: boolean; withBalances: boolean }
/**
 * Finds the changes to existing cards: columns with a cell, and the company by name (CARD-18). Other modes change
 * nothing.
 */
export async function compareCards(db: Db, { isUpdating, isHeld, withBalances }: Comparing): Promise<void> {
  const columns = comparable.filter((column) => withBalances || !isBalance(column))
  if (isHeld)
    await sql`select from cards where card_number in (select card_number from import_rows) order by id for no key update`.execute(
      db,
    )
  await sql`
    create temp table import_changes on commit drop as
    select row_no, card_id, card_status = 'CLOSED' as is_closed, before, after from (
      select r.row_no, cards.id as card_id, cards.card_status,
        jsonb_build_object('company_name', own.name) || to_jsonb(cards) as kept,
        to_jsonb(r) || jsonb_build_object('company_name', coalesce(r.company_name, own.name)) as wanted,
        r.given || '{company_name}'::text[] as given
      from import_rows r join cards on cards.card_number = r.card_number join companies own on own.id = cards.company_id
      where ${isUpdating} and (own.name, ${refs(columns, 'cards')}) is distinct from (r.company_name, ${refs(columns, 'r')})
    ) pairs cross join lateral (
      select jsonb_object_agg(name, kept -> name) as before, jsonb_object_agg(name, wanted -> name) as after
      from unnest(given) name where name = any(${[...columns, 'company_name']}::text[]) and kept -> name is distinct from wanted -> name
    ) differing where after is not null`.execute(db)
  await sql`create unique index on import_changes (row_no)`.execute(db)
}

/** A closed card is final, so its row is rejected with the reason (CARD-9). */
export async function dropClosed(db: Db): Promise<SheetFault[]> {
  const { rows } = await sql<{ row_no: number; card_number: string }>`
    with closed as (delete from import_changes where is_closed returning row_no)
    delete from import_rows where row_no in (select row_no from closed) returning row_no, card_number`.execute(db)
  return rows.map(({ row_no, card_number }) => ({
    row: row_no,
    column: labelOf('card_number'),
    value: card_number,
    reason: 'card.closed' as const,
  }))
}

type Columns = Record<string, unknown>
type Pair = {
  row_no: number
  card_id: number
  company_id: number
  card_number: string
  before: Columns
  after: Columns
}
const pairs = (after: number, limit: number) => sql<Pair>`
  select c.row_no, c.card_id, cards.company_id, cards.card_number, c.before, c.after from import_changes c join cards on cards.id = c.card_id
  where c.row_no > ${after} order by c.row_no limit ${limit}`

const places = new Map<string, number>(cardFields.map((field, at) => [field, at]))
const inFormOrder = (columns: string[]): string[] =>
  columns.sort((one, other) => (places.get(fieldOfColumn(one)) ?? 0) - (places.get(fieldOfColumn(other)) ?? 0))
/** The first changes for a user to review, field by field in the form's order. */
export async function listChanges(db: Db): Promise<ImportChange[]> {
  const { rows } = await pairs(0, listedChanges).execute(db)
  return rows.map(({ row_no, card_number, before, after }) => ({
    row: row_no,
    card_number,
    fields: inFormOrder(Object.keys(after)).map((column) => ({
      field: labelOf(fieldOfColumn(column)),
      before: shownCardValue(column, before[column]),
      after: shownCardValue(column, after[column]),
    })),
  }))
}

/** Applies the changes, with history and audit entry for each card. Returns how many cards changed. */
export async function changeCards(db: Db, claimed: StoredImport): Promise<number> {
  const { user_id, user_name, file_name } = claimed
  await noteChanges(db, claimed)
  const sets = comparable.map(
    (column) =>
      sql`${sql.ref(column)} = case when c.after ? ${sql.lit(column)} then ${sql.ref(`r.${column}`)} else ${sql.ref(`cards.${column}`)} end`,
  )
  const { rows } = await sql<{ changed: number }>`
    with former as (
      select c.row_no, c.after, cards.id, cards.company_id, cards.card_status, target.id as target_id from import_changes c join cards on cards.id = c.card_id
      left join companies target on c.after ? 'company_name' and target.name = c.after ->> 'company_name'
    ), written as (
      update cards set ${sql.join(sets)}, company_id = coalesce(c.target_id, cards.company_id), version = cards.version + 1, updated_at = now()
      from former c join import_rows r on r.row_no = c.row_no where cards.id = c.id
      returning cards.id, cards.company_id, cards.card_status, c.company_id as former_company, c.card_status as former_status
    ), assigned as (
      insert into card_events (card_id, company_id, kind, note, user_id, user_name)
      select id, company_id, 'assigned', left(${file_name}, 200), ${user_id}, ${user_name} from written where company_id <> former_company
    ), held as (
      insert into card_events (card_id, company_id, kind, from_status, to_status, note, user_id, user_name)
      select id, company_id, 'status', former_status, card_status, left(${file_name}, 200), ${user_id}, ${user_name} from written where card_status <> former_status
    )
    select count(*) as changed from written`.execute(db)
  return rows[0]?.changed ?? 0
}

const noteChunk = 1000
async function noteChanges(db: Db, { user_id, user_email, is_switched }: StoredImport): Promise<void> {
  const inWire = (values: Columns) =>
    Object.fromEntries(
      Object.entries(values).map(([column, value]) => [fieldOfColumn(column), wireValue(column, value)]),
    )
  for (let after = 0; ; ) {
    const { rows } = await pairs(after, noteChunk).execute(db)
    if (rows.length === 0) return
    after = rows.at(-1)?.row_no as number
    const notes = rows.map((row) => ({
      ...row,
      label: maskNumber(row.card_number),
      before: inWire(row.before),
      after: inWire(row.after),
    }))
    await sql`
      insert into audit_log (user_id, user_email, company_id, is_switched, action, record_type, record_id, record_label, before, after)
      select ${user_id}::bigint, ${user_email}, company_id, ${is_switched}, 'cards.update', 'card', card_id, label, before, after
      from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as note (company_id bigint, card_id bigint, label text, before jsonb, after jsonb)`.execute(
      db,
    )
  }
}
