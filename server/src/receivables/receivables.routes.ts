import { exposure } from '@portal/contract/receivables/exposure.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import type { FastifyInstance } from 'fastify'
import { getToday } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import { implement } from '../platform/http/implement.ts'
import { listExposure } from './exposure.queries.ts'
import { listOpenDocuments, listReceivables } from './receivables.queries.ts'

export const receivableRoutes = (app: FastifyInstance): void => {
  const today = (db: Db) => getToday(db, app.services.clock())
  implement(app, receivables, {
    list: async ({ query }, { db }) => listReceivables(db, query, query.as_of ?? (await today(db))),
    documents: async ({ params, query }, { db, actor }) =>
      listOpenDocuments(db, actor.scope, params.id, query, query.as_of ?? (await today(db))),
  })
  implement(app, exposure, {
    list: async ({ query }, { db }) => listExposure(db, query, await today(db)),
  })
}
