import { exceptionThresholds } from '@portal/contract/exceptions/thresholds.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { saveThresholds } from './thresholds.actions.ts'
import { getThresholds } from './thresholds.queries.ts'

export const exceptionThresholdRoutes = (app: FastifyInstance): void =>
  implement(app, exceptionThresholds, {
    get: (_, { db }) => getThresholds(db),
    save: ({ body }, context) => saveThresholds(context, body),
  })
