import { receiptModeList } from '@portal/contract/payments/payment-modes.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readReceiptReversal, reverseReceipt } from './receipt-reversals.actions.ts'
import { allocateReceipt, readOpenInvoices, readReceipt, recordReceipt } from './receipts.actions.ts'
import { listReceipts } from './receipts.queries.ts'

export const receiptRoutes = (app: FastifyInstance): void =>
  implement(app, receipts, {
    modes: () => ({ receipt_mode_list: receiptModeList }),
    list: ({ query }, { db, actor }) => listReceipts(db, actor.scope, query),
    openInvoices: ({ query }, { db, actor }) => readOpenInvoices(db, actor.scope, query, app.services.clock()),
    get: ({ params }, { db, actor }) => readReceipt(db, actor.scope, params.id),
    create: ({ body }, context) => recordReceipt(context, body, app.services.clock()),
    allocate: ({ params, body }, context) => allocateReceipt(context, params.id, body, app.services.clock()),
    reversal: ({ params }, { db, actor }) => readReceiptReversal(db, actor.scope, params.id),
    reverse: ({ params, body }, context) => reverseReceipt(context, params.id, body, app.services.clock()),
  })
