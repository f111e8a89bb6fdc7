import { reportRuns, reportSchedules, reports } from '@portal/contract/reports/reports.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { askedInEnglish } from './report-asked.ts'
import { readReportRun, runReport, showReport } from './report-runs.actions.ts'
import { listReportRuns } from './report-runs.queries.ts'
import { library, listReports, reportName } from './reports.actions.ts'
import { changeSchedule, createSchedule, listPossibleReaders, removeSchedule } from './schedules.actions.ts'
import { listSchedules } from './schedules.queries.ts'

export function reportRoutes(app: FastifyInstance): void {
  implement(app, reports, {
    list: async (_, { actor }) => listReports(actor),
    show: ({ params, query }, context) => showReport(context, params.key, query),
    run: ({ params, body }, context) => runReport(context, params.key, body.parameters),
  })
  implement(app, reportRuns, {
    list: ({ query }, { db, actor }) =>
      listReportRuns(db, actor, query, { nameOf: reportName, askedOf: askedInEnglish }),
    get: ({ params, query }, context) => readReportRun(context, params.id, query),
  })
  const { clock } = app.services
  implement(app, reportSchedules, {
    list: ({ query }, { db, actor }) => listSchedules(db, actor, query, library),
    people: ({ query }, { db, actor }) => listPossibleReaders(db, actor, query.key),
    create: ({ body }, context) => createSchedule(context, clock, body),
    update: ({ params, body }, context) => changeSchedule(context, clock, params.id, body),
    remove: ({ params }, context) => removeSchedule(context, params.id),
  })
}
