export const runsPath = '/invoices/runs'
export const settingsPath = '/invoices/settings'
