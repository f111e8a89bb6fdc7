import { AppError } from '@portal/contract/errors.ts'
import type { ExceptionRow, judgeInput } from '@portal/contract/exceptions/exceptions.ts'
import { can } from '@portal/contract/permissions.ts'
import type { z } from 'zod'
import { isStaff } from '../platform/access/scope.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import {
  dismissOpen,
  getException,
  getHold,
  lockJudged,
  updateAccepted,
  updateCustomerVerdict,
  updateStaffVerdict,
} from './exceptions.queries.ts'

/**
 * Staff's verdict acts: with the last dismissal the transaction is accepted for billing, unless it waits for something
 * else too; a confirmed one keeps it out. What is billed stays as it is (EXC-2).
 */
async function actOn({ db, actor }: Context, id: number, now: Date): Promise<boolean> {
  const { is_accepted, is_billed, holds, is_free } = await getHold(db, id)
  if (is_billed) return false
  if (is_free && !is_accepted) {
    await updateAccepted(db, [id], now)
    await dismissOpen(db, [id], actor.user_id)
    return true
  }
  if (holds && is_accepted) await updateAccepted(db, [id], null)
  return false
}

type Judged = ExceptionRow & { is_accepted: boolean }
/** Staff need to be able to change transactions; users of a customer, to see them. */
export async function judgeException(
  context: Context,
  id: number,
  { verdict, note = null }: z.output<typeof judgeInput>,
  now: Date,
): Promise<Judged> {
  const { db, actor, audit } = context
  const byStaff = isStaff(actor.scope)
  if (byStaff && !can(actor.grants, 'transactions.update')) throw new AppError('exception.needs-update')
  if (byStaff) await lockJudged(db, actor.scope, id)
  const before = await getException(db, actor.scope, id)
  await (byStaff ? updateStaffVerdict : updateCustomerVerdict)(db, id, { verdict, note, by: actor.user_id })
  const isAccepted = byStaff && (await actOn(context, before.transaction_id, now))
  const after = await getException(db, actor.scope, id)
  const fields = (row: ExceptionRow) => {
    const given = byStaff ? row.staff : row.customer
    return { verdict: given?.verdict ?? null, note: given?.note ?? null }
  }
  const record = { type: 'transaction', id: before.transaction_id, label: before.authentication_id }
  const changed = changes(fields(before), fields(after))
  await audit([
    { record, before: changed.before, after: { rule: before.rule, ...changed.after } },
    ...(isAccepted ? [{ action: 'transactions.accept', record, after: { rule: before.rule } }] : []),
  ])
  return { ...after, is_accepted: isAccepted }
}
