/** Receipts, their allocation and reversal, refunds and closed books. */
export const receiptMessages = {
  'receipt.possible-duplicate': 'A receipt with this reference and amount exists. Check it before you save this one.',
  'receipt.duplicate-of': 'Receipt {id} of {day:day} has this reference and amount.',
  'receipt.over-allocated': 'The allocations are more than the money available.',
  'receipt.left': '{left:money} is left to allocate.',
  'receipt.invoice-twice': 'This invoice is listed twice.',
  'receipt.nothing-left': 'This receipt has no money left on account.',
  'receipt.reversed': 'This receipt was already reversed.',
  'receipt.is-reversal': 'A reversal cannot be reversed. Enter the receipt again.',
  'receipt.refunded': 'Part of this receipt was refunded. Reverse the refund first.',
  'receipt.allocated-too-early': 'An allocation cannot be dated before the receipt or the invoice.',
  'receipt.allocated-future': 'An allocation cannot be dated in the future.',
  'books.needs-admin': 'Only an Admin of the provider can close the books or open them again.',
  'books.reason': 'Say why the books are opened again.',
  'books.future': 'The books can be closed through today at the latest.',
  'books.closed': 'The books are closed for this date.',
  'books.closed-through': 'The books are closed through {day:day}. Only later dates can be booked.',
} as const
