import { cardLimits } from '@portal/contract/cards/card-limits.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../platform/http/implement.ts'
import { changeLimits, previewLimits } from './card-limits.actions.ts'

export const cardLimitRoutes = (app: FastifyInstance): void =>
  implement(app, cardLimits, {
    limits: ({ body }, context) => changeLimits(context, body),
    limitsPreview: ({ body }, { withScope, actor }) => withScope(({ db }) => previewLimits(db, actor.scope, body)),
  })
