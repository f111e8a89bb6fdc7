/** Customers, companies and registration. */
export const customerMessages = {
  'company.not-waiting': 'This company is no longer waiting for approval.',
  'company.email': 'Invalid email address',
  'company.phone': 'Invalid contact number',
  'company.email-hint': 'Letters, digits and . _ % + - before the @, and an ending of 2 to 6 letters.',
  'company.phone-hint': 'Exactly 10 digits, such as 4165550100.',
  'company.country-required': 'Country is required',
  'company.state-required': 'State is required',
  'company.city-required': 'city is required',
} as const
