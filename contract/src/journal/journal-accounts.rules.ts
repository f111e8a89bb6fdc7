import { type Message, message, severalOf } from '../message.ts'
import type { Currency } from '../rules/currency.ts'
import type { JournalFormat } from './journal-formats.data.ts'

/**
 * A line of the journal names its account by a key such as `sales.D1.ON`: what it is first, details after it. A row of
 * the mapping names a key or the beginning of one, so `sales` stands for all sales without a row of their own (RECV-10).
 */
export const accountRoots = [
  'receivable',
  'sales',
  'fees',
  'cash_advances',
  'tax',
  'bank',
  'bad_debt',
  'cost',
  'itc',
  'payable',
] as const
export type AccountRoot = (typeof accountRoots)[number]

/** An account of the general ledger. QuickBooks finds it by its name, Xero and Sage 50 by its number. */
export type LedgerAccount = { account_number: string; account_name: string }
/** Null as currency: for each currency without a row of its own. */
export type JournalAccount = LedgerAccount & { pattern: string; currency: Currency | null }

const partPattern = /^[A-Za-z0-9_-]+$/
export const isAccountPattern = (pattern: string): boolean => {
  const [root, ...parts] = pattern.split('.')
  return accountRoots.some((known) => known === root) && parts.every((part) => partPattern.test(part))
}
/** `sales.D1.ON` from its parts. A detail that is unknown ends the key, so that it falls to the wider account. */
export function accountKey(root: AccountRoot, ...parts: readonly (string | null)[]): string {
  const unknown = parts.indexOf(null)
  const known = unknown < 0 ? parts : parts.slice(0, unknown)
  return [root, ...known.map((part) => (part ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '_'))].join('.')
}
export const rootOf = (key: string): string => key.split('.', 1)[0] ?? ''

/** The key itself, then without its last detail, and so on. */
const prefixesOf = (key: string): string[] => {
  const parts = key.split('.')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
}
export type AccountLookup = (key: string, currency: Currency) => JournalAccount | null
/**
 * The most specific row wins. Rows of the currency come first, because an account kept in one currency cannot take
 * another.
 */
export function accountLookup(accounts: readonly JournalAccount[]): AccountLookup {
  const byPattern = new Map(accounts.map((account) => [`${account.currency ?? ''} ${account.pattern}`, account]))
  const found = new Map<string, JournalAccount | null>()
  return (key, currency) => {
    const asked = `${currency} ${key}`
    const known = found.get(asked)
    if (known !== undefined) return known
    const names = [currency, ''].flatMap((owner) => prefixesOf(key).map((prefix) => `${owner} ${prefix}`))
    const account = names.map((name) => byPattern.get(name)).find((row) => row !== undefined) ?? null
    found.set(asked, account)
    return account
  }
}
/** The keys that no row of the mapping covers, each once and in order. */
export function unmappedKeys(keys: Iterable<string>, currency: Currency, lookup: AccountLookup): string[] {
  return [...new Set(keys)].filter((key) => lookup(key, currency) === null).sort()
}
export const unmappedMessage = (keys: readonly string[]): Message =>
  message('journal.no-account', { keys: severalOf(keys) })

/** The longest name of one level of an account, and the longest code. */
const quickbooksName = 31
const xeroCode = 10
/** Why a program cannot take an account, or null. Each limit is explained in docs/accounting.md. */
export function accountFault(format: JournalFormat, account: JournalAccount): Message | null {
  const { pattern, account_number: number, account_name: name } = account
  if (format === 'sage50' && !/^\d{4,8}$/.test(number)) return message('journal.sage-number', { pattern, number })
  if (format === 'xero' && (number === '' || number.length > xeroCode))
    return message('journal.xero-code', { pattern, number, max: xeroCode })
  const levels = name.split(':')
  if (format === 'quickbooks' && levels.some((level) => level.trim() === '' || level.length > quickbooksName))
    return message('journal.quickbooks-name', { pattern, name, max: quickbooksName })
  return null
}
