import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { addTaxRate } from './tax-rates.actions.ts'
import { listTaxRates } from './tax-rates.queries.ts'

export const taxRateRoutes = (app: FastifyInstance): void =>
  implement(app, taxRates, {
    list: ({ query }, { db, actor }) => listTaxRates(db, actor.scope, query),
    create: ({ body }, context) => addTaxRate(context, body),
  })
