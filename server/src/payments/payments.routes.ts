import { paymentModeList } from '@portal/contract/payments/payment-modes.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { previewReversal, registerPayment, reversePayment } from './payments.actions.ts'
import { listPayments } from './payments.queries.ts'

export const paymentRoutes = (app: FastifyInstance): void =>
  implement(app, payments, {
    modes: () => ({ payment_mode_list: paymentModeList }),
    list: ({ query }, { db, actor }) => listPayments(db, actor.scope, query),
    register: ({ body }, context) => registerPayment(context, body, app.services.clock()),
    reversal: ({ params }, { db, actor }) => previewReversal(db, actor.scope, params.id),
    reverse: ({ params, body }, context) => reversePayment(context, params.id, body, app.services.clock()),
  })
