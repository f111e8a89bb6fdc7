/** Exchange rates. */
export const exchangeRateMessages = {
  'exchange-rate.taken': 'There is already a rate for this day.',
} as const
