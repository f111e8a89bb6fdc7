import { importProviders, transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { AppError } from '@portal/contract/errors.ts'
import { readProvider } from '@portal/contract/lookups/providers.rules.ts'
import { message } from '@portal/contract/message.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/connect.ts'
import { acceptSheet, awaitReading } from '../imports/imports.actions.ts'
import { findFinishedImport } from '../imports/imports.queries.ts'
import { implement } from '../platform/http/implement.ts'
import { returnToQuarantine, skip } from './quarantine.actions.ts'
import { listQuarantine } from './quarantine.queries.ts'
import { releaseFromQuarantine } from './transaction-imports.actions.ts'

/** Rejects a file that was already imported completely for the same provider (I2). */
const refuseDone = (provider: string) => async (db: Db, sha256: Buffer) => {
  const done = await findFinishedImport(db, 'transactions', provider, sha256)
  if (!done) return
  const user = done.user_name ?? ''
  const reason = message('import.done-before', { day: done.created_at.slice(0, 10), user, id: String(done.id) })
  const facts = { import_id: String(done.id), imported_at: done.created_at, imported_by: user }
  throw new AppError('import.already-done', { file: reason }, { message: reason, facts })
}

/** It can already be tomorrow at the site. */
const latestDay = (now: Date): string => new Date(now.getTime() + 14 * 3600_000).toISOString().slice(0, 10)

export const transactionImportRoutes = (app: FastifyInstance): void =>
  implement(app, transactionImports, {
    upload: async ({ query }, context) => {
      const provider = readProvider(query.provider)
      if (!provider)
        throw new AppError('request.invalid', {
          provider: message('field.choice', { options: importProviders.join(', ') }),
        })
      const import_id = await acceptSheet(context, transactionImports.upload.upload, {
        kind: 'transactions',
        mode: query.mode,
        types: ['xls', 'xlsx'],
        provider,
        options: { latest: latestDay(context.clock()) },
        refuse: refuseDone(provider),
      })
      await awaitReading(context, import_id)
      return { import_id }
    },
    quarantine: ({ query }, { db, actor }) => listQuarantine(db, actor.scope, query),
    release: ({ params }, context) => releaseFromQuarantine(context, params.id),
    skip: ({ params, body }, context) => skip(context, params.id, body.reason),
    returnToQuarantine: ({ params }, context) => returnToQuarantine(context, params.id),
  })
