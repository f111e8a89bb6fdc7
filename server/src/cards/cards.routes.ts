import { cards } from '@portal/contract/cards/cards.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { changeCard, createCard, removeCard } from './cards.actions.ts'
import { toCard } from './cards.columns.ts'
import { getCard, listCardGroups, listCards } from './cards.queries.ts'

export const cardRoutes = (app: FastifyInstance): void =>
  implement(app, cards, {
    list: ({ query }, { db, actor }) => listCards(db, actor.scope, query),
    groups: (_input, { db, actor }) => listCardGroups(db, actor.scope),
    get: async ({ params }, { db, actor }) => toCard(await getCard(db, actor.scope, params.id)),
    create: ({ body }, context) => createCard(context, body),
    update: ({ params, body }, context) => changeCard(context, params.id, body, app.services.clock()),
    remove: ({ params }, context) => removeCard(context, { storage: app.services.storage, log: app.log }, params.id),
  })
