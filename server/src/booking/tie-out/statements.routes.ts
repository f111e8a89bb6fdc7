import { providerStatements } from '@portal/contract/booking/provider-statements.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { changeStatement, createStatement } from './statements.actions.ts'
import { toProviderStatement } from './statements.columns.ts'
import { getStatement, listStatements } from './statements.queries.ts'

export const providerStatementRoutes = (app: FastifyInstance): void =>
  implement(app, providerStatements, {
    list: ({ query }, { db, actor }) => listStatements(db, actor.scope, query),
    get: async ({ params }, { db }) => toProviderStatement(await getStatement(db, params.id)),
    create: ({ body }, context) => createStatement(context, body),
    update: ({ params, body }, context) => changeStatement(context, params.id, body),
  })
