/** Payments of invoices and their reversals. */
export const paymentMessages = {
  'payment.exceeds-due': 'Amount paid cannot exceed amount due.',
  'payment.stale-due': 'The amount due has changed. Check it before you save.',
  'payment.due-now': 'The amount due is now {due:money}. Close this dialog and open it again.',
  'payment.currency': 'Pay the invoice in its own currency.',
  'payment.too-early': 'The payment date is more than a year before the invoice.',
  'payment.future': 'The payment date is in the future.',
  'payment.other-company': 'This invoice belongs to another company.',
  'payment.invoice-draft': 'This invoice is a Draft. Send it first.',
  'payment.invoice-paid': 'This invoice is fully paid.',
  'payment.invoice-void': 'A void invoice cannot be paid.',
  'payment.invoice-unknown': 'No invoice has this number.',
  'payment.reversed': 'This payment was already reversed.',
  'payment.is-reversal': 'A reversal cannot be reversed. Enter the payment again.',
} as const
