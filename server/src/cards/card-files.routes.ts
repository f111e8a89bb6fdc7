import { cardFiles } from '@portal/contract/cards/card-files.ts'
import type { FastifyInstance } from 'fastify'
import type { Db, Scope } from '../db/connect.ts'
import { type Attached, addAttachment, listAttachments, removeAttachment } from '../files/attachments.actions.ts'
import { implement } from '../platform/http/implement.ts'
import { recordOf } from './cards.actions.ts'
import type { StoredCard } from './cards.columns.ts'
import { getCard, lockCard } from './cards.queries.ts'

/** A file belongs to whoever holds the card when it comes, and stays theirs when the card moves on (CARD-15). */
const attached = (card: StoredCard): Attached => ({
  owner: { type: 'card', id: card.id, company_id: card.company_id },
  record: recordOf(card),
})
const locked = (scope: Scope, id: number) => async (db: Db) => attached(await lockCard(db, scope, id))

export const cardFileRoutes = (app: FastifyInstance): void =>
  implement(app, cardFiles, {
    list: async ({ params }, { db, actor }) =>
      listAttachments(db, actor.scope, attached(await getCard(db, actor.scope, params.id))),
    add: ({ params }, context) => addAttachment(context, cardFiles.add, locked(context.actor.scope, params.id)),
    remove: ({ params }, context) =>
      removeAttachment(
        context,
        { storage: app.services.storage, log: app.log },
        locked(context.actor.scope, params.id),
        params.fileId,
      ),
  })
