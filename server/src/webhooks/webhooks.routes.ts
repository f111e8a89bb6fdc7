import { webhooks } from '@portal/contract/webhooks/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { listDeliveries } from './deliveries.queries.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  resendDelivery,
  rotateSecret,
  sendTest,
} from './webhooks.actions.ts'
import { getWebhook, listWebhooks } from './webhooks.queries.ts'

export const webhookRoutes = (app: FastifyInstance): void =>
  implement(app, webhooks, {
    list: ({ query }, { db, actor }) => listWebhooks(db, actor, query),
    create: ({ body }, context) => createWebhook(context, body),
    get: ({ params }, { db, actor }) => getWebhook(db, actor, params.id),
    update: ({ params, body }, context) => changeWebhook(context, params.id, body),
    remove: ({ params }, context) => removeWebhook(context, params.id),
    rotateSecret: ({ params }, context) => rotateSecret(context, params.id),
    test: ({ params }, context) => sendTest(context, params.id, app.services.clock()),
    deliveries: async ({ params, query }, { db, actor }) => {
      await getWebhook(db, actor, params.id)
      return listDeliveries(db, actor, params.id, query)
    },
    resend: ({ params }, context) => resendDelivery(context, params.id, app.services.clock()),
  })
