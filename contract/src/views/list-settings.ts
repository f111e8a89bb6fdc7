import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id } from '../fields.ts'
import { pageSizes } from '../list.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The id of the list's endpoint, such as `cards.list`. */
export const listId = () =>
  z
    .string()
    .max(60)
    .regex(/^[a-zA-Z]+\.[a-zA-Z]+$/)
export const columnWidths = { least: 48, most: 640 } as const
/** A shown column. Without a width it is as wide as its content needs. */
const shownColumn = z.strictObject({
  key: z.string().regex(/^\w{1,60}$/),
  width: z.int().min(columnWidths.least).max(columnWidths.most).optional(),
})
export type ShownColumn = z.infer<typeof shownColumn>
/** The shown columns in order; null for the list's own. */
const shownColumns = z.array(shownColumn).min(1).max(60).nullable()

/**
 * What a view keeps. Filters, sort and columns are stored as written: a view still opens after its list has lost one of
 * them (UX-6).
 */
export const kept = {
  filter: z.array(z.string().min(1).max(260)).max(20),
  sort: z.string().max(80).nullable(),
  size: z.union(pageSizes.map((size) => z.literal(size))),
  columns: shownColumns,
}
export const keptView = z.object({
  id: z.int(),
  list: listId(),
  name: z.string(),
  /** A view of the company is there for all its users. Only its Admins keep and change it. */
  is_shared: z.boolean(),
  ...kept,
  version: z.int(),
})
export type KeptView = z.output<typeof keptView>

/** More lists than the portal has. */
export const maxLayouts = 200

/** One user's arrangement of a list, and the view it opens with. */
const layout = z.object({ columns: shownColumns, view: keptView.nullable() })
export type ListLayout = z.output<typeof layout>
const settings = z.object({
  density: z.enum(densities),
  layouts: z.record(z.string(), layout),
  /** Whether the user can keep views for the whole company. */
  may_share: z.boolean(),
})
export type ListSettings = z.output<typeof settings>
/** Omitted fields stay unchanged. */
const arrangement = z.strictObject({
  list: listId(),
  columns: shownColumns.optional(),
  view_id: id().nullable().optional(),
})
export type Arrangement = z.output<typeof arrangement>
const densityInput = z.strictObject({ density: z.enum(densities) })

const path = '/list-views'
/** Loaded with every page; the views themselves are in `views.ts`. */
export const listSettings = defineContract('views', {
  settings: {
    method: 'GET',
    path: `${path}/settings`,
    summary: 'Get how the signed-in user has arranged lists: density, columns and the view each list opens with',
    can: 'signed-in',
    reply: settings,
  },
  arrange: {
    method: 'PUT',
    path: `${path}/layout`,
    summary: 'Arrange the columns of a list, or choose the view it opens with, for the signed-in user',
    can: 'signed-in',
    body: arrangement,
    reply: layout,
  },
  setDensity: {
    method: 'PUT',
    path: `${path}/density`,
    summary: 'Choose the row height of lists, for the signed-in user',
    can: 'signed-in',
    body: densityInput,
    reply: densityInput,
  },
})
