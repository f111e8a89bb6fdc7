import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { changeTransaction, createTransaction } from './manual-transactions.actions.ts'
import { proposePurchase } from './proposals.actions.ts'

export const manualTransactionRoutes = (app: FastifyInstance): void =>
  implement(app, manualTransactions, {
    create: ({ body }, context) => createTransaction(context, body, app.services.clock()),
    propose: ({ query }, context) => proposePurchase(context, query),
    update: ({ params, body }, context) => changeTransaction(context, params.id, body, app.services.clock()),
  })
