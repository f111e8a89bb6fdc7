import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { billing } from '@portal/contract/billing/billing-settings.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readPreview, startRun } from './billing-runs.actions.ts'
import { getRun, listRuns } from './billing-runs.queries.ts'
import { changeSettings, readSettings } from './billing-settings.actions.ts'

export function billingRunRoutes(app: FastifyInstance): void {
  implement(app, billingRuns, {
    list: ({ query }, { db, actor }) => listRuns(db, actor.scope, query),
    preview: ({ query }, { db }) => readPreview(db, query, app.services.clock()),
    get: ({ params }, { db, actor }) => getRun(db, actor.scope, params.id),
    start: ({ body }, context) => startRun(context, body, app.services.clock()),
  })
  implement(app, billing, {
    settings: (_input, context) => readSettings(context),
    change: ({ body }, context) => changeSettings(context, body),
  })
}
