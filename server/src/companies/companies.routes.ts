import { companies } from '@portal/contract/companies/companies.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { listCustomerOptions } from './companies.queries.ts'

export const companyRoutes = (app: FastifyInstance): void =>
  implement(app, companies, {
    findAll: (_input, { db, actor }) => listCustomerOptions(db, actor.scope),
  })
