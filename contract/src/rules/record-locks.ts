import type { ErrorCode } from '../errors.ts'
import type { Message } from '../message.ts'

/**
 * Why a record cannot be changed or deleted (LIT-4), or null. The server refuses with this code, and the page shows its
 * message beforehand. Invoices have their own table by field: see `invoice-status.rules.ts`.
 */
export type Lock = ErrorCode | null
export const lockReason = (lock: Lock): Message | undefined => lock ?? undefined

/** CLOSED is final (CARD-9). */
export const cardLock = ({ card_status }: { card_status: string }): Lock =>
  card_status === 'CLOSED' ? 'card.closed' : null
/** The database enforces this with the foreign key from transactions to cards (CARD-10). */
export const cardBinLock = ({ has_transactions }: { has_transactions: boolean }): Lock =>
  has_transactions ? 'card.has-transactions' : null

/** A billed transaction cannot change (TXN-13). */
export const transactionLock = ({ is_invoiced }: { is_invoiced: boolean }): Lock =>
  is_invoiced ? 'transaction.invoiced' : null
export const transactionBinLock = (transaction: { is_invoiced: boolean; is_credited: boolean }): Lock =>
  transactionLock(transaction) ?? (transaction.is_credited ? 'transaction.credited' : null)

/** Users can only change users with no more permissions than themselves (USER-7). */
export const userLock = ({ is_own, may_more }: { is_own: boolean; may_more: boolean }): Lock =>
  may_more && !is_own ? 'user.may-more' : null
export const userBinLock = (user: { is_own: boolean; may_more: boolean; is_last_admin: boolean }): Lock =>
  user.is_own ? 'user.own' : (userLock(user) ?? (user.is_last_admin ? 'user.last-admin' : null))
