/**
 * Messages that a page shows without a call: why a record is locked (LIT-4), what an action lacks, and why a call
 * failed. They load with every page, the other messages on demand.
 */
export const pageMessages = {
  'call.failed': 'Internal server error ({type})',
  'call.failed-offline':
    'Internal server error ({type}). You are offline. Your changes are still here. Try again once you are connected.',
  'card.closed': 'A closed card cannot be changed.',
  'card.has-transactions': 'This card has transactions, so it cannot be deleted. Close it instead.',
  'transaction.invoiced':
    'This transaction is invoiced and cannot be changed. Correct it with a credit and a new transaction.',
  'transaction.credited': 'Another transaction credits this one. Delete that one first.',
  'user.may-more': 'This user has more permissions than you. Ask a user with the same permissions to do this.',
  'user.own': 'You cannot delete your own account.',
  'user.last-admin': 'This is the company’s last active Admin. Make another user an Admin first.',
  'invoice.paid-locked': 'A fully paid invoice cannot be changed.',
  'invoice.void-locked': 'A void invoice cannot be changed.',
  'invoice.status-locked': 'Only payments can change the status of this invoice.',
  'card.none-to-export': 'Please select card to Export',
  'card.none-to-assign': 'Please select card to Assign',
  'card.none-to-hold': 'Please select a card to put on hold.',
  'card.none-to-release': 'Please select a card to release.',
  'card.none-for-limits': 'Please select the cards whose limits to change.',
  'invoice.none-to-export': 'Please select an invoice to export.',
  'invoice.none-to-mail': 'Please select an invoice to e-mail.',
  'invoice.too-many': 'Choose at most {max} invoices at once.',
  'transaction.none-to-accept': 'Please select a transaction to accept.',
  'file.too-large': 'This file is too large.',
  'file.empty': 'This file is empty.',
  'field.file-required': 'File is required',
  'list.sort-needs-filter': 'Filter by company or date first to sort by this column.',
  'company.challenge': 'We could not check that you are human. Please try again.',
} as const
