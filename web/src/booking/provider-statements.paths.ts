export const statementsPath = '/provider-statements'
