import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { logChange } from '../logs/log-change.ts'

/** The kinds of entries. A new source adds its own kinds, and the page its labels for them. */
const cardHistoryKinds = ['created', 'status', 'assigned', 'dash-cash', 'changed', 'refreshed'] as const

const cardHistoryEntry = z.object({
  /** The entry's source and its number there. */
  id: z.string(),
  at: instant(),
  kind: z.enum(cardHistoryKinds),
  /** What was done, if the kind alone does not say it. */
  words: z.string().nullable(),
  changes: z.array(logChange),
  /** Null if a rule did it. */
  by: z.string().nullable(),
  note: z.string().nullable(),
  note_message: messageParts.nullable(),
})
export type CardHistoryEntry = z.infer<typeof cardHistoryEntry>

export const historySize = 20
/** A time, a source and a number there: the last entry that the client has. */
export const historyCursor = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z)~([a-z]{1,20})~(\d{1,15})$/
const cursor = z.string().regex(historyCursor, 'card.history-cursor')

export const cardHistory = defineContract('cardHistory', {
  list: {
    method: 'GET',
    path: '/fuel-card-management/:id/history',
    summary: 'List the history of a fuel card, newest first',
    can: 'cards.read',
    params: byId,
    query: z.strictObject({ after: cursor.optional() }),
    reply: z.object({ entries: z.array(cardHistoryEntry), next: z.string().nullable() }),
  },
})
