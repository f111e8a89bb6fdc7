import { AppError } from '@portal/contract/errors.ts'
import {
  type Arrangement,
  type Density,
  type KeptView,
  type ListLayout,
  maxLayouts,
} from '@portal/contract/views/list-settings.ts'
import type { ViewChange, ViewInput } from '@portal/contract/views/views.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import {
  deleteView,
  getSettings,
  insertView,
  lockView,
  updateDensity,
  updateLayout,
  updateView,
} from './views.queries.ts'
import { demandMayKeep } from './views.rules.ts'

const recordOf = ({ id, name, list }: KeptView) => ({ type: 'list_view', id, label: `${name}, ${list}` })
/** Columns by name: widths are of no interest in the log. */
const auditFields = ({ list, name, is_shared, filter, sort, size, columns }: KeptView) => ({
  list,
  name,
  is_shared,
  filter: filter.join('; '),
  sort,
  size,
  columns: columns?.map(({ key }) => key).join(', ') ?? null,
})

export async function keepView({ db, actor, audit }: Context, input: ViewInput): Promise<KeptView> {
  demandMayKeep(actor.role, input.is_shared)
  const made = await insertView(db, actor, input)
  await audit({ record: recordOf(made), after: auditFields(made) })
  return made
}

export async function changeView(
  { db, actor, audit }: Context,
  id: number,
  { version, ...sent }: ViewChange,
): Promise<KeptView> {
  const before = await lockView(db, actor, id)
  if (version && version !== before.version) throw new AppError('record.stale')
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const wanted: KeptView = { ...before, ...given }
  demandMayKeep(actor.role, before.is_shared, wanted.is_shared)
  const after = await updateView(db, actor, wanted)
  await audit({ record: recordOf(after), ...changes(auditFields(before), auditFields(after)) })
  return after
}

export async function removeView({ db, actor, audit }: Context, id: number): Promise<null> {
  const view = await lockView(db, actor, id)
  demandMayKeep(actor.role, view.is_shared)
  await deleteView(db, id)
  await audit({ record: recordOf(view), before: auditFields(view) })
  return null
}

const ownRecord = ({ actor }: Pick<Context, 'actor'>) => ({ type: 'user', id: actor.user_id, label: actor.email })

export async function arrangeList(context: Context, { list, columns, view_id }: Arrangement): Promise<ListLayout> {
  const { db, actor, audit } = context
  if (view_id && (await lockView(db, actor, view_id)).list !== list) throw new AppError('record.not-found')
  const { layouts } = await getSettings(db, actor)
  if (!Object.hasOwn(layouts, list) && Object.keys(layouts).length >= maxLayouts) throw new AppError('record.not-found')
  await updateLayout(db, actor, list, {
    ...(columns === undefined ? {} : { columns }),
    ...(view_id === undefined ? {} : { view_id }),
  })
  await audit({ record: ownRecord(context), after: { list } })
  return (await getSettings(db, actor)).layouts[list] ?? { columns: null, view: null }
}

export async function chooseDensity(context: Context, density: Density): Promise<{ density: Density }> {
  await updateDensity(context.db, context.actor, density)
  await context.audit({ record: ownRecord(context) })
  return { density }
}
