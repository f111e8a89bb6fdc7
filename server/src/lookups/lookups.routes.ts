import { lookups, typeLists } from '@portal/contract/lookups/lookups.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'

export const lookupRoutes = (app: FastifyInstance): void =>
  implement(app, lookups, {
    currencies: () => currencies.map((key) => ({ key, value: key })),
    types: ({ query }) => Object.entries(typeLists[query.type]).map(([key, value]) => ({ key, value })),
  })
