export const iftaPath = '/reporting/ifta'
