import { productCodeHistorySize, providerCodes } from '@portal/contract/booking/product-codes.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { saveProductCode } from './product-codes.actions.ts'
import { toCodeHistoryEntry } from './product-codes.columns.ts'
import { listCodeHistory, listProductCodes } from './product-codes.queries.ts'

export const productCodeRoutes = (app: FastifyInstance): void =>
  implement(app, providerCodes, {
    list: ({ query }, { db, actor }) => listProductCodes(db, actor.scope, query),
    save: ({ body }, context) => saveProductCode(context, body),
    history: async ({ params }, { db }) => ({
      entries: (await listCodeHistory(db, params.id, productCodeHistorySize)).map(toCodeHistoryEntry),
    }),
  })
