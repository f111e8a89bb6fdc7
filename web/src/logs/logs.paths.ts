export const logsPath = '/tracking-logs'
