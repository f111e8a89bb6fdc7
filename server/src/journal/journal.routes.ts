import { journalAccounts, journalBatches } from '@portal/contract/journal/journal.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { downloadBatch, storeFile } from './batch-files.actions.ts'
import { exportJournal, previewExport, readBatch, withdrawBatch } from './batches.actions.ts'
import { listBatches } from './batches.queries.ts'
import { saveMapping } from './journal-accounts.actions.ts'
import { readMapping } from './journal-accounts.queries.ts'

export const journalRoutes = (app: FastifyInstance): void => {
  /** A file that cannot be stored now is stored by the first download. */
  const storeSoon = async (id: number, scope: Parameters<typeof storeFile>[0]['scope']) => {
    const { database, storage } = app.services
    await storeFile({ database, storage, scope }, id).catch((err: unknown) =>
      app.log.warn({ err }, 'the file of a journal batch was not stored'),
    )
  }
  implement(app, journalBatches, {
    list: ({ query }, { db, actor }) => listBatches(db, actor.scope, query),
    create: async ({ body }, context) => {
      const made = await exportJournal(context, body, app.services.clock())
      for (const { id } of made.journal_batches) context.afterCommit(() => storeSoon(id, context.actor.scope))
      return made
    },
    preview: ({ query }, { db }) => previewExport(db, query),
    get: ({ params }, { db }) => readBatch(db, params.id),
    download: ({ params }, context) => downloadBatch(context, params.id),
    withdraw: ({ params, body }, context) => withdrawBatch(context, params.id, body, app.services.clock()),
  })
  implement(app, journalAccounts, {
    get: (_input, { db }) => readMapping(db),
    save: ({ body }, context) => saveMapping(context, body),
  })
}
