export const taxRatesPath = '/tax-rates'
export const taxCandidatesPath = (id: string): string => `${taxRatesPath}/${id}/candidates`
