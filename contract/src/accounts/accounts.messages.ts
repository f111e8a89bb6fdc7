/** Statements of account. */
export const accountMessages = {
  'statement.too-long': 'Choose a period of at most three years.',
} as const
