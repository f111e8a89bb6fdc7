import { outbox } from '@portal/contract/outbox/outbox.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readMail, retryMail } from './outbox.actions.ts'
import { listOutbox } from './outbox.queries.ts'

export const outboxRoutes = (app: FastifyInstance): void =>
  implement(app, outbox, {
    list: ({ query }, { db, actor }) => listOutbox(db, actor.scope, query),
    get: ({ params }, { actor, withScope }) => withScope((context) => readMail(context, actor, params.id)),
    retry: ({ params }, context) => retryMail(context, app.services.clock, params.id),
  })
