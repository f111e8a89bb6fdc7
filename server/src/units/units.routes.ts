import { units } from '@portal/contract/units/units.ts'
import type { FastifyInstance } from 'fastify'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import { implement } from '../platform/http/implement.ts'
import { listUnitRows, unitHistory } from './unit-figures.actions.ts'
import { changeUnit, unitRecord } from './units.actions.ts'

export function unitRoutes(app: FastifyInstance): void {
  const today = (db: Db) => getToday(db, app.services.clock())
  implement(app, units, {
    list: async ({ query }, context) => listUnitRows(context, query, await today(context.db)),
    history: async ({ params }, context) => ({
      history: await unitHistory(context, params.id, await today(context.db)),
    }),
    get: ({ params }, context) => unitRecord(context, params.id),
    update: async ({ params, body }, context) => changeUnit(context, params.id, body, await today(context.db)),
  })
}
