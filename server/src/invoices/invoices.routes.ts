import { billedLimit, invoiceHistorySize, invoices } from '@portal/contract/invoices/invoices.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { toInvoiceHistoryEntry } from './invoice-history.columns.ts'
import { listInvoiceHistory } from './invoice-history.queries.ts'
import { changeInvoice } from './invoices.actions.ts'
import { toBilled, toInvoice } from './invoices.columns.ts'
import { countBilled, getInvoice, getWholeInvoice, listBilled, listInvoices } from './invoices.queries.ts'

export const invoiceRoutes = (app: FastifyInstance): void =>
  implement(app, invoices, {
    list: ({ query }, { db, actor }) => listInvoices(db, actor.scope, query),
    get: async ({ params }, { db, actor: { scope } }) => {
      const { id } = await getInvoice(db, scope, params.id)
      const billed = await listBilled(db, scope, id)
      // A list below the limit is complete, so its length is the count.
      const count = billed.length < billedLimit ? billed.length : await countBilled(db, scope, id)
      return {
        invoice_dto: toInvoice(await getWholeInvoice(db, scope, id), count),
        fuel_transaction_dto_list: billed.map(toBilled),
      }
    },
    update: ({ body }, context) => changeInvoice(context, body, app.services.clock(), app.services),
    history: async ({ params }, { db, actor: { scope } }) => {
      const invoice = await getInvoice(db, scope, params.id)
      return { entries: (await listInvoiceHistory(db, scope, invoice, invoiceHistorySize)).map(toInvoiceHistoryEntry) }
    },
  })
