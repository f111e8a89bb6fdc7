import { cardHistory, historySize } from '@portal/contract/cards/card-history.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readHistoryCursor, toCardHistoryEntry, toHistoryCursor } from './card-history.columns.ts'
import { listCardHistory } from './card-history.queries.ts'
import { getCard } from './cards.queries.ts'

export const cardHistoryRoutes = (app: FastifyInstance): void =>
  implement(app, cardHistory, {
    list: async ({ params, query }, { db, actor }) => {
      await getCard(db, actor.scope, params.id)
      // Fetches one extra row to know whether there are more.
      const found = await listCardHistory(db, actor.scope, params.id, readHistoryCursor(query.after), historySize + 1)
      const shown = found.slice(0, historySize)
      const last = shown.at(-1)
      return {
        entries: shown.map(toCardHistoryEntry),
        next: found.length > historySize && last ? toHistoryCursor(last) : null,
      }
    },
  })
