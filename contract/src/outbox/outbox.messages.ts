/** E-mail: what can be sent again, and why one was not sent. */
export const outboxMessages = {
  'mail.not-resendable': 'Only an e-mail that failed or was kept, and is still valid, can be sent again.',
  'mail.expired': 'The e-mail expired before it could be sent.',
  'mail.cut-off': 'Sending was interrupted too many times.',
  'mail.invoice-void': 'The invoice was voided before it could be sent.',
  'mail.invoice-paid': 'Nothing was owing on the invoice any more, so the reminder was not sent.',
  'mail.failed': 'Sending failed: {detail}',
} as const
