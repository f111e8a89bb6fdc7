import { AppError } from '@portal/contract/errors.ts'
import { transactionBinLock, transactionLock } from '@portal/contract/rules/record-locks.ts'
import { moveDraws } from '../balances/card-draws.actions.ts'
import { compareAgain, dropNaming } from '../exceptions/detection.queries.ts'
import { removeAttachments, type Store } from '../files/attachments.actions.ts'
import type { Context } from '../platform/http/context.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { hasProvider, lockWithLines } from './manual/manual-transactions.queries.ts'
import { transactionRecord } from './transaction-audit.rules.ts'
import { deleteTransaction, type HeldTransaction, isCredited } from './transactions.queries.ts'

/** A billed transaction never changes. A correction is a credit and a new transaction (TXN-13). */
export function demandUnbilled({ invoice_id }: Pick<HeldTransaction, 'invoice_id'>): void {
  const lock = transactionLock({ is_invoiced: invoice_id !== null })
  if (lock) throw new AppError(lock)
}

/** Deletes a transaction and reverts what it drew from its card or restored to it. */
export async function removeTransaction(context: Context, store: Store, id: number): Promise<null> {
  const { db, actor, audit } = context
  // Same locking order as an import: pricing first, then cards and transactions.
  if (await hasProvider(db, actor.scope, id)) await lockPricing(db, false)
  const transaction = await lockWithLines(db, actor.scope, id)
  const lock = transactionBinLock({
    is_invoiced: transaction.invoice_id !== null,
    is_credited: await isCredited(db, id),
  })
  if (lock) throw new AppError(lock)
  await removeAttachments(context, store, { type: 'transaction', id, company_id: transaction.company_id })
  await moveDraws(context, transaction, null)
  const named = await dropNaming(db, id)
  await deleteTransaction(db, id)
  await compareAgain(db, named)
  const { amount_cents, currency, card_number } = transaction
  await audit({ record: transactionRecord(transaction), before: { amount: amount_cents / 100, currency, card_number } })
  return null
}
