import { drafts } from '@portal/contract/billing/drafts.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { createDraft, readUnbilled } from './drafts.actions.ts'

export const draftRoutes = (app: FastifyInstance): void =>
  implement(app, drafts, {
    unbilled: ({ query }, { db }) => readUnbilled(db, query),
    create: ({ body }, context) => createDraft(context, body, app.services.clock()),
  })
