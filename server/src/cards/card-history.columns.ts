import { type CardHistoryEntry, historyCursor } from '@portal/contract/cards/card-history.ts'
import type { CardStatus } from '@portal/contract/cards/cards.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type HistoryRow, toHistoryEntry } from '../platform/audit/history.ts'

export type HistoryCursor = Pick<HistoryRow, 'source' | 'id' | 'at'>

/** Shows statuses by their label and amounts in dollars. */
export const toCardHistoryEntry = (row: HistoryRow): CardHistoryEntry =>
  toHistoryEntry(row, ({ card_status, amount_cents, ...fields }) => {
    if (card_status) fields.status = cardStatusWords[card_status as CardStatus]
    if (typeof amount_cents === 'number') fields.amount = fromUnits(amount_cents, 'money')
    return fields
  })

export const toHistoryCursor = ({ at, source, id }: HistoryCursor): string => `${at}~${source}~${id}`
export function readHistoryCursor(cursor: string | undefined): HistoryCursor | null {
  const [, at, source, id] = historyCursor.exec(cursor ?? '') ?? []
  return at && source ? { at, source, id: Number(id) } : null
}
