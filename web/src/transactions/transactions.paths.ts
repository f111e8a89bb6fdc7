export const transactionsPath = '/transactions'
