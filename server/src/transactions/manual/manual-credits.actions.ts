import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Context } from '../../platform/http/context.ts'
import {
  findOriginal,
  linkToPurchase,
  listCreditable,
  listLinesOf,
  lockOriginal,
  lockStandingCredits,
  type Original,
  type SoughtOriginal,
} from './manual-credits.queries.ts'
import { faultsOfCredit } from './manual-credits.rules.ts'
import type { BilledLine } from './manual-lines.rules.ts'

const dayOf = (at: string): string => at.slice(0, 10)
const demandNone = (faults: FieldErrors): void => {
  if (Object.keys(faults).length > 0) throw new AppError('request.invalid', faults)
}

/**
 * Rejects credits that exceed what is left of the purchase. The caller locks the purchase, so concurrent credits cannot
 * exceed it either (TXN-13).
 */
export async function demandLeft(
  { db }: Context,
  original: number,
  ownId: number,
  lines: readonly BilledLine[],
): Promise<void> {
  const { sold, credited } = await listCreditable(db, original, ownId)
  demandNone(faultsOfCredit(sold, credited, lines))
}

/**
 * Finds and locks the purchase that a manual credit refers to. Null if there is none. Hold the pricing lock, because a
 * file can bring a credit too.
 */
export async function linkCredit(
  context: Context,
  sought: SoughtOriginal,
  lines: readonly BilledLine[],
): Promise<number | null> {
  const id = await findOriginal(context.db, sought)
  if (id === null) return null
  const original = await lockOriginal(context.db, id)
  // Another user changed or deleted it meanwhile.
  if (!original || (await findOriginal(context.db, sought)) !== id) throw new AppError('record.stale')
  demandNone({
    ...(original.currency === sought.currency
      ? {}
      : { currency: message('credit.currency', { currency: original.currency }) }),
    // A credit without a card restores no balance.
    ...(sought.card_number === null || sought.card_number === original.card_number
      ? {}
      : { card_number: 'credit.card' }),
    ...(dayOf(sought.txn_at) < dayOf(original.txn_at) ? { txn_date: 'credit.too-early' } : {}),
  })
  await demandLeft(context, id, sought.id, lines)
  return id
}

/**
 * Links the credits that were entered before their purchase to it, so that no order of entering them credits more than
 * was bought (TXN-22). A purchase that they do not fit is rejected. Hold the pricing lock.
 */
export async function adoptCredits(
  { db }: Context,
  purchase: SoughtOriginal,
  lines: readonly BilledLine[],
): Promise<void> {
  const credits = await lockStandingCredits(db, purchase)
  if (credits.length === 0) return
  const unfit = credits.find(
    ({ txn_at, card_number, currency, invoice_id }) =>
      invoice_id !== null ||
      currency !== purchase.currency ||
      (card_number !== null && card_number !== purchase.card_number) ||
      dayOf(txn_at) < dayOf(purchase.txn_at),
  )
  const ids = credits.map(({ id }) => id)
  const isTooMuch = Object.keys(faultsOfCredit(lines, [], await listLinesOf(db, ids))).length > 0
  const [first] = unfit ? [unfit] : credits
  if (unfit || isTooMuch)
    demandNone({ authentication_id: message('credit.stands', { day: dayOf(first?.txn_at ?? '') }) })
  await linkToPurchase(db, purchase.id, ids)
}

const fixedField = 'credit.fixed'
type Head = Pick<SoughtOriginal, 'authentication_id' | 'txn_at' | 'provider_id' | 'card_number' | 'currency'>
/** A credit keeps what it shares with its purchase, and cannot be dated before it. */
export function demandSameTransaction(stored: Head, head: Head, isOtherCompany: boolean, original: Original): void {
  const isEarlier = dayOf(head.txn_at) < dayOf(original.txn_at) && dayOf(head.txn_at) !== dayOf(stored.txn_at)
  demandNone({
    ...(isOtherCompany ? { txn_company: fixedField } : {}),
    ...(head.card_number === stored.card_number ? {} : { card_number: fixedField }),
    ...(head.currency === stored.currency ? {} : { currency: fixedField }),
    ...(head.provider_id === stored.provider_id ? {} : { provider: fixedField }),
    ...(head.authentication_id === stored.authentication_id ? {} : { authentication_id: fixedField }),
    ...(isEarlier ? { txn_date: 'credit.too-early' } : {}),
  })
}
