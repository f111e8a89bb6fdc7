import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { logChange } from '../logs/logs.ts'

/** What an entry tells of. Another source of entries brings its own kinds, and the page its words for them. */
const cardHistoryKinds = ['created', 'status', 'assigned', 'dash-cash', 'changed', 'refreshed'] as const

const cardHistoryEntry = z.object({
  /** One of its source and its number there. */
  id: z.string(),
  at: instant(),
  kind: z.enum(cardHistoryKinds),
  /** What was done, where the kind alone does not say it. */
  words: z.string().nullable(),
  changes: z.array(logChange),
  /** Null where a rule did it. */
  by: z.string().nullable(),
  note: z.string().nullable(),
  note_message: messageParts.nullable(),
})
export type CardHistoryEntry = z.infer<typeof cardHistoryEntry>

export const historySize = 20
/** A moment, a source and a number there: the last entry that is known already. */
export const historyCursor = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z)~([a-z]{1,20})~(\d{1,15})$/
const mark = z.string().regex(historyCursor, 'card.history-cursor')

export const cardHistory = defineContract('cardHistory', {
  list: {
    method: 'GET',
    path: '/fuel-card-management/:id/history',
    summary: 'What happened to a fuel card, newest first',
    can: 'cards.read',
    params: byId,
    query: z.strictObject({ after: mark.optional() }),
    reply: z.object({ entries: z.array(cardHistoryEntry), next: z.string().nullable() }),
  },
})
