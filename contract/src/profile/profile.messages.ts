/** The user's own profile. */
export const profileMessages = {
  'profile.switched': 'Switch back to your own account to change your profile.',
  'profile.email-taken': 'You cannot use this e-mail.',
  'profile.birth-day': 'Enter a day in the past.',
  'profile.password-for-email': 'Enter your current password to change your e-mail.',
} as const
