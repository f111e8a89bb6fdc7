import {
  type BulkResult,
  type ChosenCards,
  cardFileColumns,
  cardFileKinds,
  type StatusResult,
  undoLimit,
} from '@portal/contract/cards/card-bulk.ts'
import type { Card, CardStatus } from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { DownloadFormat } from '@portal/contract/list.ts'
import { message } from '@portal/contract/message.ts'
import { findCompany } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { type AuditEntry, maskNumber } from '../platform/audit/audit.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { batchesOf } from '../platform/jobs/batches.ts'
import { piecesOf } from '../platform/jobs/turns.ts'
import { downloadTypes } from '../platform/lists/stream-list.ts'
import { byteOrderMark, csvLine } from '../platform/sheets/csv.ts'
import { streamWorkbook } from '../platform/sheets/xlsx-write.ts'
import {
  areHeldByRule,
  type ChosenCard,
  countHeldLater,
  findChosen,
  keepOnHold,
  listWholeCards,
  lockChosenCards,
  setEffectiveAt,
  updateLockedCards,
} from './card-bulk.queries.ts'
import {
  type CardEvent,
  findHoldNotes,
  findLastEvent,
  hasStatusChangedAfter,
  insertCardEvents,
} from './card-events.queries.ts'
import { toCard } from './cards.columns.ts'

const recordOf = ({ id, card_number }: ChosenCard) => ({ type: 'card', id, label: maskNumber(card_number) })
/** Masks typed card numbers in the filter before it reaches the audit log (A3). */
export const auditChoice = ({ cardIds, filter }: ChosenCards) =>
  filter ? { filter: filter.map(maskNumber) } : { card_ids: cardIds }

export function demandSome(cards: ChosenCard[]): ChosenCard[] {
  const message = 'card.no-match'
  if (cards.length === 0) throw new AppError('request.invalid', { filter: message }, { message })
  return cards
}

const chunkSize = 250
/** Reads each chunk in its own short transaction. The export ends if the user is signed out half-way. */
async function* chunksOf({ actor, read }: OpenContext<Actor>, ids: readonly number[]): AsyncGenerator<Card[]> {
  for (const chunk of batchesOf(ids, chunkSize))
    yield (await read((db) => listWholeCards(db, actor.scope, chunk))).map(toCard)
}
async function* csvOf(chunks: AsyncIterable<readonly Card[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(cardFileColumns)
  for await (const cards of chunks)
    yield* piecesOf(cards, (card) => csvLine(cardFileColumns.map((column) => card[column as keyof Card])))
}

/** Uses the wire's field names, so that both formats can be imported again (CARD-11). */
export async function exportCards(
  context: OpenContext<Actor>,
  chosen: ChosenCards,
  format: DownloadFormat,
): Promise<FileReply> {
  const ids = await context.withScope(async ({ db, audit }) => {
    const cards = demandSome(await findChosen(db, context.actor.scope, chosen))
    await audit({ after: { cards: cards.length, ...(format === 'csv' ? {} : { format }), ...auditChoice(chosen) } })
    return cards.map(({ id }) => id)
  })
  const chunks = chunksOf(context, ids)
  const body = format === 'csv' ? csvOf(chunks) : streamWorkbook(chunks, { name: 'Cards', columns: cardFileKinds })
  return { type: downloadTypes[format], name: `Cards.${format}`, body }
}

/** Locks the chosen cards. One closed card rejects the whole request (CARD-9). */
async function lockOpen({ db, actor }: Context, chosen: ChosenCards): Promise<ChosenCard[]> {
  const cards = await lockChosenCards(db, actor.scope, chosen)
  if (cards.length === 0)
    throw new AppError('request.invalid', { filter: 'card.no-match' }, { message: 'card.no-match' })
  const closed = cards.filter(({ card_status }) => card_status === 'CLOSED').length
  if (closed > 0) {
    const several = message(closed === 1 ? 'card.one-closed' : 'card.some-closed', { closed, count: cards.length })
    const reason = cards.length === 1 ? 'card.closed' : several
    throw new AppError('card.closed', { [chosen.filter ? 'filter' : 'cardIds']: reason }, { message: reason })
  }
  return cards
}
type Change = {
  to: { card_status: CardStatus } | { company_id: number }
  eventOf: (card: ChosenCard) => CardEvent
  entryOf: (card: ChosenCard) => AuditEntry
}
/** Keeps each statement far below the timeout, even with a million cards on a busy machine. */
const batchSize = 1000
/**
 * Runs in the request's transaction. Writes an audit entry for each changed card, or a single entry if none changed.
 */
async function change(
  { db, actor, audit }: Context,
  chosen: ChosenCards,
  changed: ChosenCard[],
  { to, eventOf, entryOf }: Change,
): Promise<void> {
  for (const batch of batchesOf(changed, batchSize)) {
    await updateLockedCards(
      db,
      batch.map(({ id }) => id),
      to,
    )
    await insertCardEvents(db, actor, batch.map(eventOf))
    await audit(batch.map((card) => ({ record: recordOf(card), ...entryOf(card) })))
  }
  if (changed.length === 0) await audit({ after: { changed: 0, ...auditChoice(chosen) } })
}

/**
 * A move takes effect now or at a past time, but not before the present company held the card: what happened before
 * stays as it was (TXN-21).
 */
export async function demandMovable(
  db: Db,
  cards: readonly { id: number }[],
  effectiveAt: string | null,
  now: Date,
): Promise<void> {
  if (effectiveAt === null) return
  if (Date.parse(effectiveAt) > now.getTime())
    throw new AppError('request.invalid', { effective_at: 'card.move-ahead' })
  const ids = cards.map(({ id }) => id)
  const count = await countHeldLater(db, ids, effectiveAt)
  if (count > 0) throw new AppError('request.invalid', { effective_at: message('card.moved-later', { count }) })
}

type Assigned = { result: BulkResult; cards: ChosenCard[]; moved: ChosenCard[]; company: { name: string } }
export async function assignCards(
  context: Context,
  chosen: ChosenCards,
  companyId: number,
  effectiveAt: string | null,
  now: Date,
): Promise<Assigned> {
  const company = await findCompany(context.db, context.actor.scope, companyId)
  if (!company) throw new AppError('request.invalid', { customerCompanyId: 'field.company' })
  const cards = await lockOpen(context, chosen)
  const moved = cards.filter(({ company_id }) => company_id !== companyId)
  await demandMovable(context.db, moved, effectiveAt, now)
  await setEffectiveAt(context.db, effectiveAt)
  await change(context, chosen, moved, {
    to: { company_id: companyId },
    eventOf: ({ id }) => ({ card_id: id, company_id: companyId, kind: 'assigned' }),
    entryOf: ({ company_id, company_name }) => ({
      before: { company: company_id, company_name },
      after: {
        company: companyId,
        company_name: company.name,
        ...(effectiveAt === null ? {} : { effective_at: effectiveAt }),
      },
    }),
  })
  await setEffectiveAt(context.db, null)
  return { result: { cards: cards.length, changed: moved.length }, cards, moved, company }
}

/** A hold by a rule is not set back by a hold by hand. */
async function undoable(db: Db, to: CardStatus, changed: readonly ChosenCard[]): Promise<number[]> {
  const ids = changed.map(({ id }) => id)
  if (ids.length > undoLimit || (to === 'RELEASE' && (await areHeldByRule(db, ids)))) return []
  return ids
}

/** An undo must not end a hold that came later, by hand or by a rule (UX-7). */
async function demandStillUndoable(db: Db, ids: readonly number[], to: CardStatus, event: number): Promise<void> {
  const isHeld = to === 'RELEASE' && (await areHeldByRule(db, ids))
  if (isHeld || (await hasStatusChangedAfter(db, ids, event))) throw new AppError('card.undo-late')
}

type StatusChange = { reason?: string | null | undefined; undo_event?: number | undefined }
/** Skips cards that already have the status; they get no event (CARD-17). A hold by a rule becomes a manual hold. */
export async function setStatus(
  context: Context,
  chosen: ChosenCards,
  to: CardStatus,
  { reason = null, undo_event: undone }: StatusChange,
): Promise<StatusResult> {
  const cards = await lockOpen(context, chosen)
  const ids = cards.map(({ id }) => id)
  if (undone) await demandStillUndoable(context.db, ids, to, undone)
  const notes = undone && to === 'HOLD' ? await findHoldNotes(context.db, ids, undone) : new Map<number, string>()
  const noteOf = (id: number) => (notes.has(id) ? (notes.get(id) ?? null) : reason)
  const held = cards.filter(({ card_status }) => to === 'HOLD' && card_status === 'HOLD').map(({ id }) => id)
  const kept = held.length > 0 ? await keepOnHold(context.db, held) : new Set<number>()
  const changed = cards.filter(({ id, card_status }) => card_status !== to || kept.has(id))
  const undo_ids = kept.size > 0 ? [] : await undoable(context.db, to, changed)
  await change(context, chosen, changed, {
    to: { card_status: to },
    eventOf: ({ id, company_id, card_status }) => ({
      card_id: id,
      company_id,
      kind: 'status',
      from_status: card_status,
      to_status: to,
      note: noteOf(id),
    }),
    entryOf: ({ id, card_status }) => ({
      before: { card_status, status: cardStatusWords[card_status] },
      after: { card_status: to, status: cardStatusWords[to], reason: noteOf(id) },
    }),
  })
  const undo_event = undo_ids.length > 0 ? await findLastEvent(context.db, undo_ids) : undefined
  return { cards: cards.length, changed: changed.length, undo_ids, ...(undo_event ? { undo_event } : {}) }
}
