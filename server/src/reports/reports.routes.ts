import { reports } from '@portal/contract/reports/reports.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { downloadReport, listReports, runReport } from './reports.actions.ts'

export const reportRoutes = (app: FastifyInstance): void =>
  implement(app, reports, {
    list: async (_, { actor }) => listReports(actor.scope),
    run: ({ params, body }, { actor, read, clock }) =>
      read((db) => runReport({ db, actor }, params.key, body.parameters, clock())),
    file: ({ params, body }, context) => downloadReport(context, params.key, body.parameters, body.format),
  })
