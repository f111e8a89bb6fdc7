export const operationsPath = '/operations'
