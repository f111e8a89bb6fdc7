import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { exportCards, setStatus } from './card-bulk.actions.ts'

export const cardBulkRoutes = (app: FastifyInstance): void =>
  implement(app, cardBulk, {
    export: ({ body, query }, context) => exportCards(context, body, query.format),
    hold: ({ body }, context) => setStatus(context, body, 'HOLD', body),
    release: ({ body }, context) => setStatus(context, body, 'RELEASE', body),
  })
