import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { downloadInvoice, exportInvoices } from './invoice-documents.actions.ts'

export const invoiceDocumentRoutes = (app: FastifyInstance): void =>
  implement(app, invoiceDocuments, {
    download: ({ params }, context) => downloadInvoice(context, params.id, 'PDF'),
    downloadCsv: ({ params }, context) => downloadInvoice(context, params.id, 'CSV'),
    export: ({ body }, context) => exportInvoices(context, body, body.type),
  })
