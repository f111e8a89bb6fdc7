/** Signing in, passwords and switched accounts. */
export const sessionMessages = {
  'auth.required': 'Please sign in.',
  'auth.invalid-credential': 'Invalid Credential Please try again.',
  'auth.waiting': 'Your registration is waiting for approval. You will get an e-mail when you can sign in.',
  'auth.throttled': 'Too many attempts. Please wait a little and try again.',
  'auth.reset-invalid': 'This link has expired or was already used. Please request a new one.',
  'auth.not-eligible': 'You are not eligible to switch accounts.',
  'auth.already-switched': 'Switch back before you switch to another account.',
  'auth.not-switched': 'You are not in a switched account.',
  'auth.forbidden': "You don't have permission to do this, contact your administrator.",
  'password.leaked': 'This password is among the first that attackers try. Choose another one.',
  'password.personal': 'A password cannot contain “{part}”. Names, e-mails, companies and our brands are tried first.',
  'password.warn-leaked': 'This password is among the first that attackers try. Ask the user to choose another one.',
  'password.warn-personal':
    'This password contains “{part}”, which attackers try first. Ask the user to choose another one.',
  'password.warn-short': 'Passwords here have at least {min} characters. Ask the user to choose a longer one.',
  'password.not-current': 'This is not your current password.',
  'password.same': 'Choose a password other than the current one.',
  'password.differ': 'The two passwords differ.',
  'password.mismatch': 'Passwords do not match',
} as const
