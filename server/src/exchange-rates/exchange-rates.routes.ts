import { exchangeRates } from '@portal/contract/exchange-rates/exchange-rates.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { changeExchangeRate, createExchangeRate, removeExchangeRate } from './exchange-rates.actions.ts'
import { listExchangeRates } from './exchange-rates.queries.ts'

export const exchangeRateRoutes = (app: FastifyInstance): void =>
  implement(app, exchangeRates, {
    list: ({ query }, { db, actor }) => listExchangeRates(db, actor.scope, query),
    create: ({ body }, context) => createExchangeRate(context, body, app.services.clock()),
    update: ({ params, body }, context) => changeExchangeRate(context, params.id, body, app.services.clock()),
    remove: ({ params }, context) => removeExchangeRate(context, params.id),
  })
