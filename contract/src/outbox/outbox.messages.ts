/** Mail: what can be sent again, and why one was not sent. */
export const outboxMessages = {
  'mail.not-resendable': 'Only mail that failed or was kept, and is still valid, can be sent again.',
  'mail.expired': 'It expired before it could be sent.',
  'mail.cut-off': 'Sending was cut off too many times.',
  'mail.invoice-void': 'The invoice was made void before it could be sent.',
  'mail.failed': 'Sending failed: {detail}',
} as const
