import { customerExport } from '@portal/contract/customers/customer-export.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { exportCustomer } from './customer-export.actions.ts'

export const customerExportRoutes = (app: FastifyInstance): void =>
  implement(app, customerExport, { download: ({ params }, context) => exportCustomer(context, params.id) })
