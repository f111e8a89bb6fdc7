import { cardFiles } from '@portal/contract/card-files.ts'
import { cardHistory } from '@portal/contract/card-history.ts'
import { useQueryClient } from '@tanstack/react-query'
import { featureKeyOf } from '../api/query-keys.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import type { FormMode } from '../form/record-form.ts'
import { CardHistory } from './CardHistory.tsx'
import { RecentTransactions } from './RecentTransactions.tsx'

/** What belongs to a card beside its fields: its files, and where it is only looked at, its last stops and its history (CARD-15, CARD-17). */
export function CardExtras({ id, number, mode }: { id: number; number: string; mode: FormMode }) {
  const queries = useQueryClient()
  return (
    <>
      <AttachmentList calls={cardFiles} id={id} onChanged={() => queries.invalidateQueries({ queryKey: featureKeyOf(cardHistory.list) })} />
      {mode === 'view' ? <RecentTransactions cardNumber={number} /> : null}
      {mode === 'view' ? <CardHistory id={id} /> : null}
    </>
  )
}
