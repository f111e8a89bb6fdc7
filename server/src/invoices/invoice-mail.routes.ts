import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { mailInvoices, readInvoiceMails, retryInvoiceMail } from './invoice-mail.actions.ts'

export const invoiceMailRoutes = (app: FastifyInstance): void =>
  implement(app, invoiceMail, {
    email: ({ query }, context) => mailInvoices(context, app.services, [query.id]),
    emailMany: ({ body }, context) => mailInvoices(context, app.services, body.ids),
    mails: ({ params }, context) => readInvoiceMails(context, params.id),
    retryMail: ({ params }, context) => retryInvoiceMail(context, app.services, params.id, params.mailId),
  })
