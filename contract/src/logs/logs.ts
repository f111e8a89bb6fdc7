import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { instant, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'

/**
 * The labels of the audit log's actions. Each feature adds its actions here; they are also the filter's choices
 * (NAV-7).
 */
const actionWords: Readonly<Record<string, string>> = {
  'session.login': 'Signed in',
  'session.login-failed': 'Sign-in failed',
  'session.logout': 'Signed out',
  'session.forgotPassword': 'Requested a new password',
  'session.resetPassword': 'Used a password reset link',
  'profile.update': 'Changed their profile',
  'profile.password': 'Changed their password',
  'profile.language': 'Changed their language',
  'outbox.get': 'Viewed an e-mail with its link',
  'outbox.retry': 'Resent an e-mail',
  denied: 'Access denied',
  'switching.to': 'Switched to an account',
  'switching.back': 'Switched back',
  'cards.create': 'Added a card',
  'cards.update': 'Changed a card',
  'cards.remove': 'Deleted a card',
  'cards.list.export': 'Exported the cards',
  'cardImports.upload': 'Uploaded a card file',
  'transactionImports.upload': 'Uploaded a transaction file',
  'transactionImports.release': 'Released a transaction from quarantine',
  'transactionImports.skip': 'Skipped a quarantined transaction',
  'transactionImports.returnToQuarantine': 'Returned a transaction to quarantine',
  'transactionImports.quarantine.export': 'Exported the quarantine',
  'imports.apply': 'Confirmed an import',
  'imports.remove': 'Discarded an import',
  'imports.done': 'Imported a file',
  'imports.failed': 'An import failed',
  'imports.previewed': 'Previewed a file',
  'markups.create': 'Added a markup',
  'markups.update': 'Changed a markup',
  'markups.succeed': 'Changed a markup from a date',
  'markups.preview': 'Previewed a markup',
  'markups.list.export': 'Exported the markups',
  'transactions.create': 'Added a transaction',
  'transactions.update': 'Changed a transaction',
  'transactions.accept': 'Accepted a transaction',
  'transactions.acceptPreview': 'Previewed the acceptance of transactions',
  'transactions.unaccept': 'Undid the acceptance of a transaction',
  'transactions.follow': 'Moved a transaction with its card',
  'transactions.remove': 'Deleted a transaction',
  'transactions.list.export': 'Exported the transactions',
  'exceptions.judge': 'Judged an exception',
  'exceptions.list.export': 'Exported the exceptions',
  'exceptionThresholds.save': 'Changed the thresholds of exceptions',
  'transactionFiles.add': 'Attached a file to a transaction',
  'transactionFiles.remove': 'Deleted a file from a transaction',
  'drafts.create': 'Created an invoice',
  'billingRuns.start': 'Started a billing run',
  'billingRuns.done': 'A billing run ended',
  'billingRuns.incomplete': 'A billing run skipped customers',
  'billingRuns.failed': 'A billing run failed',
  'billingRuns.list.export': 'Exported the billing runs',
  'billing.change': 'Changed the billing settings',
  'invoices.update': 'Changed an invoice',
  'invoices.send': 'Marked an invoice as sent',
  'invoices.void': 'Voided an invoice',
  'verify.check': 'Verified a document',
  'invoices.store': 'Stored the documents of an invoice',
  'invoices.list.export': 'Exported the invoices',
  'payments.register': 'Recorded a payment',
  'payments.reverse': 'Reversed a payment',
  'payments.list.export': 'Exported the payments',
  'accounts.statementPdf': 'Downloaded a statement of account',
  'accounts.hold': 'A rule put the cards of a customer on hold',
  'accounts.release': 'A rule released the cards of a customer',
  'invoices.download': 'Downloaded an invoice',
  'invoices.downloadCsv': 'Downloaded an invoice as CSV',
  'invoices.export': 'Exported selected invoices',
  'invoices.email': 'E-mailed an invoice',
  'invoices.emailMany': 'E-mailed selected invoices',
  'invoices.retryMail': 'Resent the e-mail of an invoice',
  'providerStatements.create': 'Added a provider’s statement',
  'providerStatements.update': 'Changed a provider’s statement',
  'providerStatements.list.export': 'Exported the providers’ statements',
  'imports.explain': 'Explained an import’s tie-out',
  'reports.run': 'Ran a report',
  'reports.file': 'Downloaded a report',
  'margins.lines.export': 'Exported lines with their margin',
  'claims.list.export': 'Exported the claims',
  'claims.send': 'Sent a claim',
  'claims.sendPreview': 'Previewed the sending of claims',
  'claims.packet': 'Downloaded a packet of claims',
  'claims.credit': 'Marked a claim as credited',
  'claims.reopen': 'Opened a claim again',
  'providerCodes.save': 'Mapped a product code',
  'providerCodes.list.export': 'Exported the product codes',
  'taxRates.create': 'Added a tax rate',
  'taxRates.update': 'Corrected a tax rate',
  'taxRates.delete': 'Withdrew a tax rate',
  'taxRates.extend': 'Extended a tax rate',
  'taxRates.queue': 'Started a change of the tax rates',
  'taxRates.candidates.export': 'Exported the invoiced lines with other taxes',
  'taxRates.close': 'Ended a tax rate',
  'taxRates.list.export': 'Exported the tax rates',
  'dailyRates.upload': 'Uploaded a daily rate file',
  'dailyRates.reprice': 'Repriced unbilled transactions from a daily rate file',
  'dailyRates.setRegion': 'Set the tax region of a site',
  'dailyRates.setZone': 'Set the time zone of a site',
  'dailyRates.list.export': 'Exported the daily rates',
  'dailyRates.uploads.export': 'Exported the daily rate uploads',
  'cardFiles.add': 'Attached a file to a card',
  'cardFiles.remove': 'Deleted a file from a card',
  'cards.refresh': 'Refreshed card balances',
  'cards.export': 'Exported selected cards',
  'cards.assign': 'Assigned a card',
  'cards.assignPreview': 'Previewed the assignment of cards',
  'cards.hold': 'Put a card on hold',
  'cards.release': 'Released a card',
  'files.setPicture': 'Changed their picture',
  'files.setLogo': 'Changed the company logo',
  'files.removePicture': 'Removed their picture',
  'files.removeLogo': 'Removed the company logo',
  'customers.update': 'Changed a customer',
  'customers.list.export': 'Exported the customers',
  'fuelCompanies.register': 'Added a customer company',
  'fuelCompanies.approve': 'Approved a registration',
  'fuelCompanies.reject': 'Rejected a registration',
  'fuelCompanies.list.export': 'Exported the companies',
  'registration.signUp': 'Registered a company',
  'units.update': 'Changed a unit',
  'units.list.export': 'Exported the units',
  'users.create': 'Added a user',
  'users.update': 'Changed a user',
  'users.remove': 'Deleted a user',
  'users.list.export': 'Exported the users',
  'logs.list.export': 'Exported the tracking logs',
}
/** For an action without a label, by the verb it ends with, so that no reader sees a code. */
const verbWords: Readonly<Record<string, string>> = {
  create: 'Added a record',
  update: 'Changed a record',
  remove: 'Deleted a record',
  export: 'Exported a list',
}
export const anyActionWords: readonly string[] = [...Object.values(actionWords), ...Object.values(verbWords)]
/** Entries are never rewritten, so some have the name that an earlier version gave their action. */
export const formerActions: Readonly<Record<string, string>> = {
  'transactionImports.setAside': 'transactionImports.skip',
  'transactionImports.putBack': 'transactionImports.returnToQuarantine',
}
export function wordsOfAction(stored: string): string {
  const action = formerActions[stored] ?? stored
  return (
    (Object.hasOwn(actionWords, action) ? actionWords[action] : verbWords[action.split('.').at(-1) ?? '']) ?? action
  )
}

export const recordTypeWords: Readonly<Record<string, string>> = {
  billing_run: 'Billing run',
  billing_settings: 'Billing settings',
  card: 'Card',
  claim: 'Claim',
  company: 'Company',
  customer: 'Customer',
  import: 'Imported file',
  invoice: 'Invoice',
  markup: 'Markup',
  outbox: 'Mail',
  payment: 'Payment',
  product_code: 'Product code',
  provider_statement: 'Provider’s statement',
  quarantine: 'Quarantined transaction',
  tax_rate: 'Tax rate',
  site: 'Site',
  transaction: 'Transaction',
  unit: 'Vehicle unit',
  user: 'User',
}

export const logChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The key and parameters of `after` if it is a message. */
  message: messageParts.optional(),
})
export type LogChange = z.infer<typeof logChange>
const logRow = z.object({
  id: z.int(),
  at: instant(),
  user_email: z.string().nullable(),
  /** The company that the user acted for, and whether they had switched to it. */
  account: z.string().nullable(),
  is_switched: z.boolean(),
  action: z.string(),
  action_words: z.string(),
  record_type: z.string().nullable(),
  record_id: z.int().nullable(),
  record_label: z.string().nullable(),
  changes: z.array(logChange),
  request_id: z.string().nullable(),
})
export type LogRow = z.infer<typeof logRow>

/**
 * Newest or oldest first: an audit log is read along time, and another order would need an index that slows down every
 * change.
 */
export const logList = defineList({
  rows: 'logs',
  columns: {
    at: ['When', 'instant'],
    user_email: 'Person',
    account: 'Account',
    is_switched: 'Switched',
    action_words: 'Action',
    record_type: 'Record type',
    record_label: 'Record',
    changed: 'Changes',
    request_id: 'Request',
  },
  sort: ['at'],
  filters: {
    user_email: { kind: 'text' },
    at: { kind: 'date' },
    action: { kind: 'choice', options: choices(actionWords) },
    record_type: { kind: 'choice', options: choices(recordTypeWords) },
    record_label: { kind: 'text' },
  },
  defaultSort: 'at,desc',
})

export const logs = defineContract('logs', {
  list: {
    method: 'GET',
    path: '/tracking-logs',
    summary: 'List the audit log: what was done, by which user and from which account',
    // There is no screen for it. Full access to a company's users is what makes its Admins (docs/decisions/0007).
    can: 'users.delete',
    query: logList.query,
    list: logList,
    reply: pageOf('logs', logRow),
  },
})
