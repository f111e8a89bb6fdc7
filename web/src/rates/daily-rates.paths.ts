export const dailyRatesPath = '/dailyrates'
