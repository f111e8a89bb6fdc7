export const marginLinesPath = '/reporting/margin/lines'
