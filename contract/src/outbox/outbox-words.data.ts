/** A status's label. Kept: there is no mail server, and staff can read the mail here. */
export const mailStatusWords = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
} as const
