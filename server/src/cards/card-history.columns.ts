import { type CardHistoryEntry, historyMark } from '@portal/contract/cards/card-history.ts'
import { type CardStatus, cardStatusWords } from '@portal/contract/cards/cards.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type HistoryRow, toHistoryEntry } from '../platform/audit/history.ts'

export type HistoryMark = Pick<HistoryRow, 'source' | 'id' | 'at'>

/** Statuses in the word that is shown for them, amounts in dollars. */
export const toCardHistoryEntry = (row: HistoryRow): CardHistoryEntry =>
  toHistoryEntry(row, ({ card_status, amount_cents, ...fields }) => {
    if (card_status) fields.status = cardStatusWords[card_status as CardStatus]
    if (typeof amount_cents === 'number') fields.amount = fromUnits(amount_cents, 'money')
    return fields
  })

export const toMark = ({ at, source, id }: HistoryMark): string => `${at}~${source}~${id}`
export function readMark(mark: string | undefined): HistoryMark | null {
  const [, at, source, id] = historyMark.exec(mark ?? '') ?? []
  return at && source ? { at, source, id: Number(id) } : null
}
