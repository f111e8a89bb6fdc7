import { customers } from '@portal/contract/customers/customers.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { changeCustomer, overviewOf } from './customers.actions.ts'
import { toCustomer } from './customers.columns.ts'
import { getCustomer, listCustomers } from './customers.queries.ts'

export const customerRoutes = (app: FastifyInstance): void =>
  implement(app, customers, {
    list: ({ query }, { db, actor }) => listCustomers(db, actor.scope, query),
    get: async ({ params }, { db, actor }) => toCustomer(await getCustomer(db, actor.scope, params.id)),
    overview: ({ params }, context) => overviewOf(context, params.id),
    update: ({ params, body }, context) => changeCustomer(context, params.id, body),
  })
