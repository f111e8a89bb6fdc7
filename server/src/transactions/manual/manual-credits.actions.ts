import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Context } from '../../platform/http/context.ts'
import {
  findOriginal,
  listCreditable,
  lockOriginal,
  type Original,
  type SoughtOriginal,
} from './manual-credits.queries.ts'
import { faultsOfCredit } from './manual-credits.rules.ts'
import type { BilledLine } from './manual-lines.rules.ts'

const demandNone = (faults: FieldErrors): void => {
  if (Object.keys(faults).length > 0) throw new AppError('request.invalid', faults)
}

/** Nobody takes back more than is left, two at the same moment neither: the purchase is held first (TXN-13). */
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
 * The purchase that a typed credit takes back, held; null where there is none. Call under the lock of the booking,
 * since a file may bring a credit too.
 */
export async function linkCredit(
  context: Context,
  sought: SoughtOriginal,
  lines: readonly BilledLine[],
): Promise<number | null> {
  const id = await findOriginal(context.db, sought)
  if (id === null) return null
  const original = await lockOriginal(context.db, id)
  // Somebody changed or deleted it in that very moment.
  if (!original || (await findOriginal(context.db, sought)) !== id) throw new AppError('record.stale')
  demandNone({
    ...(original.currency === sought.currency
      ? {}
      : { currency: message('credit.currency', { currency: original.currency }) }),
    // Without a card it gives back to none.
    ...(sought.card_number === null || sought.card_number === original.card_number
      ? {}
      : { card_number: 'credit.card' }),
  })
  await demandLeft(context, id, sought.id, lines)
  return id
}

const stays = 'credit.fixed'
type Head = Pick<SoughtOriginal, 'authentication_id' | 'txn_at' | 'provider_id' | 'card_number' | 'currency'>
/** What a credit has in common with its purchase stays, and it is not dated before it. */
export function demandSameTransaction(kept: Head, head: Head, isAnothers: boolean, original: Original): void {
  const isEarlier =
    head.txn_at.slice(0, 10) < original.txn_at.slice(0, 10) && head.txn_at.slice(0, 10) !== kept.txn_at.slice(0, 10)
  demandNone({
    ...(isAnothers ? { txn_company: stays } : {}),
    ...(head.card_number === kept.card_number ? {} : { card_number: stays }),
    ...(head.currency === kept.currency ? {} : { currency: stays }),
    ...(head.provider_id === kept.provider_id ? {} : { provider: stays }),
    ...(head.authentication_id === kept.authentication_id ? {} : { authentication_id: stays }),
    ...(isEarlier ? { txn_date: 'credit.too-early' } : {}),
  })
}
