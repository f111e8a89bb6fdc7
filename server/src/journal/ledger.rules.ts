import { AppError } from '@portal/contract/errors.ts'
import type { JournalSettings } from '@portal/contract/journal/journal.ts'
import {
  type AccountLookup,
  accountFault,
  accountLookup,
  type JournalAccount,
  type LedgerAccount,
  unmappedKeys,
  unmappedMessage,
} from '@portal/contract/journal/journal-accounts.rules.ts'
import { type JournalFormat, journalFormatWords } from '@portal/contract/journal/journal-formats.data.ts'
import { message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'

/** A piece of a file. A format with a limit on the length of a file has several files, numbered from 1. */
export type JournalPiece = { part: number; text: string }
/** The books that a journal is exported to: their accounts, and what their program needs to know. */
export type Ledger = { accountOf: (key: string, currency: Currency) => LedgerAccount; settings: JournalSettings }

const requiredAccount =
  (format: JournalFormat, lookup: AccountLookup): Ledger['accountOf'] =>
  (key, currency) => {
    const account = lookup(key, currency)
    if (!account) throw new AppError('journal.unmapped', undefined, { message: unmappedMessage([key]) })
    const fault = accountFault(format, account)
    if (fault) throw new AppError('journal.not-held', undefined, { message: fault })
    return account
  }
/** The journal knows no exchange rate, and a program would take US dollars for Canadian ones. */
const currencyFault = (format: JournalFormat, currency: Currency, { currencies }: JournalSettings): AppError | null =>
  format === 'csv' || currencies.includes(currency)
    ? null
    : new AppError('journal.not-held', undefined, {
        message: message('journal.no-currency', { currency, format: journalFormatWords[format] }),
      })
/** Refuses a currency that the program's books are not kept in. */
export function ledgerFor(
  format: JournalFormat,
  currency: Currency,
  accounts: readonly JournalAccount[],
  settings: JournalSettings,
): Ledger {
  const fault = currencyFault(format, currency, settings)
  if (fault) throw fault
  return { accountOf: requiredAccount(format, accountLookup(accounts)), settings }
}

type Mapping = { accounts: readonly JournalAccount[]; settings: JournalSettings }
const namedKeys = 10
/** Why entries with these keys cannot be exported, or null. Names the keys that no row of the mapping covers. */
export function exportFault(
  format: JournalFormat,
  currency: Currency,
  keys: Iterable<string>,
  { accounts, settings }: Mapping,
): AppError | null {
  const used = [...keys]
  const lookup = accountLookup(accounts)
  const unmapped = unmappedKeys(used, currency, lookup)
  if (unmapped.length > 0)
    return new AppError('journal.unmapped', undefined, { message: unmappedMessage(unmapped.slice(0, namedKeys)) })
  const faults = used.map((key) => lookup(key, currency)).map((account) => account && accountFault(format, account))
  const fault = faults.find((one) => one !== null)
  return (
    currencyFault(format, currency, settings) ??
    (fault ? new AppError('journal.not-held', undefined, { message: fault }) : null)
  )
}
