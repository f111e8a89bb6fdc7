export const exceptionsPath = '/transactions/exceptions'
export const thresholdsPath = '/transactions/exceptions/thresholds'
