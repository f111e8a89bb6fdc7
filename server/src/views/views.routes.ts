import { listSettings } from '@portal/contract/views/list-settings.ts'
import { views } from '@portal/contract/views/views.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { arrangeList, changeView, chooseDensity, keepView, removeView } from './views.actions.ts'
import { getSettings, listViews } from './views.queries.ts'

export function viewRoutes(app: FastifyInstance): void {
  implement(app, listSettings, {
    settings: (_input, { db, actor }) => getSettings(db, actor),
    arrange: ({ body }, context) => arrangeList(context, body),
    setDensity: ({ body }, context) => chooseDensity(context, body.density),
  })
  implement(app, views, {
    list: async ({ query }, { db, actor }) => ({ views: await listViews(db, actor, query.list) }),
    create: ({ body }, context) => keepView(context, body),
    update: ({ params, body }, context) => changeView(context, params.id, body),
    remove: ({ params }, context) => removeView(context, params.id),
  })
}
