import type {
  Account,
  CurrencyBalance,
  CurrencyStatement,
  Statement,
  StatementKind,
} from '@portal/contract/accounts/accounts.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import {
  type AgingCents,
  type CreditLimits,
  hasLimit,
  isOverIn,
  owedFirst,
  statementSums,
  unpaidOf,
  usedWith,
} from './accounts.rules.ts'

export type StoredAccount = { id: number; name: string; currency: string }
/** The agreed credit terms. A customer cannot read them. */
export type StoredTerms = {
  currency: string
  credit_limit_cad_cents: number | null
  credit_limit_usd_cents: number | null
  hold_rule: string
  credit_held_at: string | null
}
export const limitsOf = ({
  credit_limit_cad_cents,
  credit_limit_usd_cents,
}: Pick<StoredTerms, 'credit_limit_cad_cents' | 'credit_limit_usd_cents'>): CreditLimits => ({
  CAD: credit_limit_cad_cents,
  USD: credit_limit_usd_cents,
})
/** Money on account and open credit notes are part of `current_cents`, below zero. */
export type StoredAging = { currency: string; on_account_cents: number } & AgingCents
export type StoredUnbilled = { currency: string; unbilled_cents: number; draft_cents: number }

const none: AgingCents & { on_account_cents: number } = {
  on_account_cents: 0,
  current_cents: 0,
  days_1_30_cents: 0,
  days_31_60_cents: 0,
  days_61_90_cents: 0,
  days_91_cents: 0,
}
const toMoney = (cents: number): number => fromUnits(cents, 'money')

const toAging = (aged: AgingCents): CurrencyStatement['aging'] => ({
  current: toMoney(aged.current_cents),
  days_1_30: toMoney(aged.days_1_30_cents),
  days_31_60: toMoney(aged.days_31_60_cents),
  days_61_90: toMoney(aged.days_61_90_cents),
  days_91: toMoney(aged.days_91_cents),
})
/** `unbilled` is null when the customer itself reads its account. */
export function toBalances(
  own: string,
  aging: readonly StoredAging[],
  unbilled: readonly StoredUnbilled[] | null,
): CurrencyBalance[] {
  const used = [...aging, ...(unbilled ?? [])].map(({ currency }) => currency)
  const balances = usedWith(own, used).map((currency) => {
    const aged = aging.find((one) => one.currency === currency) ?? none
    const open =
      unbilled && (unbilled.find((one) => one.currency === currency) ?? { unbilled_cents: 0, draft_cents: 0 })
    const unpaid = unpaidOf(aged)
    return {
      currency,
      ...toAging(aged),
      unpaid: toMoney(unpaid),
      on_account: toMoney(-aged.on_account_cents),
      unbilled: open && toMoney(open.unbilled_cents),
      in_draft: open && toMoney(open.draft_cents),
      exposure: open && toMoney(unpaid + open.unbilled_cents + open.draft_cents),
    }
  })
  return owedFirst(
    own,
    balances,
    ({ unpaid }) => unpaid,
    ({ exposure }) => (exposure ?? 0) !== 0,
  )
}

/** Only amounts in the limit's own currency count against it. The customer's own currency comes first. */
export function toCredits(
  terms: StoredTerms | null,
  balances: readonly CurrencyBalance[],
): Pick<Account, 'credit' | 'credits'> {
  const limits = terms && limitsOf(terms)
  if (!limits || !hasLimit(limits)) return { credit: null, credits: [] }
  const hold_rule = terms.hold_rule === 'hold' ? 'hold' : 'warn'
  const credits = currencies.flatMap((currency): Account['credits'] => {
    const exposure = balances.find((one) => one.currency === currency)?.exposure ?? 0
    const cents = limits[currency]
    if (cents === null && exposure === 0) return []
    const is_over = isOverIn(limits, currency, toUnits(exposure, 'money'))
    return [{ currency, limit: cents === null ? null : toMoney(cents), exposure, is_over, hold_rule }]
  })
  const own = credits.find(({ currency }) => currency === terms.currency)
  return {
    credit: own && own.limit !== null ? { ...own, limit: own.limit } : null,
    credits: [...(own ? [own] : []), ...credits.filter((one) => one !== own)],
  }
}

export type StoredOpening = { currency: string; cents: number }
export type StoredEntry = {
  currency: string
  date: string
  kind: string
  document: string
  invoice_number: string
  reference: string | null
  cents: number
}

function toCurrencyStatement(
  currency: Currency,
  opening: number,
  entries: readonly StoredEntry[],
  aging: AgingCents,
): CurrencyStatement {
  const { balances, ...totals } = statementSums(opening, entries)
  const lines = entries.map(({ date, kind, document, invoice_number, reference, cents }, at) => ({
    date,
    kind: kind as StatementKind,
    document,
    invoice_number,
    reference,
    amount: toMoney(cents),
    balance: toMoney(balances[at] as number),
  }))
  return {
    currency,
    opening: toMoney(opening),
    lines,
    invoiced: toMoney(totals.invoiced_cents),
    credited: toMoney(totals.credited_cents),
    written_off: toMoney(totals.written_off_cents),
    paid: toMoney(totals.paid_cents),
    closing: toMoney(totals.closing_cents),
    aging: toAging(aging),
  }
}

export function toStatement(
  { id, name, currency: own }: StoredAccount,
  { from, to }: { from: string; to: string },
  openings: readonly StoredOpening[],
  entries: readonly StoredEntry[],
  aging: readonly StoredAging[],
): Statement {
  const used = [...openings.filter(({ cents }) => cents !== 0), ...entries].map(({ currency }) => currency)
  const statements = usedWith(own, used).map((currency) =>
    toCurrencyStatement(
      currency,
      openings.find((one) => one.currency === currency)?.cents ?? 0,
      entries.filter((one) => one.currency === currency),
      aging.find((one) => one.currency === currency) ?? none,
    ),
  )
  const ordered = owedFirst(
    own,
    statements,
    ({ closing }) => closing,
    ({ lines, opening }) => lines.length > 0 || opening !== 0,
  )
  return { company_id: id, company_name: name, from, to, statements: ordered }
}
