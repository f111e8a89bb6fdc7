import type { QuarantineRow } from '@portal/contract/booking/transaction-imports.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Context } from '../platform/http/context.ts'
import { type StoredQuarantine, toQuarantineRow } from './quarantine.columns.ts'
import { lockQuarantined, markSetAside } from './quarantine.queries.ts'

export const quarantineRecord = ({ id, authentication_id }: StoredQuarantine) => ({
  type: 'quarantine',
  id,
  label: authentication_id,
})

/** For a transaction that will never be booked. It stays stored, so that later files skip it. */
export async function setAside({ db, actor, audit }: Context, id: number, reason: string): Promise<QuarantineRow> {
  const transaction = await lockQuarantined(db, actor.scope, id)
  if (transaction.state !== 'waiting')
    throw new AppError(transaction.state === 'released' ? 'quarantine.released' : 'quarantine.set-aside')
  await markSetAside(db, id, actor.user_id, reason)
  await audit({
    record: quarantineRecord(transaction),
    before: { state: 'waiting' },
    after: { state: 'set_aside', reason },
  })
  return toQuarantineRow({ ...transaction, state: 'set_aside', set_aside_why: reason })
}

export async function putBack({ db, actor, audit }: Context, id: number): Promise<QuarantineRow> {
  const transaction = await lockQuarantined(db, actor.scope, id)
  if (transaction.state !== 'set_aside')
    throw new AppError(transaction.state === 'released' ? 'quarantine.released' : 'quarantine.waiting')
  await markSetAside(db, id, actor.user_id, null)
  await audit({
    record: quarantineRecord(transaction),
    before: { state: 'set_aside', reason: transaction.set_aside_why },
    after: { state: 'waiting' },
  })
  return toQuarantineRow({ ...transaction, state: 'waiting', set_aside_why: null })
}
