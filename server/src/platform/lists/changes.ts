import { AppError } from '@portal/contract/errors.ts'
import { isDay } from '@portal/contract/fields.ts'
import type { ListMetadata, ListSpec } from '@portal/contract/list.ts'
import type { ChangesQuery } from '@portal/contract/list-changes.ts'
import { type SqlBool, sql } from 'kysely'
import { type Database, type Db, gateOf, type Scope } from '../../db/connect.ts'
import { onlyCompany } from '../access/scope.ts'
import { refuseOn } from '../http/errors.ts'
import { type Asked, after, inOrder, withIds } from './asked.ts'
import { type ChangeCursor, openCursor, sealCursor } from './change-cursor.ts'
import { columnName } from './list-conditions.ts'

/** How many keys of the list, or noted changes, one answer looks at; it can end before its page is full. */
const walkedAtOnce = 50_000
const notedAtOnce = 20_000
const leastBatch = 200

type State = {
  epoch: string
  is_settled: boolean
  /** Which transactions have ended. */
  snapshot: string
  /** Up to this number, a record's number does not prove that its change is noted. */
  untrusted: string
  covered_from: string
  seen: number | null
  seen_at: string | null
  is_known: boolean
}
type Noted = { xid: string; company_id: number; id: number }
type Shown = { changed_xid: string; company_id: number; id: number }
type Reading<Row> = {
  asked: Asked<Row>
  db: Db
  kind: string
  only: number | null
  state: State
  cursor: ChangeCursor
  found: Found[]
  gone: number[]
  hasMore: boolean
}
/** A row of the page, with the number that it must still have when it is read. */
type Found = { id: number; changed_xid: string }

const tooOld = () => new AppError('changes.cursor-too-old')
const isBefore = (one: string, other: string): boolean => BigInt(one) < BigInt(other)
/** The oldest running transaction of a snapshot, and the one after the last. */
const startOf = (snapshot: string | null) => ({ xid: snapshot?.split(':')[0] ?? '0', company: 0, id: 0 })
const endOf = (snapshot: string): string => snapshot.split(':')[1] as string
const tableOf = ({ id }: { id: string }): string => id.split('.')[0] as string
const changedXid = ({ id }: { id: string }) => sql.ref(`${tableOf({ id })}.changed_xid`)

async function readState(db: Db, cursor: ChangeCursor | null): Promise<State> {
  const seen = cursor?.seen
  const { rows } = await sql<State>`
    select epoch, is_settled, snapshot, untrusted, covered_from, seen, seen_at, is_known
    from change_state(${seen?.n ?? null}::bigint, ${seen?.at ?? null}::timestamptz)`.execute(db)
  const [state] = rows
  if (!state?.is_settled) throw new AppError('service.unavailable', undefined, { retryAfterSeconds: 5 })
  return state
}
const secrets = new WeakMap<Database['gate'], Promise<Buffer>>()
/** Read once per process, by the gate; a failure is not cached. */
function readSecret(db: Db): Promise<Buffer> {
  const gate = gateOf(db)
  const asking =
    secrets.get(gate) ??
    gate<{ secret: Buffer }>('select list_cursor_secret() as secret', []).then(([row]) => row?.secret as Buffer)
  secrets.set(gate, asking)
  asking.catch(() => secrets.delete(gate))
  return asking
}

/**
 * A time that the noted changes cover is found there; from an earlier one, the whole list is walked. They are read from an
 * hour before: a transaction may have begun before others that are noted earlier.
 */
async function begin(db: Db, state: State, since: string): Promise<ChangeCursor> {
  const begun = { epoch: state.epoch, seen: null, from: null, to: state.snapshot, isWalked: false, at: startOf(null) }
  if (since === '') return { ...begun, since: null, walk: { after: null } }
  const given = isDay(since) ? sql`start_of_day(${since}::date)` : sql`${since}::timestamptz`
  const { rows } = await sql<{ since: string; is_covered: boolean; before: string | null }>`
    select given.since, given.since >= ${state.covered_from}::timestamptz as is_covered,
      first_change_since(given.since - interval '1 hour') as before
    from (select ${given} as since) given`.execute(db)
  const [asked] = rows
  if (!asked) throw tooOld()
  if (!asked.is_covered) return { ...begun, since: asked.since, walk: { after: null } }
  return { ...begun, since: asked.since, walk: null, at: { ...begun.at, xid: asked.before ?? '0' } }
}

function demandContinuable(cursor: ChangeCursor, state: State): void {
  const isForeign = cursor.epoch !== state.epoch || !state.is_known
  const isAhead = [cursor.from, cursor.to].some((one) => one && isBefore(endOf(state.snapshot), endOf(one)))
  // In a first round without a walk, what changed since the given time must still be there.
  const isUncovered =
    cursor.from === null && !cursor.walk && !cursor.isWalked && (cursor.since ?? '') < state.covered_from
  if (isForeign || isAhead || isUncovered) throw tooOld()
}

/** The next rows of the list in its order, by their keys alone. Rows that changed since come as changes, after the walk. */
async function walk<Row>(reading: Reading<Row>, room: number): Promise<void> {
  const { asked, db, cursor, state } = reading
  const { sort, id, direction } = asked
  const xid = changedXid(asked)
  const isOld = sql<SqlBool>`(pg_visible_in_snapshot(${xid}, ${cursor.to}::pg_snapshot) or ${xid} <= ${state.untrusted}::xid8)`
  const updated = sql.ref(`${tableOf(asked)}.updated_at`)
  const isWanted =
    cursor.since === null ? isOld : sql<SqlBool>`(${isOld} and ${updated} >= ${cursor.since}::timestamptz)`
  const most = cursor.since === null ? Math.max(2 * room, leastBatch) : walkedAtOnce
  const keys = inOrder(asked, asked.base(true)).select([
    sql.ref(columnName(sort)).as('value'),
    sql.ref(id).as('id'),
    xid.as('changed_xid'),
    isWanted.as('is_wanted'),
  ])
  const from = cursor.walk?.after
  const scanned = (from ? keys.where(after(sort, id, direction, from)) : keys).limit(most)
  const { rows } = await sql<Key>`
    with scanned as materialized (${scanned}), numbered as (select *, row_number() over () as n, count(*) over () as total from scanned)
    select * from numbered where is_wanted or n = total order by n limit ${room + 1}`.execute(db)
  const wanted = rows.filter((row) => row.is_wanted).slice(0, room)
  const last = wanted.length === room ? wanted.at(-1) : rows.at(-1)
  reading.found.push(...wanted)
  const isThrough = !last || (last.n === last.total && last.total < most)
  cursor.walk = isThrough ? null : { after: { value: last.value, id: last.id } }
  cursor.isWalked = isThrough
  // Without a time, there are no deletions to tell: the reader has nothing yet.
  if (isThrough && cursor.since === null) endRound(cursor)
}
type Key = { value: unknown; id: number; changed_xid: string; is_wanted: boolean; n: number; total: number }

function endRound(cursor: ChangeCursor): void {
  const from = cursor.to
  Object.assign(cursor, {
    from,
    to: null,
    since: null,
    isWalked: false,
    at: startOf(from),
  } satisfies Partial<ChangeCursor>)
}

const purged = refuseOn('changes_kept', tooOld())
async function listNoted<Row>({ db, kind, only, cursor }: Reading<Row>, limit: number): Promise<Noted[]> {
  const { at, from, to } = cursor
  return (
    await sql<Noted>`
      select xid, company_id, id from changes_after(${kind}, ${only}::bigint, ${at.xid}::xid8, ${at.company}::bigint, ${at.id}::bigint,
        ${from}::pg_snapshot, ${to}::pg_snapshot, ${limit}::int)`
      .execute(db)
      .catch(purged)
  ).rows
}

type Present = Shown & { is_since: boolean }
async function listPresent<Row>({ asked, db, cursor }: Reading<Row>, ids: number[]): Promise<Map<number, Present>> {
  const table = tableOf(asked)
  const rows = withIds(asked, asked.source.from, ids).select([
    sql.ref(asked.id).as('id'),
    sql.ref(`${table}.company_id`).as('company_id'),
    changedXid(asked).as('changed_xid'),
    sql<boolean>`${sql.ref(`${table}.updated_at`)} >= coalesce(${cursor.since}::timestamptz, '-infinity')`.as(
      'is_since',
    ),
  ])
  const { rows: present } = await sql<Present>`${rows}`.execute(db)
  return new Map(present.map((row) => [row.id, row]))
}
type Gone = { record_id: number; company_id: number; xid: string; is_since: boolean }
/** What a company no longer has; for staff, only what no company has. */
async function listGone<Row>({ db, kind, only, cursor }: Reading<Row>, ids: number[]): Promise<Map<string, Gone>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Gone>`
    select record_id, company_id, xid, noted_at >= coalesce(${cursor.since}::timestamptz, '-infinity') as is_since from changes_gone
    where kind = ${kind} and record_id = any(${ids}::bigint[]) and ${only === null ? sql`is_deleted` : sql`company_id = ${only}`}`.execute(
    db,
  )
  return new Map(rows.map((row) => [`${row.record_id} ${row.company_id}`, row]))
}

/**
 * The next noted changes. A record is at the place of its last change: an earlier one is passed over, and a later one may
 * belong to a later round.
 */
async function follow<Row>(reading: Reading<Row>, room: number): Promise<number> {
  const { cursor, state } = reading
  cursor.to ??= state.snapshot
  const batch = Math.max(room, leastBatch)
  const noted = await listNoted(reading, batch)
  const ids = noted.map(({ id }) => id)
  const present = await listPresent(reading, ids)
  const gone = await listGone(
    reading,
    ids.filter((id) => !present.has(id)),
  )
  const isFirst = cursor.from === null
  let taken = 0
  for (const { xid, company_id, id } of noted) {
    if (taken === room) break
    const row = present.get(id)
    const left = row ? undefined : gone.get(`${id} ${company_id}`)
    if (row?.changed_xid === xid && row.company_id === company_id) {
      if (!isFirst || (row.is_since && !cursor.isWalked)) {
        reading.found.push(row)
        taken += 1
      }
    } else if (left?.xid === xid && (!isFirst || left.is_since)) {
      reading.gone.push(id)
      taken += 1
    }
    cursor.at = { xid, company: company_id, id }
  }
  if (noted.length < batch && taken < room) {
    reading.hasMore = cursor.to !== state.snapshot
    endRound(cursor)
  }
  return noted.length
}

/** The rows of the page. One that has changed meanwhile is left out: it comes later, as it is then. */
async function showFound<Row>({ asked, db, found }: Reading<Row>): Promise<Row[]> {
  if (found.length === 0) return []
  const shown = withIds(
    asked,
    asked.source.show(asked.source.from),
    found.map(({ id }) => id),
  ).select([sql.ref<number>(asked.id).as('id'), changedXid(asked).as('changed_xid')])
  const { rows } = await sql<Shown>`${shown}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, changed_xid }) => {
    const row = byId.get(id)
    if (!row || row.changed_xid !== changed_xid) return []
    const { changed_xid: _, ...raw } = row
    return [asked.source.row(raw)]
  })
}

/** Answers what changed since a cursor or a time, with the cursor to go on from (INTEG-2, docs/decisions/0060). */
export async function listChanged<Row>(
  asked: Asked<Row>,
  scope: Scope,
  list: ListSpec,
  query: ChangesQuery & { size: number },
): Promise<{ metadata: ListMetadata; gone: number[] }> {
  const { db } = asked
  const only = onlyCompany(scope)
  const boundTo = `${list.rows} ${only ?? 'all'}`
  const secret = await readSecret(db)
  const given = query.cursor ? openCursor(query.cursor, secret, boundTo) : null
  if (query.cursor && !given) throw new AppError('request.invalid', { cursor: 'list.cursor' })
  const state = await readState(db, given)
  const cursor = given ?? (await begin(db, state, query.updated_since ?? ''))
  demandContinuable(cursor, state)
  const reading: Reading<Row> = { asked, db, kind: list.rows, only, state, cursor, found: [], gone: [], hasMore: true }
  const { found, gone } = reading
  const room = () => query.size - found.length - gone.length
  if (cursor.walk) await walk(reading, room())
  // After the walk, what changed meanwhile.
  let looked = 0
  while (!cursor.walk && reading.hasMore && room() > 0 && looked < notedAtOnce) looked += await follow(reading, room())
  const rows = await showFound(reading)
  const seen = state.seen === null ? cursor.seen : { n: state.seen, at: state.seen_at as string }
  const next_cursor = sealCursor({ ...cursor, seen }, secret, boundTo)
  const metadata: ListMetadata = {
    page: 1,
    size: query.size,
    total_count: rows.length + gone.length,
    total_pages: 1,
    total_kind: reading.hasMore ? 'at_least' : 'exact',
    next_cursor,
    has_more: reading.hasMore,
  }
  return { metadata, [list.rows]: rows, gone }
}
