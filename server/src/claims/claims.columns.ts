import {
  type Claim,
  type ClaimKind,
  type ClaimStatus,
  claimKindWords,
  packetNumber,
} from '@portal/contract/claims/claims.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Claims } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'

/** The columns of a claim that are read. */
export const storedColumns = [
  'id',
  'transaction_id',
  'provider_id',
  'txn_at',
  'kind',
  'taxes',
  'quantity_milli',
  'unit',
  'charged_e6',
  'published_e6',
  'charged_cents',
  'published_cents',
  'amount_cents',
  'tax_cents',
  'currency',
  'status',
  'packet_id',
  'sent_at',
  'credit_id',
  'note',
  'version',
] as const
export type StoredClaim = Pick<Selectable<Claims>, (typeof storedColumns)[number]> & {
  authentication_id: string
  location: string | null
  provider: string
  company_name: string
  product: string
  proposed_id: number | null
  proposed_at: string | null
  proposed_cents: number | null
}

export function toClaim(stored: StoredClaim): Claim {
  const { charged_e6, published_e6, proposed_id, proposed_at, proposed_cents } = stored
  return {
    id: stored.id,
    txn_id: stored.transaction_id,
    authentication_id: stored.authentication_id,
    txn_date: toLocalTime(stored.txn_at),
    provider: stored.provider,
    site: stored.location,
    company_name: stored.company_name,
    product: stored.product,
    kind: stored.kind as ClaimKind,
    kind_words: claimKindWords[stored.kind as ClaimKind],
    taxes: stored.taxes,
    quantity: fromUnits(stored.quantity_milli, 'quantity'),
    unit: stored.unit,
    charged: charged_e6 === null ? fromUnits(stored.charged_cents, 'money') : fromUnits(charged_e6, 'linePrice'),
    published:
      published_e6 === null ? fromUnits(stored.published_cents, 'money') : fromUnits(published_e6, 'linePrice'),
    currency: stored.currency as Currency,
    amount: fromUnits(stored.amount_cents, 'money'),
    tax: fromUnits(stored.tax_cents, 'money'),
    total: fromUnits(stored.amount_cents + stored.tax_cents, 'money'),
    status: stored.status as ClaimStatus,
    packet_id: stored.packet_id,
    packet: stored.packet_id === null ? null : packetNumber(stored.packet_id),
    sent_at: stored.sent_at,
    credit_id: stored.credit_id,
    proposed_credit:
      proposed_id === null || proposed_at === null || stored.status === 'credited'
        ? null
        : { txn_id: proposed_id, txn_date: toLocalTime(proposed_at), amount: fromUnits(proposed_cents ?? 0, 'money') },
    note: stored.note,
    version: stored.version,
  }
}
