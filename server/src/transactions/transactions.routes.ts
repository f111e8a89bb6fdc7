import { transactions } from '@portal/contract/transactions/transactions.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { explainTransaction } from '../pricing/price-explanation.queries.ts'
import { acceptForBilling, previewReview, unacceptForBilling } from './review.actions.ts'
import { removeTransaction } from './transactions.actions.ts'
import { findTransaction, listTransactions } from './transactions.queries.ts'

export const transactionRoutes = (app: FastifyInstance): void =>
  implement(app, transactions, {
    list: ({ query }, { db, actor }) => listTransactions(db, actor.scope, query),
    get: ({ params }, { db, actor }) => findTransaction(db, actor.scope, params.id),
    explain: ({ params }, { db, actor }) => explainTransaction(db, actor, params.id),
    accept: ({ body }, context) => acceptForBilling(context, body, app.services.clock()),
    unaccept: ({ body }, context) => unacceptForBilling(context, body),
    acceptPreview: ({ body }, { actor, withScope }) => withScope(({ db }) => previewReview(db, actor, body)),
    remove: ({ params }, context) =>
      removeTransaction(context, { storage: app.services.storage, log: app.log }, params.id),
  })
