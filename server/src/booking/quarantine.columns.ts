import type { QuarantineRow } from '@portal/contract/booking/transaction-imports.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Quarantine } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'

export const quarantineColumns = [
  'id',
  'authentication_id',
  'txn_at',
  'card_number',
  'reason',
  'status',
  'skip_reason',
  'amount_cents',
  'currency',
  'row_count',
  'import_id',
  'created_at',
] as const
/** Without the staged lines, because they can be long. */
export type StoredQuarantine = Pick<Selectable<Quarantine>, (typeof quarantineColumns)[number]> & {
  file_name: string
  provider: string
}

export const toQuarantineRow = (stored: StoredQuarantine): QuarantineRow => ({
  id: stored.id,
  provider: stored.provider,
  authentication_id: stored.authentication_id,
  txn_date: toLocalTime(stored.txn_at),
  card_number: stored.card_number,
  reason: stored.reason as QuarantineRow['reason'],
  status: stored.status as QuarantineRow['status'],
  note: stored.skip_reason,
  amount: fromUnits(stored.amount_cents, 'money'),
  currency: stored.currency as QuarantineRow['currency'],
  row_count: stored.row_count,
  import_id: stored.import_id,
  file_name: stored.file_name,
  created_at: stored.created_at as unknown as string,
})
