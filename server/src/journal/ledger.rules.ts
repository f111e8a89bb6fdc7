import { AppError } from '@portal/contract/errors.ts'
import type { JournalSettings } from '@portal/contract/journal/journal.ts'
import {
  type AccountLookup,
  accountFault,
  accountLookup,
  type JournalAccount,
  type LedgerAccount,
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
/**
 * Refuses a currency that the program's books are not kept in: the journal knows no exchange rate, and the program
 * would take US dollars for Canadian ones.
 */
export function ledgerFor(
  format: JournalFormat,
  currency: Currency,
  accounts: readonly JournalAccount[],
  settings: JournalSettings,
): Ledger {
  if (format !== 'csv' && !settings.currencies.includes(currency))
    throw new AppError('journal.not-held', undefined, {
      message: message('journal.no-currency', { currency, format: journalFormatWords[format] }),
    })
  return { accountOf: requiredAccount(format, accountLookup(accounts)), settings }
}
