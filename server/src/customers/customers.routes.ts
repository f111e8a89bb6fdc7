import { customers } from '@portal/contract/customers/customers.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { changeCustomer, getCustomerRecord, overviewOf } from './customers.actions.ts'
import { listCustomers } from './customers.queries.ts'

export const customerRoutes = (app: FastifyInstance): void =>
  implement(app, customers, {
    list: ({ query }, { db, actor }) => listCustomers(db, actor.scope, query),
    get: ({ params }, { db, actor }) => getCustomerRecord(db, actor.scope, params.id),
    overview: ({ params }, context) => overviewOf(context, params.id),
    update: ({ params, body }, context) => changeCustomer(context, params.id, body),
  })
