import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, text, version } from '../fields.ts'
import { kept, keptView, listId } from './list-settings.ts'

const viewInput = z.strictObject({
  list: listId(),
  name: text(60),
  /** A view of the company is there for all its users. Only its Admins keep and change it. */
  is_shared: z.boolean().default(false),
  ...kept,
})
export type ViewInput = z.output<typeof viewInput>
const viewChange = viewInput.omit({ list: true }).partial().extend({ version: version().nullish() })
export type ViewChange = z.output<typeof viewChange>

const path = '/list-views'
/** For a list, and for all lists of a user or a company. */
export const maxViews = 50
export const maxViewsOfAll = 500
export const views = defineContract('views', {
  list: {
    method: 'GET',
    path,
    summary: 'List the views of a list: the signed-in user’s and the company’s',
    can: 'signed-in',
    query: z.strictObject({ list: listId() }),
    reply: z.object({ views: z.array(keptView) }),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Keep a view of a list: filters, sort, columns and page size',
    can: 'signed-in',
    body: viewInput,
    status: 201,
    reply: keptView,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a view of a list',
    can: 'signed-in',
    params: byId,
    body: viewChange,
    ignores: ['id', 'list'],
    reply: keptView,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a view of a list',
    can: 'signed-in',
    params: byId,
    reply: z.null(),
  },
})
