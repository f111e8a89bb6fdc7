import type { QuarantineRow } from '@portal/contract/booking/transaction-imports.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Context } from '../platform/http/context.ts'
import { type StoredQuarantine, toQuarantineRow } from './quarantine.columns.ts'
import { lockQuarantined, markSetAside } from './quarantine.queries.ts'

export const recordOf = ({ id, authentication_id }: StoredQuarantine) => ({
  type: 'quarantine',
  id,
  label: authentication_id,
})

/** For what will never be booked: it leaves the list of what waits and stays known, so that no file brings it again. */
export async function setStopAside({ db, actor, audit }: Context, id: number, reason: string): Promise<QuarantineRow> {
  const stop = await lockQuarantined(db, actor.scope, id)
  if (stop.state !== 'waiting')
    throw new AppError(stop.state === 'released' ? 'quarantine.released' : 'quarantine.set-aside')
  await markSetAside(db, id, actor.user_id, reason)
  await audit({ record: recordOf(stop), before: { state: 'waiting' }, after: { state: 'set_aside', reason } })
  return toQuarantineRow({ ...stop, state: 'set_aside', set_aside_why: reason })
}

export async function putStopBack({ db, actor, audit }: Context, id: number): Promise<QuarantineRow> {
  const stop = await lockQuarantined(db, actor.scope, id)
  if (stop.state !== 'set_aside')
    throw new AppError(stop.state === 'released' ? 'quarantine.released' : 'quarantine.waiting')
  await markSetAside(db, id, actor.user_id, null)
  await audit({
    record: recordOf(stop),
    before: { state: 'set_aside', reason: stop.set_aside_why },
    after: { state: 'waiting' },
  })
  return toQuarantineRow({ ...stop, state: 'waiting', set_aside_why: null })
}
