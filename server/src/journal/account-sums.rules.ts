import type { BatchAccount } from '@portal/contract/journal/journal.ts'
import type { AccountLookup, LedgerAccount } from '@portal/contract/journal/journal-accounts.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { JournalSums } from './sums.rules.ts'

/** The sums of an account key, and the account of the general ledger that it is mapped to; null for none. */
export type KeySum = {
  account: string
  account_number: string | null
  account_name: string | null
  debit_cents: number
  credit_cents: number
}
/** A batch keeps these, so that its file is the same whatever is mapped later. */
export const mappedSums = ({ accounts, currency }: JournalSums, lookup: AccountLookup): KeySum[] =>
  [...accounts]
    .map(([account, sums]) => {
      const { account_number = null, account_name = null } = lookup(account, currency) ?? {}
      return { account, account_number, account_name, ...sums }
    })
    .sort((one, other) => (one.account < other.account ? -1 : 1))

const shownKeys = 8
/** The sums by account of the general ledger, in the order of their numbers. Keys without an account come first. */
export function byLedgerAccount(sums: readonly KeySum[]): BatchAccount[] {
  const groups = Map.groupBy(sums, ({ account, account_number, account_name }) =>
    account_number === null ? `? ${account}` : `${account_number} ${account_name}`,
  )
  const added = (group: readonly KeySum[], side: 'debit_cents' | 'credit_cents'): number =>
    fromUnits(
      group.reduce((sum, one) => sum + one[side], 0),
      'money',
    )
  return [...groups.values()]
    .map((group) => ({
      account_number: group[0]?.account_number ?? null,
      account_name: group[0]?.account_name ?? null,
      keys: group.slice(0, shownKeys).map(({ account }) => account),
      key_count: group.length,
      debit: added(group, 'debit_cents'),
      credit: added(group, 'credit_cents'),
    }))
    .sort((one, other) => (one.account_number ?? '').localeCompare(other.account_number ?? '', 'en', { numeric: true }))
}

/** The accounts as they were mapped at the export. */
export function storedAccounts(sums: readonly KeySum[]): (key: string, currency: Currency) => LedgerAccount {
  const byKey = new Map(sums.map((sum) => [sum.account, sum]))
  return (key) => {
    const { account_number, account_name } = byKey.get(key) ?? {}
    if (typeof account_number !== 'string' || typeof account_name !== 'string')
      throw new RangeError(`${key} was exported without an account`)
    return { account_number, account_name }
  }
}
