/** Transaction files: rejected rows, and transactions in quarantine. */
export const bookingMessages = {
  'quarantine.released': 'This transaction was already released.',
  'quarantine.skipped': 'This transaction was skipped. Return it to quarantine first.',
  'quarantine.waiting': 'This transaction is already waiting.',
  'quarantine.not-ready':
    'The card of this transaction is still unknown, closed or unassigned, or one of its product codes is not mapped.',
  'quarantine.card-unknown': 'There is still no card with this number. Add the card, then release the transaction.',
  'quarantine.card-closed': 'The card was closed before this purchase, so it cannot be booked. Skip the transaction.',
  'quarantine.card-unassigned':
    'The card was not assigned to a customer at the time of the purchase. Assign it, then release the transaction.',
  'quarantine.product-unknown':
    'A product code of this transaction is not mapped, or is mapped to fuel although its row has no quantity. Map it under Product Codes.',
  'product-code.provider': 'Choose a fuel provider.',
  'product-code.same': 'A code always has its own rate. Choose another code, or none.',
  'product-code.rate-code': 'Choose a mapped code of the same fuel provider and product.',
  'product-code.chain': 'This code itself shares the rate of {code}. Choose that one.',
  'product-code.shared': 'Other codes share the rate of this one: {codes}. Change those first.',
  'statement.number-taken': 'There is already a statement with this number in this currency. Choose it instead.',
  'statement.tied-elsewhere': 'An import is on one statement in each currency. Remove it from the other one first.',
  'statement.unknown-import': 'Choose imports from the list.',
  'statement.not-booked': '“{file}” is not a finished import of transactions.',
  'statement.other-provider': '“{file}” is not a file of {provider}.',
  'statement.other-currency': '“{file}” has no rows in {currency}.',
  'statement.no-figures': '“{file}” was imported before files were tied out, so its totals are unknown.',
  'quarantine.booked': 'This transaction is already booked.',
  'booking.provider': 'Choose a provider.',
  'booking.other-provider':
    'This file is from {other}, not {chosen}. Choose {other} as the provider and import it again.',
  'booking.date-form': 'Enter the date as {formats:or}.',
  'booking.date-ambiguous': 'This date can be read in two ways. Enter the date as {formats:or}.',
  'booking.date-future': 'This date is in the future.',
  'booking.date-too-old': 'This date is too far in the past.',
  'booking.time-form': 'Enter the time as HH:mm.',
  'booking.too-large': 'This number is too large.',
  'booking.card-digits': 'A card number has 6 to 19 digits.',
  'booking.province': 'This is not a province or state.',
  'booking.currency': 'Enter CAD or USD.',
  'booking.other-currency':
    '{provider} bills in {currency}. Remove rows in another currency from the file and enter them by hand.',
  'booking.unit': 'Enter L or GAL.',
  'booking.other-unit': '{provider} uses {unit}.',
  'booking.zero': 'Must not be 0.',
  'booking.amount-differs':
    'The quantity, price and taxes of this row add up to {amount:amount}. Ask the provider for a corrected file.',
  'booking.parts-differ': 'The parts of this row add up to {amount:amount}. Ask the provider for a corrected file.',
  'booking.nothing-bought': 'Nothing was bought in this row.',
  'booking.cost-without-quantity': 'This row has a cost but no quantity.',
  'booking.amount-without-product': 'This row has an amount but no product code.',
  'booking.code-too-long': 'The day, indicator and number together exceed {max} characters.',
  'booking.cell-rejected': '{column}: {reason:message}',
  'booking.row-rejected': 'Row {row:plain} of the same transaction was rejected. {reason:message}',
  'booking.two-currencies':
    'The rows of this transaction are in two currencies. Ask the provider for a corrected file.',
  'booking.two-sites': 'The rows of this transaction have different sites. Ask the provider for a corrected file.',
  'booking.two-provinces':
    'The rows of this transaction have different provinces. Ask the provider for a corrected file.',
  'booking.too-many-rows': 'More than {max} rows have this code. Ask the provider for a corrected file.',
  'booking.credit-in-quarantine':
    'A credit with this code and day is already in quarantine, with a different quantity, amount or card. Release it first, then import this file again.',
  'booking.credit-booked':
    'A credit with this code and day is already booked, with a different quantity, amount or card. If this is another credit, enter it by hand under another code.',
  'booking.purchase-in-quarantine':
    'This purchase is already in quarantine, with a different quantity, amount or card. Release it first, then import this file again.',
  'booking.purchase-booked':
    'This purchase is already booked, with a different quantity, amount or card. If the provider corrected it, delete the booked purchase first, or enter the difference by hand.',
  'booking.original-in-quarantine':
    'The purchase that this row credits is in quarantine. Release it, then import this file again.',
  'booking.original-to-release': 'The purchase that this row credits is in quarantine. Release it first.',
  'booking.original-missing':
    'This row credits a purchase that was never imported for this card. Import the file with the purchase first.',
  'booking.original-rejected':
    'The purchase that this row credits was rejected. Correct it, then import the file again.',
  'booking.credit-currency':
    'This credit is in {credit} but the purchase was in {purchase}. Ask the provider for a corrected file, or enter the credit by hand.',
  'booking.credit-province':
    'This credit is in {credit} but the purchase was in {purchase}. A transaction is in one place. Ask the provider for a corrected file, or enter the credit by hand.',
  'booking.credit-unit':
    'This credit is in {credit:word} but the purchase was in {purchase:word}. Ask the provider for a corrected file, or enter the credit by hand.',
  'booking.credit-by-hand':
    'A credit of this purchase was entered or changed by hand. Enter this credit by hand too, or delete the other one and import the file again.',
  'booking.credit-too-large':
    'This row credits more than is left of the purchase. If the rest was already credited in another way, remove the row.',
} as const
