import { reportRuns, reportSchedules, reports } from '@portal/contract/reports/reports.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readReportRun, runReport } from './report-runs.actions.ts'
import { listReportRuns } from './report-runs.queries.ts'
import { listReports, reportName } from './reports.actions.ts'
import { changeSchedule, createSchedule, listPossibleReaders, removeSchedule } from './schedules.actions.ts'
import { listSchedules } from './schedules.queries.ts'

export function reportRoutes(app: FastifyInstance): void {
  implement(app, reports, {
    list: async (_, { actor }) => listReports(actor.scope),
    run: ({ params, body }, context) => runReport(context, params.key, body.parameters),
  })
  implement(app, reportRuns, {
    list: ({ query }, { db, actor }) => listReportRuns(db, actor, query, reportName),
    get: ({ params, query }, context) => readReportRun(context, params.id, query),
  })
  const { clock } = app.services
  implement(app, reportSchedules, {
    list: ({ query }, { db, actor }) => listSchedules(db, actor, query, reportName),
    people: (_, { db, actor }) => listPossibleReaders(db, actor),
    create: ({ body }, context) => createSchedule(context, clock, body),
    update: ({ params, body }, context) => changeSchedule(context, clock, params.id, body),
    remove: ({ params }, context) => removeSchedule(context, params.id),
  })
}
