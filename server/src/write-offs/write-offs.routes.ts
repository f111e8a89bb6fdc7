import { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { recordRefund, reverseRefund } from './refunds.actions.ts'
import { listRefunds } from './refunds.queries.ts'
import { reverseWriteOff, writeOffInvoice } from './write-offs.actions.ts'
import { listWriteOffs } from './write-offs.queries.ts'

export const writeOffRoutes = (app: FastifyInstance): void => {
  implement(app, writeOffs, {
    list: ({ query }, { db, actor }) => listWriteOffs(db, actor.scope, query),
    create: ({ body }, context) => writeOffInvoice(context, body, app.services.clock()),
    reverse: ({ params, body }, context) => reverseWriteOff(context, params.id, body.reason, app.services.clock()),
  })
  implement(app, refunds, {
    list: ({ query }, { db, actor }) => listRefunds(db, actor.scope, query),
    create: ({ body }, context) => recordRefund(context, body, app.services.clock()),
    reverse: ({ params, body }, context) => reverseRefund(context, params.id, body.reason, app.services.clock()),
  })
}
