import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Density, KeptView, ListSettings, ShownColumn } from '@portal/contract/views/list-settings.ts'
import { maxViews, maxViewsOfAll, type ViewInput } from '@portal/contract/views/views.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ListViews } from '../db/schema.ts'
import type { Actor } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { mayShare } from './views.rules.ts'

const visibleViews = visible('list_views', 'company_id')
const shown = ['id', 'list', 'name', 'user_id', 'filter', 'sort', 'size', 'columns', 'version'] as const
type StoredView = Pick<Selectable<ListViews>, (typeof shown)[number]>
const toView = ({ user_id, ...stored }: StoredView): KeptView =>
  ({ ...stored, is_shared: user_id === null }) as KeptView

/** The user's own views and those of the company that the user acts for. Every read and write of a view starts here. */
const ownViews = (db: Db, actor: Actor) =>
  visibleViews(db, actor.scope)
    .select(shown)
    .where('company_id', '=', actor.company_id)
    .where(({ eb }) => eb.or([eb('user_id', '=', actor.user_id), eb('user_id', 'is', null)]))

export async function listViews(db: Db, actor: Actor, list: string): Promise<KeptView[]> {
  const found = await ownViews(db, actor)
    .where('list', '=', list)
    .orderBy(sql`user_id is null`)
    .orderBy(sql`lower(name)`)
    .execute()
  return found.map(toView)
}

/** Locks the view until the transaction ends. */
export const lockView = async (db: Db, actor: Actor, id: number): Promise<KeptView> =>
  toView(
    await ownViews(db, actor)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )

const nameTaken = refuseOn('list_views_name', new AppError('request.invalid', { name: 'view.name-taken' }))
const columnsOf = (actor: Actor, { is_shared, columns, ...kept }: Omit<ViewInput, 'list'>) => ({
  ...kept,
  columns: columns && JSON.stringify(columns),
  user_id: is_shared ? null : actor.user_id,
})

async function demandRoom(db: Db, actor: Actor, list: string): Promise<void> {
  const { here, all } = await db
    .selectFrom(ownViews(db, actor).as('own'))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('list', '=', list).as('here'),
      fn.countAll<number>().as('all'),
    ])
    .executeTakeFirstOrThrow()
  if (here >= maxViews) throw new AppError('request.invalid', { name: message('view.too-many', { max: maxViews }) })
  if (all >= maxViewsOfAll)
    throw new AppError('request.invalid', { name: message('view.too-many-of-all', { max: maxViewsOfAll }) })
}

export async function insertView(db: Db, actor: Actor, { list, ...kept }: ViewInput): Promise<KeptView> {
  await demandRoom(db, actor, list)
  const stored = await db
    .insertInto('list_views')
    .values({ list, company_id: actor.company_id, ...columnsOf(actor, kept) })
    .returning(shown)
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return toView(stored)
}

export async function updateView(
  db: Db,
  actor: Actor,
  { id, version: _, list: __, ...kept }: KeptView,
): Promise<KeptView> {
  const stored = await db
    .updateTable('list_views')
    .set(({ eb }) => ({ ...columnsOf(actor, kept), version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return toView(stored)
}

export async function deleteView(db: Db, id: number): Promise<void> {
  await db.deleteFrom('list_views').where('id', '=', id).execute()
}

type StoredLayout = { columns?: ShownColumn[] | null; view_id?: number | null }
/** A view that the user no longer sees is left out. */
export async function getSettings(db: Db, actor: Actor): Promise<ListSettings> {
  const stored = await db
    .selectFrom('list_settings')
    .select(['density', 'layouts'])
    .where('user_id', '=', actor.user_id)
    .where('company_id', '=', actor.company_id)
    .executeTakeFirst()
  const layouts = Object.entries((stored?.layouts ?? {}) as Record<string, StoredLayout>)
  const wanted = layouts.flatMap(([, { view_id }]) => view_id ?? [])
  const found = wanted.length > 0 ? await ownViews(db, actor).where('id', 'in', wanted).execute() : []
  const viewOf = (list: string, id: number | null | undefined) =>
    found.find((view) => view.id === id && view.list === list)
  return {
    may_share: mayShare(actor.role),
    density: (stored?.density ?? 'comfortable') as Density,
    layouts: Object.fromEntries(
      layouts.map(([list, { columns = null, view_id }]) => {
        const view = viewOf(list, view_id)
        return [list, { columns, view: view ? toView(view) : null }]
      }),
    ),
  }
}

/** Changes the row in one statement, so that two tabs do not undo each other's lists. */
export async function updateLayout(db: Db, actor: Actor, list: string, layout: StoredLayout): Promise<void> {
  const { company_id, user_id } = actor
  await sql`
    insert into list_settings as kept (company_id, user_id, layouts)
    values (${company_id}, ${user_id}, jsonb_build_object(${list}::text, ${JSON.stringify(layout)}::jsonb))
    on conflict (user_id, company_id) do update set layouts = kept.layouts
      || jsonb_build_object(${list}::text, coalesce(kept.layouts -> ${list}::text, '{}') || ${JSON.stringify(layout)}::jsonb)`.execute(
    db,
  )
}

export async function updateDensity(db: Db, { company_id, user_id }: Actor, density: Density): Promise<void> {
  await db
    .insertInto('list_settings')
    .values({ company_id, user_id, density })
    .onConflict((conflict) => conflict.columns(['user_id', 'company_id']).doUpdateSet({ density }))
    .execute()
}
