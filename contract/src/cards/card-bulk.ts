import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, optionalText, text } from '../fields.ts'
import { bulkFilter, type DownloadColumn, downloadFormats } from '../list.ts'
import { type Message, message } from '../message.ts'
import { card, cardInput, cardList } from './cards.ts'

/** The most cards in one call, so that it fits in one short transaction. */
export const bulkLimit = 10_000
export const tooManyCards = message('card.too-many', { max: bulkLimit })
export const nothingChosen = {
  export: 'card.none-to-export',
  assign: 'card.none-to-assign',
  hold: 'card.none-to-hold',
  release: 'card.none-to-release',
  limits: 'card.none-for-limits',
} as const

export const chosen = {
  cardIds: z.array(id()).max(bulkLimit, tooManyCards).optional(),
  filter: bulkFilter(cardList).optional(),
}
/** Cards by id, or all that currently match a filter of the list; an empty filter matches every card. */
export type ChosenCards = { cardIds?: number[] | undefined; filter?: string[] | undefined }

export function demandChoice(nothing: Message) {
  return ({ cardIds, filter: terms }: ChosenCards, context: z.core.$RefinementCtx): void => {
    if (cardIds && terms) context.addIssue({ code: 'custom', path: ['filter'], message: 'card.ids-or-filter' })
    else if (!terms && !cardIds?.length) context.addIssue({ code: 'custom', path: ['cardIds'], message: nothing })
  }
}

const exportInput = z.strictObject(chosen).superRefine(demandChoice(nothingChosen.export))
/**
 * The `undo_event` of the call to undo. If a card's status has changed since, nothing is done. A hold gets back the
 * reason that it had.
 */
const undoing = { undo_event: id().optional() }
export const holdInput = z
  .strictObject({ ...chosen, ...undoing, reason: text(200) })
  .superRefine(demandChoice(nothingChosen.hold))
export const releaseInput = z
  .strictObject({ ...chosen, ...undoing, reason: optionalText(200) })
  .superRefine(demandChoice(nothingChosen.release))

/**
 * Every field that creates a card, under the wire's names, so that the file can be imported again. The name identifies
 * the company.
 */
const notExported: readonly string[] = ['company', 'version', 'balances_read']
export const cardFileColumns = Object.keys(cardInput.shape).filter((name) => !notExported.includes(name))
const holdsNumbers = (field: z.ZodType): boolean => field.safeParse(1).success && !field.safeParse('a').success
/** The same columns with the kinds of their cells: in a workbook, card, driver and trip numbers stay text (LIST-15). */
export const cardFileKinds: readonly DownloadColumn[] = cardFileColumns.map((field) => {
  const read = card.shape[field as keyof typeof card.shape]
  return { field, heading: field, kind: field === 'card_issue_date' ? 'day' : holdsNumbers(read) ? 'number' : 'text' }
})

/** How many cards were chosen, and how many of them changed. */
export const bulkResult = z.object({ cards: z.int(), changed: z.int() })
export type BulkResult = z.infer<typeof bulkResult>
/** The most cards that a hold or a release offers to undo. */
export const undoLimit = 1000
const statusResult = bulkResult.extend({
  /** The changed cards, if the opposite call would leave each of them as it was; otherwise none. */
  undo_ids: z.array(z.int()),
  /** With cards to undo: the last entry of this call in their history. */
  undo_event: z.int().optional(),
})
export type StatusResult = z.infer<typeof statusResult>

/** Named after the cards, so that its changes invalidate their lists (CARD-11, CARD-17). */
export const cardBulk = defineContract('cards', {
  export: {
    method: 'POST',
    path: '/fuel-card-management/export',
    reads: 'replica',
    summary: 'Export chosen cards as Cards.csv, or as Cards.xlsx with format=xlsx',
    can: 'cards.download',
    transaction: 'none',
    query: z.strictObject({ format: z.enum(downloadFormats).default('csv') }),
    body: exportInput,
    arrayAs: 'cardIds',
    reply: 'file',
  },
  hold: {
    method: 'POST',
    path: '/fuel-card-management/hold',
    summary: 'Put chosen cards on hold, all or none',
    can: 'cards.update',
    body: holdInput,
    reply: statusResult,
  },
  release: {
    method: 'POST',
    path: '/fuel-card-management/release',
    summary: 'Release chosen cards, all or none',
    can: 'cards.update',
    body: releaseInput,
    reply: statusResult,
  },
})
