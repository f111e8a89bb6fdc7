/** Invoices, their documents and their mail. */
export const invoiceMessages = {
  'invoice.void': 'This invoice is void.',
  'invoice.number-locked': 'An invoice keeps its number.',
  'invoice.company-locked': 'An invoice stays with its company.',
  'invoice.currency-locked': 'An invoice stays in its currency.',
  'invoice.total-locked': 'The total follows from the billed transactions.',
  'invoice.due-locked': 'The amount due follows from the total and the payments.',
  'invoice.dates-locked': 'An invoice that was sent keeps its dates.',
  'invoice.due-before-issued': 'The due date cannot be before the issued date.',
  'invoice.number-year': 'Choose a day in the year of the invoice’s number.',
  'invoice.end-before-start': 'The end date cannot be before the start date.',
  'invoice.sent-too-early': 'An invoice cannot be sent before its issued date. Choose today or an earlier day.',
  'invoice.too-many': 'Choose at most 1,000 invoices at once.',
  'invoice.ids-or-filter': 'Give ids or a filter, not both.',
  'invoice.no-match': 'No invoice matches this filter.',
  'invoice.mail-type': 'The type is spol/invoices.',
  'invoice.mail-void': '{number} is void and cannot be e-mailed.',
  'invoice.mail-no-address':
    '{company} has no e-mail address. Enter one on the customer’s page, as Email or Document Email.',
  'invoice.named': '{number}: {reason:message}',
  'invoice.status-by-hand': 'An invoice cannot go from {from:word} to {to:word} by hand.',
} as const
