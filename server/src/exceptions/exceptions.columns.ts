import { type ExceptionRule, exceptionWords } from '@portal/contract/exceptions/exception-rules.data.ts'
import {
  type ExceptionRow,
  exceptionStateWords,
  severityWords,
  type Verdict,
} from '@portal/contract/exceptions/exceptions.ts'
import { verdictWords } from '@portal/contract/exceptions/exceptions-words.data.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Exceptions, Transactions } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'
import { findingOf, type Numbers } from './findings.rules.ts'

/** What the customers' role can read. */
export const readableColumns = [
  'id',
  'transaction_id',
  'company_id',
  'rule',
  'part',
  'severity',
  'numbers',
  'other_transaction_id',
  'created_at',
  'staff_verdict',
  'staff_at',
  'customer_verdict',
  'customer_note',
  'customer_at',
  'version',
] as const
export const staffExceptionColumns = ['staff_numbers', 'staff_note'] as const
export type StoredException = Pick<Selectable<Exceptions>, (typeof readableColumns)[number]> &
  Partial<Pick<Selectable<Exceptions>, (typeof staffExceptionColumns)[number]>> &
  Pick<
    Selectable<Transactions>,
    'authentication_id' | 'txn_at' | 'amount_cents' | 'currency' | 'card_number' | 'vehicle' | 'location' | 'invoice_id'
  > & {
    unit_id: number | null
    company_name: string
    provider_name: string | null
    other_id: number | null
    other_code: string | null
    other_at: string | null
    staff_name?: string | null
    customer_name: string | null
  }

const judged = (verdict: string | null, note: string | null, by: string | null, at: string | null) =>
  verdict === null ? null : { verdict: verdict as Verdict, note, by, at }

export function toExceptionRow(stored: StoredException): ExceptionRow {
  const finding = findingOf(stored.rule as ExceptionRule, stored.part, {
    ...(stored.numbers as Numbers),
    ...(stored.staff_numbers as Numbers | undefined),
  })
  return {
    id: stored.id,
    rule: stored.rule as ExceptionRule,
    severity: stored.severity as ExceptionRow['severity'],
    state: (stored.staff_verdict as Verdict | null) ?? 'open',
    sentence: sentenceOf(finding),
    message: storedParts(finding),
    transaction_id: stored.transaction_id,
    authentication_id: stored.authentication_id,
    txn_date: toLocalTime(stored.txn_at),
    txn_amount: fromUnits(stored.amount_cents, 'money'),
    currency: stored.currency as Currency,
    card_number: stored.card_number,
    vehicle: stored.vehicle,
    unit_id: stored.unit_id,
    location: stored.location,
    company_id: stored.company_id,
    company_name: stored.company_name,
    provider: stored.provider_name,
    is_invoiced: stored.invoice_id !== null,
    other:
      stored.other_id === null || stored.other_code === null || stored.other_at === null
        ? null
        : { txn_id: stored.other_id, authentication_id: stored.other_code, txn_date: toLocalTime(stored.other_at) },
    staff: judged(stored.staff_verdict, stored.staff_note ?? null, stored.staff_name ?? null, stored.staff_at),
    customer: judged(stored.customer_verdict, stored.customer_note, stored.customer_name, stored.customer_at),
    created_at: stored.created_at as unknown as string,
    version: stored.version,
  }
}

const verdictOf = (one: ExceptionRow['staff']): string | null => (one ? verdictWords[one.verdict] : null)
/** A row of a download has no nested values, and the words of the page instead of codes. */
export const toExceptionCells = (row: ExceptionRow) => ({
  ...row,
  rule_words: exceptionWords[row.rule],
  severity_words: severityWords[row.severity],
  state_words: exceptionStateWords[row.state],
  other_code: row.other?.authentication_id ?? null,
  staff_verdict: verdictOf(row.staff),
  staff_note: row.staff?.note ?? null,
  customer_verdict: verdictOf(row.customer),
  customer_note: row.customer?.note ?? null,
})
