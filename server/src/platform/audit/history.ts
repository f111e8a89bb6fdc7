import type { LogChange } from '@portal/contract/logs/log-change.ts'
import { wordsOfAction } from '@portal/contract/logs/logs.ts'
import type { MessageParts } from '@portal/contract/message.ts'
import { sentenceOf, storedParts } from '../stored-message.ts'
import { changesBetween } from './audit-changes.ts'

/** One history entry, as every source returns it. `before` and `after` hold the changed fields. */
export type HistoryRow = {
  source: string
  id: number
  at: string
  kind: string
  action: string | null
  by: string | null
  note: string | null
  before: unknown
  after: unknown
}

type Fields = Record<string, unknown>
type HistoryEntry<Kind> = {
  id: string
  at: string
  kind: Kind
  words: string | null
  changes: LogChange[]
  by: string | null
  note: string | null
  note_message: MessageParts | null
}
/** `presentable` replaces fields by their displayed words. A user's reason becomes the note, apart from the fields. */
export function toHistoryEntry<Kind extends string>(
  row: HistoryRow,
  presentable: (side: Fields) => Fields,
): HistoryEntry<Kind> {
  const { source, id, at, kind, action, by, note } = row
  const { reason, ...after } = presentable((row.after ?? {}) as Fields)
  const given = typeof reason === 'string' ? reason : note
  return {
    id: `${source}-${id}`,
    at,
    kind: kind as Kind,
    words: action && wordsOfAction(action),
    changes: changesBetween(presentable((row.before ?? {}) as Fields), after),
    by,
    note: sentenceOf(given),
    note_message: storedParts(given),
  }
}
