import {
  type DrawnTransaction,
  insertNotes,
  listDayGallons,
  listDrawn,
  lockDrawnCards,
  updateAllBalances,
} from '../balances/card-draws.queries.ts'
import {
  availableOf,
  balanceNames,
  type DrawNote,
  type DrawnCard,
  type Draws,
  drawInOrder,
  drawnBy,
  exceptionsInOrder,
  redraw,
} from '../balances/card-draws.rules.ts'
import type { Db } from '../db/connect.ts'
import type { FoundRule } from '../exceptions/detection.queries.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { listStagedCards, listStagedCredits, listStagedTransactions, type StagedTransaction } from './draws.queries.ts'

const cardsAtOnce = 500
const isMoved = (before: DrawnCard, after: DrawnCard) => balanceNames.some((name) => before[name] !== after[name])

async function listGallons(
  db: Db,
  transactions: readonly StagedTransaction[],
): Promise<Map<number, Map<string, number>>> {
  const days = Map.groupBy(transactions, ({ card_id, day }) => `${card_id} ${day}`)
  const booked = await listDayGallons(
    db,
    [...days.values()].flatMap(([one]) => (one ? [{ card_id: one.card_id, day: one.day }] : [])),
  )
  const byCard = Map.groupBy(booked, ({ card_id }) => card_id)
  return new Map([...byCard].map(([card, rows]) => [card, new Map(rows.map((row) => [row.day, row.gallons_milli]))]))
}

/**
 * Runs before a file's transactions are inserted, card by card, with the rules for manual entry. Draws the purchases
 * from the card balances and finds the card's rules that they break. Returns the draws and the rules to store afterwards.
 */
export async function drawStaged(db: Db): Promise<{ notes: DrawNote[]; broken: FoundRule[] }> {
  const notes: DrawNote[] = []
  const broken: FoundRule[] = []
  for (const ids of batchesOf(await listStagedCards(db), cardsAtOnce)) {
    const cards = await lockDrawnCards(db, ids)
    const staged = await listStagedTransactions(db, ids)
    const gallons = await listGallons(db, staged)
    const byCard = Map.groupBy(staged, ({ card_id }) => card_id)
    const moved: DrawnCard[] = []
    for (const card of cards) {
      const transactions = byCard.get(card.id) ?? []
      for (const [transaction_id, rules] of exceptionsInOrder(card, transactions, gallons.get(card.id) ?? new Map()))
        broken.push(...rules.map((rule) => ({ transaction_id, ...rule })))
      const drawn = drawInOrder(card, transactions)
      if (isMoved(card, drawn.card)) moved.push(drawn.card)
      notes.push(...drawn.notes)
    }
    await updateAllBalances(db, moved)
  }
  return { notes, broken }
}

/**
 * Runs after the transactions are inserted. Stores their draws, then processes the credits in order, because each can
 * restore only what earlier ones left.
 */
export async function settleDraws(db: Db, notes: readonly DrawNote[]): Promise<void> {
  await insertNotes(db, notes)
  const credits = await listStagedCredits(db)
  if (credits.length === 0) return
  const cards = new Map(
    (await lockDrawnCards(db, [...new Set(credits.map(({ card_id }) => card_id))])).map((card) => [card.id, card]),
  )
  const drawn = await listDrawn(db, [...new Set(credits.map(({ credited_id }) => credited_id))])
  const askedOf = new Map(drawn.map((one) => [one.id, one.drawn.asked]))
  const isNew = new Set(credits.map(({ transaction_id }) => transaction_id))
  const originalOf = ({ id, credited_id }: DrawnTransaction) => credited_id ?? id
  const byOriginal = Map.groupBy(
    drawn.filter(({ id }) => !isNew.has(id)),
    originalOf,
  )
  const given = credits.map(({ transaction_id, card_id, credited_id }) => {
    const card = cards.get(card_id) as DrawnCard
    const asked = askedOf.get(transaction_id) as Draws
    const known = byOriginal.get(credited_id) ?? []
    const available = availableOf(known.filter((one) => one.card_id === card_id).map((one) => one.drawn))
    const { balances, draws } = redraw(card, null, { asked, available }, 0)
    cards.set(card_id, { ...card, ...balances })
    const own = { id: transaction_id, card_id, credited_id, drawn: drawnBy(asked, draws, true, 0) }
    byOriginal.set(credited_id, [...known, own])
    return { transaction_id, ...draws }
  })
  await updateAllBalances(db, [...cards.values()])
  await insertNotes(db, given)
}
