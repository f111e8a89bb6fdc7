import {
  type AssignInput,
  type cardMoves,
  listedPurchases,
  type MoveInput,
  type MovePreview,
  maxFollowing,
} from '@portal/contract/cards/card-moves.ts'
import type { CallReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { can } from '@portal/contract/permissions.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { assignCards, demandMovable } from '../cards/card-bulk.actions.ts'
import { findChosen } from '../cards/card-bulk.queries.ts'
import { findCompany } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context } from '../platform/http/context.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { previewToken } from '../platform/preview-token.ts'
import {
  type Following,
  type FollowingTransaction,
  findFollowing,
  isCapped,
  listFollowing,
  lockFollowing,
  updateOwner,
} from './card-moves.queries.ts'
import { lockPricing } from './pricing-lock.queries.ts'
import { beforeAndAfter, type Repricing, repriceTransactions, writePrices } from './repricing.actions.ts'
import { listActiveMarkups } from './repricing.queries.ts'

type Moved = Repricing & { former: FollowingTransaction }
type Move = { following: Following; all: Moved[]; isCappedAtRetail: boolean; token: string }

/** Purchases can follow to a customer only, and change hands only by a user who can change transactions. */
async function demandPurchases({ grants }: Pick<Actor, 'grants'>, db: Db, scope: Scope, companyId: number) {
  if (!can(grants, 'transactions.update')) throw new AppError('auth.forbidden')
  const company = await findCompany(db, scope, companyId)
  if (company?.kind !== 'customer')
    throw new AppError('request.invalid', { customerCompanyId: 'card.purchases-customer' })
}

/** What the purchases that follow cost the new company: the stored rates and taxes, its own markup and cap (MARK-5). */
async function priceFollowing(db: Db, scope: Scope, following: Following, companyId: number): Promise<Move> {
  if (following.ids.length > maxFollowing)
    throw new AppError('request.invalid', { move_purchases: message('card.too-many-purchases', { max: maxFollowing }) })
  const found = await listFollowing(db, scope, following.ids)
  const providers = [...new Set(found.flatMap(({ provider_id }) => provider_id ?? []))]
  const markups = await listActiveMarkups(db, [companyId], providers)
  const isCappedAtRetail = await isCapped(db, companyId)
  const theirs = found.map((transaction) => ({ ...transaction, company_id: companyId }))
  const priced = await repriceTransactions(db, scope, theirs, { markups, table: null, isCappedAtRetail })
  const all = priced.map((one, at) => ({ ...one, former: found[at] as FollowingTransaction }))
  const shown = all.map(({ transaction, after_cents }) => [transaction.id, transaction.amount_cents, after_cents])
  return { following, all, isCappedAtRetail, token: previewToken([companyId, shown]) }
}

const totalsOf = (all: readonly Moved[]) =>
  currencies.flatMap((currency) => {
    const own = all.filter(({ transaction }) => transaction.currency === currency)
    const before = own.reduce((sum, { transaction }) => sum + transaction.amount_cents, 0)
    const after = own.reduce((sum, { after_cents }) => sum + after_cents, 0)
    return own.length === 0 ? [] : [beforeAndAfter(currency, before, after)]
  })

/** Which purchases would follow the cards, computed by the code that moves them. Writes nothing. */
export async function previewMove(db: Db, actor: Actor, input: MoveInput, now: Date): Promise<MovePreview> {
  const { scope } = actor
  const companyId = input.customerCompanyId
  await demandPurchases(actor, db, scope, companyId)
  const cards = await findChosen(db, scope, input)
  const changed = cards.filter(({ company_id }) => company_id !== companyId)
  await demandMovable(db, changed, input.effective_at ?? null, now)
  const following = await followingOf(db, cards, changed, input, now)
  const { all, token } = await priceFollowing(db, scope, following, companyId)
  return {
    cards: cards.length,
    changed: changed.length,
    count: all.length,
    totals: totalsOf(all),
    staying: following.staying,
    transactions: all.slice(0, listedPurchases).map(({ former, after_cents }) => ({
      txn_id: former.id,
      authentication_id: former.authentication_id,
      txn_date: toLocalTime(former.txn_at),
      location: former.location,
      company_name: former.company_name,
      ...beforeAndAfter(former.currency, former.amount_cents, after_cents),
    })),
    token,
  }
}

type Held = { id: number }
/** Cards that the company has already count from when it got them: their purchases can follow later too. */
async function followingOf(
  db: Db,
  cards: readonly Held[],
  changed: readonly Held[],
  { customerCompanyId, effective_at }: MoveInput,
  now: Date,
): Promise<Following> {
  const moving = new Set(changed.map(({ id }) => id))
  const ids = (some: readonly Held[]) => some.map(({ id }) => id)
  const kept = cards.filter(({ id }) => !moving.has(id))
  const some = [
    await findFollowing(db, ids(changed), effective_at ?? now.toISOString(), customerCompanyId),
    await findFollowing(db, ids(kept), null, customerCompanyId),
  ]
  return { ids: some.flatMap((one) => one.ids), staying: some.reduce((sum, { staying }) => sum + staying, 0) }
}

const noteOf = ({ former, after_cents }: Moved, companyName: string) => ({
  action: 'transactions.follow',
  record: { type: 'transaction', id: former.id, label: former.authentication_id },
  before: { company_name: former.company_name, amount: fromUnits(former.amount_cents, 'money') },
  after: { company_name: companyName, amount: fromUnits(after_cents, 'money'), currency: former.currency },
})

/** Moves the cards and, on request, the purchases after that time that are not invoiced, all or nothing (TXN-21). */
export async function moveCards(
  context: Context,
  input: AssignInput,
  now: Date,
): Promise<CallReply<typeof cardMoves.assign>> {
  const { db, actor, audit } = context
  const companyId = input.customerCompanyId
  const effectiveAt = input.effective_at ?? null
  if (!input.move_purchases) return (await assignCards(context, input, companyId, effectiveAt, now)).result
  await demandPurchases(actor, db, actor.scope, companyId)
  // Pricing, then cards, then transactions: the locking order of an import.
  await lockPricing(db, false)
  const { result, cards, moved, company } = await assignCards(context, input, companyId, effectiveAt, now)
  const find = () => followingOf(db, cards, moved, input, now)
  await lockFollowing(db, (await find()).ids)
  const { following, all, isCappedAtRetail, token } = await priceFollowing(db, actor.scope, await find(), companyId)
  if (input.preview_token && input.preview_token !== token) throw new AppError('card.preview-stale')
  await updateOwner(db, following.ids, companyId, isCappedAtRetail)
  await writePrices(db, all)
  for (const some of batchesOf(all, 1000)) await audit(some.map((one) => noteOf(one, company.name)))
  return { ...result, purchases: { count: all.length, totals: totalsOf(all), staying: following.staying } }
}
