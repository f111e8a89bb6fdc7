import { AppError, type ErrorCode } from '@portal/contract/errors.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import {
  type acceptInput,
  creditExcessFlag,
  type ReviewAct,
  type ReviewPreview,
  type reviewPreviewInput,
  secondPersonFlag,
} from '@portal/contract/transactions/transactions.ts'
import type { z } from 'zod'
import type { Db, Scope } from '../db/connect.ts'
import { dismissOpen, reopenDismissed, updateAccepted } from '../exceptions/exceptions.queries.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context } from '../platform/http/context.ts'
import { findAccepted, findToReview, listHeads, lockTransactions } from './review.queries.ts'
import { transactionRecord } from './transaction-audit.rules.ts'
import { demandUnbilled } from './transactions.actions.ts'
import type { HeldTransaction } from './transactions.queries.ts'

type Chosen = z.output<typeof acceptInput>
type Act = { find: typeof findToReview; applies: (held: HeldTransaction) => boolean; nothing: ErrorCode }
/**
 * Flagged transactions are not billed before they are accepted (domain, 'The billed price'). Acceptance can be undone
 * until they are billed (TXN-23).
 */
const acts: Readonly<Record<ReviewAct, Act>> = {
  accept: {
    find: findToReview,
    applies: ({ flags, accepted_at }) => flags.length > 0 && accepted_at === null,
    nothing: 'transaction.nothing-to-accept',
  },
  unaccept: {
    find: findAccepted,
    applies: ({ flags, accepted_at }) => flags.length > 0 && accepted_at !== null,
    nothing: 'transaction.nothing-to-unaccept',
  },
}
const idsOf = async (db: Db, scope: Scope, act: Act, { ids, filter }: Chosen) =>
  filter ? act.find(db, scope, filter) : (ids ?? [])
/** Whether the user typed the amounts that a second person has to accept (TXN-22). */
const isOwn = ({ flags, typed_by }: HeldTransaction, user: number): boolean =>
  flags.includes(secondPersonFlag) && typed_by === user
/**
 * Skips transactions that the action does not apply to. So two users reviewing the same list do not block each other.
 * Also skips credits of more than was bought, and those that wait for a second person, which it counts.
 */
function applicableTo(act: Act, found: readonly HeldTransaction[], user: number) {
  for (const transaction of found) demandUnbilled(transaction)
  const open = found.filter(act.applies)
  if (open.length === 0) throw new AppError(act.nothing)
  const isAccepting = act === acts.accept
  const all = isAccepting ? open.filter(({ flags }) => !flags.includes(creditExcessFlag)) : open
  if (all.length === 0) throw new AppError('transaction.credit-excess')
  const applicable = isAccepting ? all.filter((one) => !isOwn(one, user)) : all
  if (applicable.length === 0) throw new AppError('transaction.second-person')
  return { applicable, second_person: all.length - applicable.length }
}

/** The count of each word, most frequent first. */
const countsOf = (words: readonly string[]): [string, number][] =>
  [...Map.groupBy(words, (word) => word)]
    .map(([word, some]): [string, number] => [word, some.length])
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))

export async function previewReview(
  db: Db,
  { scope, user_id }: Pick<Actor, 'scope' | 'user_id'>,
  { act: name, ...chosen }: z.output<typeof reviewPreviewInput>,
): Promise<ReviewPreview> {
  const act = acts[name]
  const found = await listHeads(db, scope, await idsOf(db, scope, act, chosen))
  const { applicable, second_person } = applicableTo(act, found, user_id)
  const sums = Map.groupBy(applicable, ({ currency }) => currency)
  return {
    count: applicable.length,
    ids: applicable.map(({ id }) => id),
    totals: [...sums].sort().map(([currency, some]) => ({
      currency: currency as Currency,
      amount: fromUnits(
        some.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        'money',
      ),
    })),
    flags: countsOf(applicable.flatMap((one) => one.flags)).map(([flag, count]) => ({ flag, count })),
    // Severe ones are among the flags already.
    exceptions: countsOf(
      applicable.flatMap((one) => one.exceptions.filter((exception) => !one.flags.includes(exception))),
    ).map(([exception, count]) => ({
      exception,
      count,
    })),
    second_person,
  }
}

const noteOf = (transaction: HeldTransaction) => ({
  record: transactionRecord(transaction),
  after: { flags: transaction.flags.join(', ') },
})
async function setAccepted({ db, actor, audit }: Context, act: Act, chosen: Chosen, at: Date | null) {
  const ids = await idsOf(db, actor.scope, act, chosen)
  const locked = await lockTransactions(db, actor.scope, ids)
  const { applicable, second_person } = applicableTo(act, locked, actor.user_id)
  const chosenIds = applicable.map(({ id }) => id)
  await updateAccepted(db, chosenIds, at)
  // Accepting dismisses what is not judged yet; the undo opens it again (EXC-2).
  await (at === null ? reopenDismissed(db, chosenIds) : dismissOpen(db, chosenIds, actor.user_id))
  await audit(applicable.map(noteOf))
  return { count: applicable.length, second_person }
}
export async function acceptForBilling(context: Context, chosen: Chosen, now: Date) {
  const { count, second_person } = await setAccepted(context, acts.accept, chosen, now)
  return { accepted: count, second_person }
}
export const unacceptForBilling = async (context: Context, chosen: Chosen) => ({
  unaccepted: (await setAccepted(context, acts.unaccept, chosen, null)).count,
})
