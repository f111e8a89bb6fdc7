import { type CardHistoryEntry, historyMark } from '@portal/contract/card-history.ts'
import { type CardStatus, cardStatusWords } from '@portal/contract/cards.ts'
import { wordsOfAction } from '@portal/contract/logs.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { changesBetween } from '../platform/audit-changes.ts'

/** What every source of the history gives, one row an entry. `before` and `after` hold the fields it tells of. */
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
export type HistoryMark = Pick<HistoryRow, 'source' | 'id' | 'at'>

type Fields = Record<string, unknown>
/** Statuses in the word that is shown for them, amounts in dollars. */
function presentable(side: unknown): Fields {
  const { card_status, amount_cents, ...fields } = (side ?? {}) as Fields
  if (card_status) fields.status = cardStatusWords[card_status as CardStatus]
  if (typeof amount_cents === 'number') fields.amount = fromUnits(amount_cents, 'money')
  return fields
}

export const toHistoryEntry = ({ source, id, at, kind, action, by, note, before, after }: HistoryRow): CardHistoryEntry => ({
  id: `${source}-${id}`,
  at,
  kind: kind as CardHistoryEntry['kind'],
  words: action && wordsOfAction(action),
  changes: changesBetween(presentable(before), presentable(after)),
  by,
  note,
})

export const toMark = ({ at, source, id }: HistoryMark): string => `${at}~${source}~${id}`
export function readMark(mark: string | undefined): HistoryMark | null {
  const [, at, source, id] = historyMark.exec(mark ?? '') ?? []
  return at && source ? { at, source, id: Number(id) } : null
}
