export const journalPath = '/reporting/journal'
export const journalExportPath = `${journalPath}/export`
export const journalAccountsPath = `${journalPath}/accounts`
