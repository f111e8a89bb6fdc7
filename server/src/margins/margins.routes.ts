import { margins } from '@portal/contract/margins/margins.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readCustomerMargin, readImportMargin, readInvoiceMargin, readTransactionMargin } from './margins.actions.ts'
import { listMarginLines } from './margins.queries.ts'

export const marginRoutes = (app: FastifyInstance): void =>
  implement(app, margins, {
    transaction: ({ params }, context) => readTransactionMargin(context, params.id),
    import: ({ params }, context) => readImportMargin(context, params.id),
    invoice: ({ params }, context) => readInvoiceMargin(context, params.id),
    customer: (input, context) => readCustomerMargin(context, input, app.services.clock()),
    lines: ({ query }, { db, actor }) => listMarginLines(db, actor.scope, query),
  })
