import { type Message, message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import type { Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { limitsOf, type StoredTerms } from './accounts.columns.ts'
import { countNsfInvoices, findExposure, getTerms, lockTerms } from './accounts.queries.ts'
import { hasLimit, isOverLimit } from './accounts.rules.ts'
import {
  deleteHolds,
  type HoldReason,
  insertHolds,
  insertRuleAudit,
  lockCardsOf,
  lockHeldCards,
  updateCreditHeld,
} from './holds.queries.ts'

/** Small enough to stay well below the statement timeout. */
const batchSize = 1000

async function holdCards(db: Db, companyId: number, reason: HoldReason, note: Message): Promise<number> {
  let changed = 0
  for (const batch of batchesOf(await lockCardsOf(db, companyId), batchSize))
    changed += await insertHolds(db, batch, { reason, note })
  await insertRuleAudit(db, companyId, 'accounts.hold', { reason, cards: changed })
  return changed
}
async function releaseCards(db: Db, companyId: number, reason: HoldReason, note: Message): Promise<number> {
  const ids = await lockHeldCards(db, companyId, reason)
  if (ids.length === 0) return 0
  let changed = 0
  for (const batch of batchesOf(ids, batchSize)) changed += await deleteHolds(db, batch, { reason, note })
  await insertRuleAudit(db, companyId, 'accounts.release', { reason, cards: changed })
  return changed
}

/** Holds every card of a customer whose payment was returned, whatever its credit limit (PAY-5). */
export async function holdForNsf(db: Db, companyId: number, invoiceNumber: string): Promise<number> {
  await lockTerms(db, companyId)
  return holdCards(db, companyId, 'nsf', message('card.hold-nsf', { invoice: invoiceNumber }))
}

/** Releases the cards once the customer has no open returned payment. */
export async function releaseIfPaid(db: Db, companyId: number): Promise<number> {
  await lockTerms(db, companyId)
  if ((await countNsfInvoices(db, staffScope(0), companyId)) > 0) return 0
  return releaseCards(db, companyId, 'nsf', 'card.release-nsf')
}

/** Most customers are not affected, so skip their lock. */
const isWatched = (terms: StoredTerms): boolean => terms.hold_rule === 'hold' && hasLimit(limitsOf(terms))
const isAffected = (terms: StoredTerms): boolean => terms.credit_held_at !== null || isWatched(terms)

type Owed = { amount_cents: number; currency: string }
/** Whether a limit would hold the cards if the customer owed that much more (PAY-7). */
export async function wouldHoldForCredit(db: Db, companyId: number, more: Owed): Promise<boolean> {
  const terms = await getTerms(db, companyId)
  if (!isWatched(terms) || terms.credit_held_at !== null) return false
  const exposure = await findExposure(db, companyId)
  const currency = more.currency as Currency
  return isOverLimit(limitsOf(terms), { ...exposure, [currency]: (exposure[currency] ?? 0) + more.amount_cents })
}

/**
 * Holds the cards when a limit is exceeded, in any currency (RECV-8). Releases them when the customer is under all of
 * them, or when the limits or their rule are removed.
 */
export async function settleCredit(db: Db, companyId: number, now: Date): Promise<number> {
  if (!isAffected(await getTerms(db, companyId))) return 0
  const terms = await lockTerms(db, companyId)
  const isOver = isWatched(terms) && isOverLimit(limitsOf(terms), await findExposure(db, companyId))
  if (isOver === (terms.credit_held_at !== null)) return 0
  await updateCreditHeld(db, companyId, isOver ? now : null)
  return isOver
    ? holdCards(db, companyId, 'credit', 'card.hold-credit')
    : releaseCards(db, companyId, 'credit', 'card.release-credit')
}
