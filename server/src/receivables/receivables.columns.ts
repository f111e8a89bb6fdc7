import type { AgingKey } from '@portal/contract/accounts/accounts.ts'
import { agingKeys } from '@portal/contract/accounts/accounts.ts'
import {
  type OpenDocument,
  type OpenDocumentKind,
  openDocumentKinds,
  type Receivable,
  type ReceivableTotal,
} from '@portal/contract/receivables/receivables.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'

export const toMoney = (cents: number): number => fromUnits(cents, 'money')

type AgedCents = Record<`${AgingKey}_cents`, number> & { total_cents: number }
const agedMoney = (stored: AgedCents) => ({
  ...(Object.fromEntries(agingKeys.map((key) => [key, toMoney(stored[`${key}_cents`])])) as Record<AgingKey, number>),
  total: toMoney(stored.total_cents),
})

export type StoredReceivable = AgedCents & {
  id: number
  company_id: number
  company_name: string
  currency: Currency
  on_account_cents: number
  oldest_due: string | null
}
export const toReceivable = (stored: StoredReceivable): Receivable => ({
  id: stored.id,
  company_id: stored.company_id,
  company_name: stored.company_name,
  currency: stored.currency,
  ...agedMoney(stored),
  on_account: toMoney(stored.on_account_cents),
  oldest_due: stored.oldest_due,
})
export const toReceivableTotal = (stored: AgedCents & { currency: Currency }): ReceivableTotal => ({
  currency: stored.currency,
  ...agedMoney(stored),
})

export type StoredOpenDocument = {
  id: number
  kind: OpenDocumentKind
  document_id: number
  document: string
  currency: Currency
  date: string
  due_date: string | null
  overdue_days: number
  amount_cents: number
  open_cents: number
}
/** A download says the kind in words. */
export const toOpenDocument = ({
  amount_cents,
  open_cents,
  ...rest
}: StoredOpenDocument): OpenDocument & { kind_words: string } => ({
  ...rest,
  kind_words: openDocumentKinds[rest.kind],
  amount: toMoney(amount_cents),
  open: toMoney(open_cents),
})
