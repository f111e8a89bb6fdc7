import { units } from '@portal/contract/units/units.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { changeUnit, unitRecord } from './units.actions.ts'
import { listUnits } from './units.queries.ts'

export const unitRoutes = (app: FastifyInstance): void =>
  implement(app, units, {
    list: ({ query }, { db, actor }) => listUnits(db, actor.scope, query),
    get: ({ params }, context) => unitRecord(context, params.id),
    update: ({ params, body }, context) => changeUnit(context, params.id, body),
  })
