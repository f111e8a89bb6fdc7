/** Users and what they may do. */
export const userMessages = {
  'user.email-taken': 'This e-mail cannot be used.',
  'user.phone': 'Enter a phone number with its area code.',
  'user.password-by-person': 'Leave it empty: the person chooses the password.',
  'user.admin-only': 'Only an Admin can make another user an Admin.',
  'user.more-than-own': 'You cannot give more permissions than you have yourself.',
  'user.provider-admin-only': 'Only an Admin of the provider can decide this, and only for the provider’s own users.',
  'user.not-own': 'You cannot change this for yourself.',
  'user.own-password': 'Change your own password in your profile.',
  'user.other-company': 'A user stays with their company. Add them to the other one instead.',
} as const
