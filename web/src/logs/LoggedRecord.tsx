import type { LogRow } from '@portal/contract/logs/logs.ts'
import { type RecordKind, RecordLink } from '../links/RecordLink.tsx'
import { nothing, withDays } from '../ui/words/texts.ts'

/** Records that are never deleted, so that the link always leads somewhere. */
const kinds: Readonly<Record<string, RecordKind>> = {
  billing_run: 'run',
  credit_note: 'creditNote',
  customer: 'company',
  invoice: 'invoice',
  receipt: 'receipt',
  unit: 'unit',
}
export function LoggedRecord({ row: { record_type, record_id, record_label } }: { row: LogRow }) {
  const kind = kinds[record_type ?? '']
  if (record_label === null) return nothing
  const name = withDays(record_label)
  return kind ? (
    <RecordLink kind={kind} id={record_id}>
      {name}
    </RecordLink>
  ) : (
    name
  )
}
