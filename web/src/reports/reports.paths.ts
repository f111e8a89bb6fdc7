export const libraryPath = '/reporting/library'
export const runsOfReportsPath = '/reporting/runs'
export const schedulesPath = '/reporting/schedules'
export const reportPath = (key: string): string => `${libraryPath}/${key}`
export const marginPath = reportPath('margin')
