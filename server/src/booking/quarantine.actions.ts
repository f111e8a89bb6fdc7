import type { QuarantineRow } from '@portal/contract/booking/transaction-imports.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Context } from '../platform/http/context.ts'
import { type StoredQuarantine, toQuarantineRow } from './quarantine.columns.ts'
import { lockQuarantined, markSkipped } from './quarantine.queries.ts'

export const quarantineRecord = ({ id, authentication_id }: Pick<StoredQuarantine, 'id' | 'authentication_id'>) => ({
  type: 'quarantine',
  id,
  label: authentication_id,
})

/** For a transaction that will never be booked. It stays stored, so that later files skip it. */
export async function skip({ db, actor, audit }: Context, id: number, reason: string): Promise<QuarantineRow> {
  const transaction = await lockQuarantined(db, actor.scope, id)
  if (transaction.status !== 'waiting')
    throw new AppError(transaction.status === 'released' ? 'quarantine.released' : 'quarantine.skipped')
  await markSkipped(db, id, actor.user_id, reason)
  await audit({
    record: quarantineRecord(transaction),
    before: { status: 'waiting' },
    after: { status: 'skipped', reason },
  })
  return toQuarantineRow({ ...transaction, status: 'skipped', skip_reason: reason })
}

export async function returnToQuarantine({ db, actor, audit }: Context, id: number): Promise<QuarantineRow> {
  const transaction = await lockQuarantined(db, actor.scope, id)
  if (transaction.status !== 'skipped')
    throw new AppError(transaction.status === 'released' ? 'quarantine.released' : 'quarantine.waiting')
  await markSkipped(db, id, actor.user_id, null)
  await audit({
    record: quarantineRecord(transaction),
    before: { status: 'skipped', reason: transaction.skip_reason },
    after: { status: 'waiting' },
  })
  return toQuarantineRow({ ...transaction, status: 'waiting', skip_reason: null })
}
