import { transactionFiles } from '@portal/contract/transactions/transaction-files.ts'
import type { FastifyInstance } from 'fastify'
import { type Attached, attachmentHandlers } from '../files/attachments.actions.ts'
import { implement } from '../platform/http/implement.ts'
import { transactionRecord } from './transaction-audit.rules.ts'
import { getHead, lockTransaction, type TransactionHead } from './transactions.queries.ts'

/** A file belongs to the transaction's company, which never changes (TXN-11). */
const attached = (transaction: TransactionHead): Attached => ({
  owner: { type: 'transaction', id: transaction.id, company_id: transaction.company_id },
  record: transactionRecord(transaction),
})

export const transactionFileRoutes = (app: FastifyInstance): void =>
  implement(
    app,
    transactionFiles,
    attachmentHandlers(transactionFiles.add, { get: getHead, lock: lockTransaction, attached }, () => ({
      storage: app.services.storage,
      log: app.log,
    })),
  )
