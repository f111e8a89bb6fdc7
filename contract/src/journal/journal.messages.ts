/** The journal, its mapping to general-ledger accounts, and its files (RECV-10). */
export const journalMessages = {
  'journal.unmapped': 'Some accounts of the journal have no general-ledger account.',
  'journal.no-account': 'No general-ledger account for {keys:quoted}.',
  'journal.not-held': 'This format cannot hold the journal.',
  'journal.no-currency':
    'Entries in {currency} cannot be exported to {format:word} without an exchange rate. Export them as CSV, or list {currency} in the journal settings if these books are kept in it.',
  'journal.sage-number': 'Sage 50 needs an account number of 4 to 8 digits for {pattern}, not “{number:plain}”.',
  'journal.xero-code': 'Xero needs an account code of 1 to {max} characters for {pattern}, not “{number:plain}”.',
  'journal.quickbooks-name':
    'QuickBooks needs an account name of 1 to {max} characters a level for {pattern}, not “{name}”.',
  'journal.nothing': 'Nothing to export: all entries of this period are already in a batch.',
  'journal.busy': 'Another batch is being exported. Try again in a moment.',
  'journal.too-many': 'The period has more than {max} entries. Choose a shorter one.',
  'journal.unbalanced': '{document} does not balance, so nothing was exported. Run the reconcile check.',
  'journal.unsound': 'A document does not balance, so nothing was exported.',
  'journal.withdrawn': 'This batch was already withdrawn.',
  'journal.file-lost': 'The stored file of this batch is missing or has changed. Restore it from a backup.',
  'journal.pattern': 'Start with a known account, such as sales or tax.hst.ON, with a period between the parts.',
  'journal.pattern-twice': 'This account is listed twice for the same currency.',
} as const
