export const serviceKeysPath = '/api-keys'
