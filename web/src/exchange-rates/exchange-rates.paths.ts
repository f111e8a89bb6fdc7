export const exchangeRatesPath = '/reporting/exchange-rates'
