import { transactionFiles } from '@portal/contract/transactions/transaction-files.ts'
import type { FastifyInstance } from 'fastify'
import type { Db, Scope } from '../db/connect.ts'
import { type Attached, addAttachment, listAttachments, removeAttachment } from '../files/attachments.actions.ts'
import { implement } from '../platform/http/implement.ts'
import { recordOf } from './transactions.actions.ts'
import { getHead, type HeldTransaction, lockTransaction } from './transactions.queries.ts'

/** A file belongs to whom the transaction does, who never changes (TXN-11). */
const attached = (transaction: HeldTransaction): Attached => ({
  owner: { type: 'transaction', id: transaction.id, company_id: transaction.company_id },
  record: recordOf(transaction),
})
const locked = (scope: Scope, id: number) => async (db: Db) => attached(await lockTransaction(db, scope, id))

export const transactionFileRoutes = (app: FastifyInstance): void =>
  implement(app, transactionFiles, {
    list: async ({ params }, { db, actor }) =>
      listAttachments(db, actor.scope, attached(await getHead(db, actor.scope, params.id))),
    add: ({ params }, context) => addAttachment(context, transactionFiles.add, locked(context.actor.scope, params.id)),
    remove: ({ params }, context) =>
      removeAttachment(
        context,
        { storage: app.services.storage, log: app.log },
        locked(context.actor.scope, params.id),
        params.fileId,
      ),
  })
