import { search } from '@portal/contract/search/search.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { findRecords } from './search.actions.ts'

export function searchRoutes(app: FastifyInstance): void {
  implement(app, search, { find: ({ query }, context) => findRecords(context, query.q) })
}
