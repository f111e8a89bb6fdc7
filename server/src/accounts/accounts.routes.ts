import { accounts } from '@portal/contract/accounts/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { downloadStatement, readAccount, readHolds, readStatement } from './accounts.actions.ts'

export const accountRoutes = (app: FastifyInstance): void =>
  implement(app, accounts, {
    get: ({ params }, { db, actor }) => readAccount(db, actor.scope, params.id, app.services.clock()),
    holds: (_input, { db, actor }) => readHolds(db, actor.scope),
    statement: ({ params, query }, { db, actor }) => readStatement(db, actor.scope, params.id, query),
    statementPdf: ({ params, query }, context) => downloadStatement(context, params.id, query),
  })
