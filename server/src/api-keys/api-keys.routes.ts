import { serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { createServiceKey, renewServiceKey, revokeServiceKey } from './api-keys.actions.ts'
import { listServiceKeys } from './api-keys.queries.ts'

export const serviceKeyRoutes = (app: FastifyInstance): void =>
  implement(app, serviceKeys, {
    list: ({ query }, { db, actor }) => listServiceKeys(db, actor, query, app.services.clock()),
    create: ({ body }, context) => createServiceKey(context, body),
    rotate: ({ params, body }, context) => renewServiceKey(context, params.id, body.overlap_hours),
    remove: ({ params }, context) => revokeServiceKey(context, params.id, app.services.clock()),
  })
