import type { InvoiceHistoryEntry } from '@portal/contract/invoices/invoices.ts'
import { receiptModes } from '@portal/contract/payments/payment-modes.ts'
import { moneyText, nothing } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'

const modes: Readonly<Record<string, string>> = receiptModes

/** The fields that an entry's sentence already mentions. Its other fields are listed below it. */
const mentioned: Record<InvoiceHistoryEntry['kind'], readonly string[]> = {
  created: ['billing_run'],
  sent: [],
  changed: [],
  payment: ['amount', 'payment_mode'],
  reversal: ['amount', 'payment_mode', 'reference_id', 'payment_date'],
  correction: ['amount', 'payment_mode', 'reference_id', 'payment_date'],
  credit_note: ['amount', 'credit_note_number'],
  credit: ['amount', 'credit_note_number'],
  credit_undone: ['amount', 'credit_note_number'],
  write_off: ['amount'],
  write_off_reversed: ['amount'],
  mail: ['to_address', 'mail_status'],
}
const creditSentences: Partial<Record<InvoiceHistoryEntry['kind'], string>> = {
  credit_note: 'Credit note {number} of {amount} issued',
  credit: '{amount} of credit note {number} applied',
  credit_undone: 'Application of {amount} of credit note {number} undone',
  write_off: '{amount} written off',
  write_off_reversed: 'Write-off of {amount} reversed',
}
export const furtherInvoiceChanges = ({ kind, changes }: InvoiceHistoryEntry) =>
  changes.filter(({ field }) => !mentioned[kind].includes(field))

/** One sentence per history entry. */
export function invoiceHistorySentence(
  t: TFunction,
  entry: InvoiceHistoryEntry,
  locale: string,
  currency: 'CAD' | 'USD',
): string {
  const after = (field: string) => entry.changes.find((one) => one.field === field)?.after ?? null
  const amount = moneyText(Number(after('amount') ?? 0), locale, currency)
  if (entry.kind === 'created') {
    const run = after('billing_run')
    return run ? t('Invoice created by billing run {run}', { run }) : t('Invoice created')
  }
  if (entry.kind === 'sent') return t('Invoice sent')
  if (entry.kind === 'payment')
    return t('{amount} paid ({mode})', { amount, mode: t(modes[after('payment_mode') ?? ''] ?? nothing) })
  if (entry.kind === 'reversal') return t('Payment of {amount} returned (NSF)', { amount })
  if (entry.kind === 'correction') return t('Payment of {amount} was entered by mistake and reversed', { amount })
  if (entry.kind === 'mail')
    return t('E-mail to {address}: {state}', {
      address: after('to_address') || nothing,
      state: t(after('mail_status') ?? nothing),
    })
  const credit = creditSentences[entry.kind]
  if (credit) return t(credit, { amount, number: after('credit_note_number') ?? nothing })
  return t(entry.words ?? 'Changed an invoice')
}
