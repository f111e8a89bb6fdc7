export const webhooksPath = '/webhooks'
