export const taxRatesPath = '/tax-rates'
