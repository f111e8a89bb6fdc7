import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { moveCards, previewMove } from './card-moves.actions.ts'

export const cardMoveRoutes = (app: FastifyInstance): void =>
  implement(app, cardMoves, {
    assign: ({ body }, context) => moveCards(context, body, app.services.clock()),
    assignPreview: ({ body }, { withScope, actor, clock }) =>
      withScope(({ db }) => previewMove(db, actor, body, clock())),
  })
