/** How a journal can be exported (RECV-10). Docs/accounting.md says which field is which. */
export const journalFormatWords = {
  csv: 'CSV',
  quickbooks: 'QuickBooks Desktop (IIF)',
  xero: 'Xero',
  sage50: 'Sage 50 (Canadian Edition)',
} as const
export type JournalFormat = keyof typeof journalFormatWords
export const journalFormats = Object.keys(journalFormatWords) as [JournalFormat, ...JournalFormat[]]

/** What an entry of the journal records. Files say it in English, like the general ledger's other entries. */
export const journalKindWords = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  receipt: 'Receipt',
  receipt_reversal: 'Receipt reversal',
  write_off: 'Write-off',
  write_off_reversal: 'Write-off reversal',
  refund: 'Refund',
  refund_reversal: 'Refund reversal',
} as const
export type JournalKind = keyof typeof journalKindWords
