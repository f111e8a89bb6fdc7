import { markups } from '@portal/contract/markups/markups.ts'
import type { FastifyInstance } from 'fastify'
import { listCustomerOptions } from '../companies/companies.queries.ts'
import { implement } from '../platform/http/implement.ts'
import { changeMarkup, createMarkup, succeedMarkup } from './markups.actions.ts'
import { toMarkup } from './markups.columns.ts'
import { getMarkup, listFuelProviders, listMarkups } from './markups.queries.ts'

export const markupRoutes = (app: FastifyInstance): void =>
  implement(app, markups, {
    list: ({ query }, { db, actor }) => listMarkups(db, actor.scope, query),
    customers: async (_input, { db, actor }) =>
      (await listCustomerOptions(db, actor.scope)).map(({ customer_company_id, currency: _, ...names }) => ({
        ...names,
        company_id: customer_company_id,
        customer_id: customer_company_id,
      })),
    providers: async (_input, { db }) => ({ fuel_company: await listFuelProviders(db) }),
    get: async ({ params }, { db, actor }) =>
      toMarkup(await getMarkup(db, actor.scope, params.id), actor.scope.company_id),
    create: ({ body }, context) => createMarkup(context, body),
    update: ({ body }, context) => changeMarkup(context, body),
    succeed: ({ params, body }, context) => succeedMarkup(context, params.id, body),
  })
