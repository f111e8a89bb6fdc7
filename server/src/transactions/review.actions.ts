import { AppError, type ErrorCode } from '@portal/contract/errors.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type {
  acceptInput,
  ReviewAct,
  ReviewPreview,
  reviewPreviewInput,
} from '@portal/contract/transactions/transactions.ts'
import type { z } from 'zod'
import type { Db, Scope } from '../db/connect.ts'
import type { Context } from '../platform/http/context.ts'
import { findAccepted, findToReview, listHeads, lockTransactions, updateAccepted } from './review.queries.ts'
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
/**
 * Skips transactions that the action does not apply to. So two users reviewing the same list do not block each other.
 */
function applicableTo({ applies, nothing }: Act, found: readonly HeldTransaction[]): HeldTransaction[] {
  for (const transaction of found) demandUnbilled(transaction)
  const applicable = found.filter(applies)
  if (applicable.length === 0) throw new AppError(nothing)
  return applicable
}

/** The count of each word, most frequent first. */
const countsOf = (words: readonly string[]): [string, number][] =>
  [...Map.groupBy(words, (word) => word)]
    .map(([word, some]): [string, number] => [word, some.length])
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))

export async function previewReview(
  db: Db,
  scope: Scope,
  { act: name, ...chosen }: z.output<typeof reviewPreviewInput>,
): Promise<ReviewPreview> {
  const act = acts[name]
  const applicable = applicableTo(act, await listHeads(db, scope, await idsOf(db, scope, act, chosen)))
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
    exceptions: countsOf(applicable.flatMap((one) => one.exceptions)).map(([exception, count]) => ({
      exception,
      count,
    })),
  }
}

const noteOf = (transaction: HeldTransaction) => ({
  record: transactionRecord(transaction),
  after: { flags: transaction.flags.join(', ') },
})
async function setAccepted({ db, actor, audit }: Context, act: Act, chosen: Chosen, at: Date | null): Promise<number> {
  const ids = await idsOf(db, actor.scope, act, chosen)
  const applicable = applicableTo(act, await lockTransactions(db, actor.scope, ids))
  await updateAccepted(
    db,
    applicable.map(({ id }) => id),
    at,
  )
  await audit(applicable.map(noteOf))
  return applicable.length
}
export const acceptForBilling = async (context: Context, chosen: Chosen, now: Date) => ({
  accepted: await setAccepted(context, acts.accept, chosen, now),
})
export const unacceptForBilling = async (context: Context, chosen: Chosen) => ({
  unaccepted: await setAccepted(context, acts.unaccept, chosen, null),
})
