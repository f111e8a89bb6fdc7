import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import type { Card } from '@portal/contract/cards/cards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { featureKeyOf } from '../api/query-keys.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import type { FormMode } from '../form/record-form.ts'
import { CardHistory } from './CardHistory.tsx'
import { RecentTransactions } from './RecentTransactions.tsx'

/**
 * What belongs to a card beside its fields: its files, and where it is only looked at, its last stops and its history
 * (CARD-15, CARD-17).
 */
export function CardExtras({ card: { id, card_number, currency }, mode }: { card: Card; mode: FormMode }) {
  const queries = useQueryClient()
  return (
    <>
      <AttachmentList
        calls={cardFiles}
        id={id}
        onChanged={() => queries.invalidateQueries({ queryKey: featureKeyOf(cardHistory.list) })}
      />
      {mode === 'view' ? <RecentTransactions cardNumber={card_number} /> : null}
      {mode === 'view' ? <CardHistory id={id} currency={currency} /> : null}
    </>
  )
}
