import { AppError } from '@portal/contract/errors.ts'
import { transactionBinLock, transactionLock } from '@portal/contract/rules/record-locks.ts'
import { moveDraws } from '../balances/card-draws.actions.ts'
import { removeAttachments, type Store } from '../files/attachments.actions.ts'
import type { Context } from '../platform/http/context.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { hasProvider, lockWithLines } from './manual/manual-transactions.queries.ts'
import { transactionRecord } from './transaction-audit.rules.ts'
import { deleteTransaction, type HeldTransaction, isCredited } from './transactions.queries.ts'

/** From here on nothing of it changes; a correction is a credit and a new transaction (TXN-13). */
export function demandUnbilled({ invoice_id }: Pick<HeldTransaction, 'invoice_id'>): void {
  const lock = transactionLock({ is_invoiced: invoice_id !== null })
  if (lock) throw new AppError(lock)
}

/** What its card gave for it goes back to the card; what it gave to the card is taken again. */
export async function removeTransaction(context: Context, store: Store, id: number): Promise<null> {
  const { db, actor, audit } = context
  // In the order of an import, which books first and touches cards and transactions then.
  if (await hasProvider(db, actor.scope, id)) await lockPricing(db, false)
  const transaction = await lockWithLines(db, actor.scope, id)
  const lock = transactionBinLock({
    is_invoiced: transaction.invoice_id !== null,
    is_credited: await isCredited(db, id),
  })
  if (lock) throw new AppError(lock)
  await removeAttachments(context, store, { type: 'transaction', id, company_id: transaction.company_id })
  await moveDraws(context, transaction, null)
  await deleteTransaction(db, id)
  const { amount_cents, currency, card_number } = transaction
  await audit({ record: transactionRecord(transaction), before: { amount: amount_cents / 100, currency, card_number } })
  return null
}
