import { operations } from '@portal/contract/operations/operations.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readOperations } from './operations.actions.ts'

export const operationsRoutes = (app: FastifyInstance): void =>
  implement(app, operations, { get: (_input, context) => readOperations(context, app.services) })
