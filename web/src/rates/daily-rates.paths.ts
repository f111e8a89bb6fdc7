export const dailyRatesPath = '/dailyrates'
export const sitePath = (siteId: number | string) => `${dailyRatesPath}/sites/${siteId}/view`
