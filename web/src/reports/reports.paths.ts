export const marginPath = '/reporting/margin'
export const marginLinesPath = `${marginPath}/lines`
export const claimsPath = '/reporting/claims'
