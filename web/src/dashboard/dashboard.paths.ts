export const dashboardPath = '/Dashboard'
