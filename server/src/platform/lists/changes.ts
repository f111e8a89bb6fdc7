import { AppError } from '@portal/contract/errors.ts'
import { isDay } from '@portal/contract/fields.ts'
import type { ListMetadata, ListSpec } from '@portal/contract/list.ts'
import type { ChangesQuery } from '@portal/contract/list-changes.ts'
import { type SqlBool, sql } from 'kysely'
import { type Database, type Db, gateOf, type Scope } from '../../db/connect.ts'
import { onlyCompany } from '../access/scope.ts'
import { refuseOn } from '../http/errors.ts'
import { type ChangeCursor, openCursor, sealCursor } from './change-cursor.ts'
import { columnName } from './list-conditions.ts'
import { type Asked, after, inOrder, withIds } from './paginate.ts'

/** How many keys of the list, or noted changes, one answer looks at; it can end before its page is full. */
const walkedAtOnce = 50_000
const notedAtOnce = 20_000
const leastBatch = 200

type State = {
  epoch: string
  is_settled: boolean
  /** Every transaction below has ended. */
  horizon: string
  /** Up to this number, a record's number does not prove that its change is noted. */
  untrusted: string
  covered_from: string
  seen: number | null
  seen_at: string | null
  is_known: boolean
}
type Noted = { xid: string; company_id: number; id: number }
type Shown = { changed_xid: string; company_id: number; id: number }
/** The answer while it is made. `gone` are records that the caller's company no longer has. */
export type Changes<Row> = { metadata: ListMetadata; gone: number[]; rows: Row[] }
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
/** A row of the page, with what its number must be when it is read. */
type Found = { id: number; isStill: (changed: string) => boolean }

const tooOld = () => new AppError('changes.cursor-too-old')
const isBefore = (one: string, other: string): boolean => BigInt(one) < BigInt(other)
const tableOf = ({ id }: { id: string }): string => id.split('.')[0] as string
const changedXid = ({ id }: { id: string }) => sql.ref(`${tableOf({ id })}.changed_xid`)

async function readState(db: Db, cursor: ChangeCursor | null): Promise<State> {
  const seen = cursor?.seen
  const { rows } = await sql<State>`
    select epoch, is_settled, horizon, untrusted, covered_from, seen, seen_at, is_known
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
 * A time that the journal covers is found there; from an earlier one, the whole list is walked. The journal is read from
 * an hour before: a transaction may have begun before others that are noted earlier.
 */
async function begin(db: Db, state: State, since: string): Promise<ChangeCursor> {
  const { epoch, horizon: start } = state
  const nowhere = { xid: '0', company: 0, id: 0 }
  const common = { epoch, seen: null, start, isOnlyGone: false }
  if (since === '') return { ...common, since: null, walk: { after: null }, at: { ...nowhere, xid: start } }
  const given = isDay(since) ? sql`start_of_day(${since}::date)` : sql`${since}::timestamptz`
  const { rows } = await sql<{ since: string; is_covered: boolean; before: string | null }>`
    select given.since, given.since >= ${state.covered_from}::timestamptz as is_covered,
      first_change_since(given.since - interval '1 hour') as before
    from (select ${given} as since) given`.execute(db)
  const [asked] = rows
  if (!asked) throw tooOld()
  if (asked.is_covered)
    return { ...common, since: asked.since, walk: null, at: { ...nowhere, xid: asked.before ?? '0' } }
  return { ...common, since: asked.since, walk: { after: null }, at: nowhere, isOnlyGone: true }
}

function demandContinuable(cursor: ChangeCursor, state: State): void {
  const isForeign = cursor.epoch !== state.epoch || !state.is_known
  const isAhead = isBefore(state.horizon, cursor.at.xid) || isBefore(state.horizon, cursor.start)
  // Of the changes before the start, those since the given time must still be there.
  const isUncovered =
    cursor.since !== null &&
    cursor.walk === null &&
    !cursor.isOnlyGone &&
    isBefore(cursor.at.xid, cursor.start) &&
    cursor.since < state.covered_from
  if (isForeign || isAhead || isUncovered) throw tooOld()
}

/** Rows that changed since the reading began come as changes, after the walk. */
const isWalked = ({ cursor, state }: Reading<unknown>, changed: string): boolean =>
  isBefore(changed, cursor.start) || !isBefore(state.untrusted, changed)

/** The next rows of the list in its order, by their keys alone. */
async function walk<Row>(reading: Reading<Row>, room: number): Promise<void> {
  const { asked, db, cursor, state } = reading
  const { sort, id, direction } = asked
  const xid = changedXid(asked)
  const isOld = sql<SqlBool>`(${xid} < ${cursor.start}::xid8 or ${xid} <= ${state.untrusted}::xid8)`
  const updated = sql.ref(`${tableOf(asked)}.updated_at`)
  const isWanted =
    cursor.since === null ? isOld : sql<SqlBool>`(${isOld} and ${updated} >= ${cursor.since}::timestamptz)`
  const most = cursor.since === null ? Math.max(2 * room, leastBatch) : walkedAtOnce
  const keys = inOrder(asked, asked.base(true)).select([
    sql.ref(columnName(sort)).as('value'),
    sql.ref(id).as('id'),
    isWanted.as('is_wanted'),
  ])
  const from = cursor.walk?.after
  const scanned = (from ? keys.where(after(sort, id, direction, from)) : keys).limit(most)
  const { rows } = await sql<{ value: unknown; id: number; is_wanted: boolean; n: number; total: number }>`
    with scanned as materialized (${scanned}), numbered as (select *, row_number() over () as n, count(*) over () as total from scanned)
    select value, id, is_wanted, n, total from numbered where is_wanted or n = total order by n limit ${room + 1}`.execute(
    db,
  )
  const wanted = rows.filter((row) => row.is_wanted).slice(0, room)
  const isFull = wanted.length === room
  const last = isFull ? wanted.at(-1) : rows.at(-1)
  reading.found.push(...wanted.map((row) => ({ id: row.id, isStill: (changed: string) => isWalked(reading, changed) })))
  const isThrough = !last || (last.n === last.total && last.total < most)
  cursor.walk = isThrough ? null : { after: { value: last.value, id: last.id } }
  reading.hasMore = !isThrough
}

const purged = refuseOn('changes_kept', tooOld())
async function listNoted<Row>({ db, kind, only, cursor, state }: Reading<Row>, limit: number): Promise<Noted[]> {
  const { xid, company, id } = cursor.at
  const until = cursor.isOnlyGone ? cursor.start : state.horizon
  return (
    await sql<Noted>`
      select xid, company_id, id
      from changes_after(${kind}, ${only}::bigint, ${xid}::xid8, ${company}::bigint, ${id}::bigint, ${until}::xid8, ${limit}::int)`
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
 * still have to wait until it is below the horizon.
 */
async function follow<Row>(reading: Reading<Row>, room: number): Promise<number> {
  const { cursor, state } = reading
  const batch = Math.max(room, leastBatch)
  const noted = await listNoted(reading, batch)
  const ids = noted.map(({ id }) => id)
  const present = await listPresent(reading, ids)
  const gone = await listGone(
    reading,
    ids.filter((id) => !present.has(id)),
  )
  let taken = 0
  for (const { xid, company_id, id } of noted) {
    if (taken === room) break
    const isFirst = isBefore(xid, cursor.start)
    const row = present.get(id)
    const left = row ? undefined : gone.get(`${id} ${company_id}`)
    if (row?.changed_xid === xid && row.company_id === company_id) {
      if (!isFirst || (row.is_since && !cursor.isOnlyGone)) {
        reading.found.push({ id, isStill: (changed) => changed === xid })
        taken += 1
      }
    } else if (left?.xid === xid && (!isFirst || left.is_since)) {
      reading.gone.push(id)
      taken += 1
    }
    cursor.at = { xid, company: company_id, id }
  }
  const isThrough = noted.length < batch && taken < room
  if (isThrough && cursor.isOnlyGone)
    Object.assign(cursor, { isOnlyGone: false, at: { xid: cursor.start, company: 0, id: 0 } })
  else if (isThrough) {
    cursor.at = { xid: state.horizon, company: 0, id: 0 }
    reading.hasMore = false
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
  return found.flatMap(({ id, isStill }) => {
    const row = byId.get(id)
    if (!row || !isStill(row.changed_xid)) return []
    const { changed_xid: _, ...raw } = row
    return [asked.source.row(raw)]
  })
}

/** Answers what changed since a cursor or a time, with the cursor to go on from (INTEG-2, docs/decisions/0060). */
export async function readChanges<Row>(
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
  // A walk that is over goes on with what changed meanwhile.
  let looked = 0
  if (!cursor.walk) {
    reading.hasMore = true
    while (reading.hasMore && room() > 0 && looked < notedAtOnce) looked += await follow(reading, room())
  }
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
