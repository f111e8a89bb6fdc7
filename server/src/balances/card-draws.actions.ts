import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { maskNumber } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import {
  findNoted,
  findSurroundings,
  listDrawn,
  lockDrawnCards,
  noteDraws,
  refreshedSince,
  updateBalances,
} from './card-draws.queries.ts'
import {
  availableOf,
  type Balances,
  balanceNames,
  circumstancesOf,
  type DrawnCard,
  type Draws,
  drawnBy,
  drawsOf,
  exceptionsOf,
  redraw,
  type Wanted,
  wouldDraw,
} from './card-draws.rules.ts'

type Lines = Parameters<typeof drawsOf>[0]
/** A transaction as it is booked. */
type Kept = {
  id: number
  card_id: number | null
  credited_id: number | null
  created_at: string
  exceptions: readonly string[]
  lines: Lines
}
/** A transaction as it shall be. */
type Side = { card_id: number | null; credited_id: number | null; txn_at: string; site_id: number | null; lines: Lines }

const auditFields = (balances: Balances): Record<string, number | null> =>
  Object.fromEntries(
    balanceNames.map((name) => {
      const units = balances[name]
      const unit = name.endsWith('_milli') ? 'quantity' : 'money'
      return [name.replace(/_(milli|cents)$/, ''), units === null ? null : fromUnits(units, unit)]
    }),
  )
const onlyChanged = (side: Record<string, number | null>, other: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(side).filter(([name, value]) => other[name] !== value))

/** A credit gives back what its purchase drew from the same card and no other credit has given back. */
async function availableFor({ db }: Context, { card_id, credited_id }: Side, ownId: number): Promise<Draws | null> {
  if (credited_id === null) return null
  const transactions = await listDrawn(db, [credited_id])
  return availableOf(
    transactions
      .filter((transaction) => transaction.id !== ownId && transaction.card_id === card_id)
      .map(({ drawn }) => drawn),
  )
}

async function exceptionsFor(
  { db }: Context,
  card: DrawnCard,
  side: Side,
  draws: Draws,
  ownId: number,
): Promise<string[]> {
  const isBuying = side.credited_id === null && side.lines.some(({ amount_cents }) => amount_cents > 0)
  if (!isBuying) return []
  const { txn_at, site_id } = side
  const found = await findSurroundings(db, { id: ownId, card_id: card.id, txn_at, site_id })
  return exceptionsOf(card, draws, circumstancesOf(side.lines, found))
}

export type Moved = { exceptions: string[]; noted: Draws | null }
/**
 * Moves what the cards have left from what a transaction took before to what it takes now; null is a transaction that is not there
 * yet, or no longer. Answers what goes against a rule on the card that it is on now, and what is to be noted of what it
 * took.
 */
export async function moveDraws(context: Context, before: Kept | null, after: Side | null): Promise<Moved> {
  const { db, audit } = context
  const wantedCards = [before?.card_id, after?.card_id].filter((id) => id !== null && id !== undefined)
  const cards = wantedCards.length > 0 ? await lockDrawnCards(db, wantedCards) : []
  const noted = before ? await findNoted(db, before.id) : null
  let moved: Moved = { exceptions: [], noted: null }
  for (const card of cards) {
    const refreshed = before ? await refreshedSince(db, card.id, before.created_at) : 0
    const asks = (lines: Lines) => drawsOf(lines, card.uom as VolumeUnit)
    const was =
      before?.card_id === card.id ? drawnBy(asks(before.lines), noted, before.credited_id !== null, refreshed) : null
    const side = after?.card_id === card.id ? after : null
    const wanted: Wanted | null = side && {
      asked: asks(side.lines),
      available: await availableFor(context, side, before?.id ?? 0),
    }
    const done = redraw(card, was, wanted, refreshed)
    if (side && wanted) {
      const without = { ...card, ...redraw(card, was, null, refreshed).balances }
      const exceptions = await exceptionsFor(context, without, side, wouldDraw(wanted, refreshed), before?.id ?? 0)
      moved = {
        exceptions: was ? stillTrue(before?.exceptions ?? [], exceptions, refreshed) : exceptions,
        noted: done.mustNote ? done.draws : null,
      }
    }
    const [had, has] = [auditFields(card), auditFields(done.balances)]
    const trail = { before: onlyChanged(had, has), after: onlyChanged(has, had) }
    if (Object.keys(trail.after).length === 0) continue
    await updateBalances(db, card.id, done.balances)
    await audit({ record: { type: 'card', id: card.id, label: maskNumber(card.card_number) }, ...trail })
  }
  return moved
}
/**
 * Of a transaction that stays on its card: it was on hold or not when it was booked, and what it was short of then may have
 * returned to its limit since.
 */
const stillTrue = (before: readonly string[], now: readonly string[], refreshed: number): string[] => [
  ...['on_hold', 'over_limit', 'wrong_product', 'interval'].filter((one) =>
    one === 'on_hold'
      ? before.includes(one)
      : now.includes(one) || (one === 'over_limit' && refreshed !== 0 && before.includes(one)),
  ),
]
/** After the transaction is written. */
export const noteMoved = ({ db }: Context, id: number, { noted }: Moved): Promise<void> => noteDraws(db, id, noted)
