import {
  type Claim,
  type ClaimKind,
  type ClaimStatus,
  claimKindWords,
  packetNumber,
} from '@portal/contract/claims/claims.ts'
import { claimStatusWords } from '@portal/contract/claims/claims-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Claims } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'

/** What is claimed, and why. */
const figures = [
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
] as const
/** The columns of a claim that are read. */
export const storedColumns = [
  'id',
  'transaction_id',
  'provider_id',
  ...figures,
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
  company_id: number
  company_name: string
  product: string
  proposed_id: number | null
  proposed_at: string | null
  proposed_cents: number | null
}

const kept = ['authentication_id', 'location', 'product', ...figures] as const
/** A claim as a packet keeps it. Migration 0058 writes the same for the packets made before. */
type KeptLine = Pick<StoredClaim, (typeof kept)[number]>
const toKeptLine = (claim: StoredClaim): KeptLine =>
  Object.fromEntries(kept.map((key) => [key, claim[key]])) as KeptLine

/** What the provider gets, as it was when sent: the claims can be opened again, and the sender can move. */
export type SentPacket = {
  provider: string
  sender: { name: string; brand: string; legal_name: string | null; address: string | null }
  lines: KeptLine[]
}
export const toSentPacket = (
  provider: string,
  sender: SentPacket['sender'],
  claims: readonly StoredClaim[],
): SentPacket => ({
  provider,
  sender,
  lines: claims.toSorted((a, b) => a.txn_at.localeCompare(b.txn_at) || a.id - b.id).map(toKeptLine),
})

/** What is printed of a claim. */
export type PacketLine = ReturnType<typeof toPacketLine>
export function toPacketLine(stored: KeptLine) {
  const { charged_e6, published_e6 } = stored
  return {
    authentication_id: stored.authentication_id,
    txn_date: toLocalTime(stored.txn_at),
    site: stored.location,
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
  }
}

export function toClaim(stored: StoredClaim): Claim {
  const { proposed_id, proposed_at, proposed_cents } = stored
  return {
    ...toPacketLine(stored),
    id: stored.id,
    txn_id: stored.transaction_id,
    provider: stored.provider,
    company_id: stored.company_id,
    company_name: stored.company_name,
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
/** A row of a download has words instead of codes. */
export const toClaimCells = (claim: Claim) => ({ ...claim, status_words: claimStatusWords[claim.status] })
