/** Users and their permissions. */
export const userMessages = {
  'user.email-taken': 'This e-mail cannot be used.',
  'user.phone': 'Enter a phone number with its area code.',
  'user.password-by-person': 'Leave this empty. The user chooses the password.',
  'user.admin-only': 'Only an Admin can make another user an Admin.',
  'user.more-than-own': 'You cannot grant more permissions than you have.',
  'user.provider-admin-only': 'Only an Admin of the provider can decide this, and only for the provider’s own users.',
  'user.not-own': 'You cannot change this for yourself.',
  'user.own-password': 'Change your own password in your profile.',
  'user.other-company': 'A user cannot move to another company. Add them there instead.',
} as const
