import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { maskNumber } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import {
  findNoted,
  getDayGallons,
  listDrawn,
  lockDrawnCards,
  noteDraws,
  refreshedSince,
  updateBalances,
} from './card-draws.queries.ts'
import {
  availableOf,
  type Balances,
  type BrokenRule,
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
/** The transaction as currently booked. */
type Booked = {
  id: number
  card_id: number | null
  credited_id: number | null
  created_at: string
  lines: Lines
}
/** The transaction as it should become. */
type Planned = {
  card_id: number | null
  credited_id: number | null
  txn_at: string
  lines: Lines
}

const auditFields = (balances: Balances): Record<string, number | null> =>
  Object.fromEntries(
    balanceNames.map((name) => {
      const units = balances[name]
      const unit = name.endsWith('_milli') ? 'quantity' : 'money'
      return [name.replace(/_(milli|cents)$/, ''), units === null ? null : fromUnits(units, unit)]
    }),
  )
const onlyChanged = (fields: Record<string, number | null>, other: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => other[name] !== value))

/** A credit restores what its purchase drew from the same card, less what other credits already restored. */
async function availableFor({ db }: Context, { card_id, credited_id }: Planned, ownId: number): Promise<Draws | null> {
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
  planned: Planned,
  draws: Draws,
  ownId: number,
): Promise<BrokenRule[]> {
  const isBuying = planned.credited_id === null && planned.lines.some(({ amount_cents }) => amount_cents > 0)
  if (!isBuying) return []
  const gallons_milli = await getDayGallons(db, { id: ownId, card_id: card.id, txn_at: planned.txn_at })
  return exceptionsOf(card, draws, circumstancesOf(planned.lines, gallons_milli))
}

/** `kept` are the rules that stay as they were decided before. */
export type Moved = { broken: BrokenRule[]; kept: BrokenRule['rule'][]; noted: Draws | null }
/**
 * Moves the card balances from what a transaction drew before to what it draws now. Null means the transaction does not
 * exist before or after. Returns its exceptions on its new card, and the draws to store for it.
 */
export async function moveDraws(context: Context, before: Booked | null, after: Planned | null): Promise<Moved> {
  const { db, audit } = context
  const wantedCards = [before?.card_id, after?.card_id].filter((id) => id !== null && id !== undefined)
  const cards = wantedCards.length > 0 ? await lockDrawnCards(db, wantedCards) : []
  const noted = before ? await findNoted(db, before.id) : null
  let moved: Moved = { broken: [], kept: [], noted: null }
  for (const card of cards) {
    const refreshed = before ? await refreshedSince(db, card.id, before.created_at) : 0
    const asks = (lines: Lines) => drawsOf(lines, card.uom as VolumeUnit)
    const was =
      before?.card_id === card.id ? drawnBy(asks(before.lines), noted, before.credited_id !== null, refreshed) : null
    const planned = after?.card_id === card.id ? after : null
    const wanted: Wanted | null = planned && {
      asked: asks(planned.lines),
      available: await availableFor(context, planned, before?.id ?? 0),
    }
    const done = redraw(card, was, wanted, refreshed)
    if (planned && wanted) {
      const without = { ...card, ...redraw(card, was, null, refreshed).balances }
      const broken = await exceptionsFor(context, without, planned, wouldDraw(wanted, refreshed), before?.id ?? 0)
      moved = {
        ...(was ? exceptionsNow(broken, refreshed) : { broken, kept: [] }),
        noted: done.mustNote ? done.draws : null,
      }
    }
    const [had, has] = [auditFields(card), auditFields(done.balances)]
    const changes = { before: onlyChanged(had, has), after: onlyChanged(has, had) }
    if (Object.keys(changes.after).length === 0) continue
    await updateBalances(db, card.id, done.balances)
    await audit({ record: { type: 'card', id: card.id, label: maskNumber(card.card_number) }, ...changes })
  }
  return moved
}
/**
 * For a transaction that stays on its card. `on_hold` keeps its value from booking, and an exceeded limit may have been
 * refreshed since.
 */
function exceptionsNow(now: readonly BrokenRule[], refreshed: number): Pick<Moved, 'broken' | 'kept'> {
  const isOver = now.some(({ rule }) => rule === 'over_limit')
  return {
    broken: now.filter(({ rule }) => rule !== 'on_hold'),
    kept: ['on_hold', ...(refreshed !== 0 && !isOver ? (['over_limit'] as const) : [])],
  }
}
export const noteMoved = ({ db }: Context, id: number, { noted }: Moved): Promise<void> => noteDraws(db, id, noted)
