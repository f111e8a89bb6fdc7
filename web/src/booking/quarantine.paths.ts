export const quarantinePath = '/quarantine'
