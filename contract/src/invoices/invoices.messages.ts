/** Invoices, their documents and their mail. */
export const invoiceMessages = {
  'invoice.void': 'This invoice is void.',
  'invoice.number-locked': 'The invoice number cannot be changed.',
  'invoice.company-locked': 'The company of an invoice cannot be changed.',
  'invoice.currency-locked': 'The currency of an invoice cannot be changed.',
  'invoice.total-locked': 'The total is calculated from the billed transactions.',
  'invoice.due-locked': 'The amount due is calculated from the total and the payments.',
  'invoice.dates-locked': 'The dates of a sent invoice cannot be changed.',
  'invoice.due-before-issued': 'The due date cannot be before the issued date.',
  'invoice.number-year': 'Choose a day in the year of the invoice number.',
  'invoice.end-before-start': 'The end date cannot be before the start date.',
  'invoice.sent-too-early': 'An invoice cannot be sent before its issued date. Choose today or an earlier day.',
  'invoice.issued-too-early': 'An invoice cannot be issued before its last purchase.',
  'invoice.last-purchase':
    'The last purchase on this invoice is from {day:day}. Choose that day or a later one as the issued date.',
  'invoice.ids-or-filter': 'Send ids or a filter, not both.',
  'invoice.no-match': 'No invoice matches this filter.',
  'invoice.mail-type': 'The type must be spol/invoices.',
  'invoice.mail-void': '{number} is void and cannot be e-mailed.',
  'invoice.mail-no-address':
    '{company} has no e-mail address. On the customer’s page, enter an Email or an Email for invoices.',
  'invoice.named': '{number}: {reason:message}',
  'invoice.status-by-hand': 'You cannot change an invoice from {from:word} to {to:word}.',
} as const
