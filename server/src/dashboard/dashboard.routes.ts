import { dashboard, summaries } from '@portal/contract/dashboard/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readDashboard, readTopFive, summariseOrders, summariseTrips } from './dashboard.actions.ts'

export function dashboardRoutes(app: FastifyInstance): void {
  implement(app, dashboard, {
    get: ({ query }, context) => readDashboard(context, query, app.services.clock()),
    top: ({ query }, context) => readTopFive(context, query, app.services.clock()),
  })
  implement(app, summaries, {
    trips: ({ query }, context) => summariseTrips(context, query, app.services.clock()),
    orders: ({ query }, context) => summariseOrders(context, query, app.services.clock()),
  })
}
