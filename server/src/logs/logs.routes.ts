import { logs } from '@portal/contract/logs/logs.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { listLogs } from './logs.queries.ts'

export const logRoutes = (app: FastifyInstance): void =>
  implement(app, logs, { list: ({ query }, { db, actor }) => listLogs(db, actor.scope, query) })
