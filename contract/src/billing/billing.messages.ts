/** Billing runs, drafts and the billing settings. */
export const billingMessages = {
  'billing.nothing': 'There is nothing to bill up to that day.',
  'billing.period-open': 'This period has not ended yet. Choose a day before today.',
  'billing.carried': 'The unbilled amount is zero or less, so it is carried to a later run.',
  'billing.to-review': 'All unbilled transactions are still to review. Accept them first.',
  'billing.customers-unknown': 'Some of these customers do not exist.',
  'billing.both-days': 'Enter both days, or neither.',
  'billing.no-customer': 'Choose at least one customer.',
  'billing.tax-number': 'Enter it as {example}, or leave it empty.',
  'billing.prefix': 'Enter 2 to 6 capital letters.',
  'billing.prefix-invoices': 'INV is the prefix of invoices. Choose another one.',
  'billing.limits-admin': 'Only an Admin of the provider can change the limits of write-offs.',
  'billing.run-locked':
    'Their records stayed locked. Invoices for the other customers are kept. Bill these customers in another run.',
  'billing.run-stuck':
    'The run stopped too often at these customers. Invoices for the others are kept. See the service log, then bill these customers in another run.',
  'billing.run-failed': 'The run stopped too often before the first customer. Nothing was billed. Start another run.',
  'draft.not-billable': 'Some of these transactions cannot be billed.',
  'draft.none-chosen': 'Choose at least one transaction.',
  'draft.unknown': 'Some of these transactions do not exist, or belong to another company.',
  'draft.billed': 'Already on an invoice: {codes}.',
  'draft.other-currency': 'Not in {currency}: {codes}.',
  'draft.other-period': 'Not in this period: {codes}.',
  'draft.to-review': 'Review and accept these first: {codes}.',
  'draft.not-positive': 'The total is zero or less. Choose more transactions, or leave them for the next run.',
  'draft.too-many': 'There are more than {max} transactions. Choose a shorter period, or start a billing run.',
} as const
