export const claimsPath = '/reporting/claims'
