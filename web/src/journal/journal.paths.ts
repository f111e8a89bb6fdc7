export const journalPath = '/reporting/journal'
export const journalExportPath = `${journalPath}/add-new`
export const journalAccountsPath = `${journalPath}/accounts`
