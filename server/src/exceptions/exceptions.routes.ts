import { exceptions } from '@portal/contract/exceptions/exceptions.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { judgeException } from './exceptions.actions.ts'
import { listExceptions } from './exceptions.queries.ts'

export const exceptionRoutes = (app: FastifyInstance): void =>
  implement(app, exceptions, {
    list: ({ query }, { db, actor }) => listExceptions(db, actor.scope, query),
    judge: ({ params, body }, context) => judgeException(context, params.id, body, app.services.clock()),
  })
