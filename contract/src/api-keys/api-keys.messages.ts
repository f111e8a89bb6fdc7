/** Keys with which programs call the portal (INTEG-1), and how often they may (INTEG-4). */
export const serviceKeyMessages = {
  'service-key.unknown': 'This API key does not exist.',
  'service-key.expired': 'This API key has expired.',
  'service-key.revoked': 'This API key was revoked.',
  'service-key.suspended': 'This API key is suspended, because the user who made it or the company is not active.',
  'service-key.people-only': 'API keys cannot make this call. Only a user who signs in can.',
  'service-key.while-switched': 'Switch back first. API keys of a customer are made by its own users.',
  'service-key.not-maker': 'Only the user who made this API key can rotate it. Revoke it and create another one.',
  'service-key.ended': 'This API key has expired or was revoked.',
  'service-key.more-than-own': 'A key cannot have more permissions than you have: {scopes}.',
  'service-key.expiry-past': 'Choose a time in the future.',
  'service-key.expiry-far': 'A key can be valid for at most two years.',
  'rate.limited': 'This API key made too many calls. Wait for the seconds in Retry-After.',
} as const
