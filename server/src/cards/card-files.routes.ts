import { cardFiles } from '@portal/contract/cards/card-files.ts'
import type { FastifyInstance } from 'fastify'
import { type Attached, attachmentHandlers } from '../files/attachments.actions.ts'
import { implement } from '../platform/http/implement.ts'
import { cardRecord } from './cards.actions.ts'
import type { StoredCard } from './cards.columns.ts'
import { getCard, lockCard } from './cards.queries.ts'

/**
 * A file belongs to the company that holds the card when it is attached, and stays there if the card moves (CARD-15).
 */
const attached = (card: StoredCard): Attached => ({
  owner: { type: 'card', id: card.id, company_id: card.company_id },
  record: cardRecord(card),
})

export const cardFileRoutes = (app: FastifyInstance): void =>
  implement(
    app,
    cardFiles,
    attachmentHandlers(cardFiles.add, { get: getCard, lock: lockCard, attached }, () => ({
      storage: app.services.storage,
      log: app.log,
    })),
  )
