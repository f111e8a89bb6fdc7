/** Statements of account. */
export const accountMessages = {
  'statement.too-long': 'Choose at most three years.',
} as const
