import { downloadTypes } from '../platform/lists/stream-list.ts'

const { xlsx } = downloadTypes
const [csv, pdf, zip] = ['text/csv', 'application/pdf', 'application/zip'] as const

/** The media types of calls that answer a file. Uploaded files keep their own type. */
export const fileTypes: Readonly<Record<string, readonly string[]>> = {
  'accounts.statementPdf': [pdf],
  'cards.export': [csv, xlsx],
  'cardImports.template': [csv, xlsx],
  'claims.packet': [csv, pdf],
  'creditNotes.download': [pdf],
  'creditNotes.downloadCsv': [csv],
  'customerExport.download': [zip],
  'documentation.openapi': ['application/json'],
  'documentation.page': ['text/html'],
  'documentation.script': ['text/javascript'],
  'files.content': ['application/octet-stream'],
  'files.picture': ['image/webp'],
  'help.sample': [csv, xlsx],
  'ifta.template': [csv],
  'imports.errors': [csv],
  'invoices.download': [pdf],
  'invoices.downloadCsv': [csv],
  'invoices.export': [zip],
  'journalBatches.download': [csv, zip],
  'reportRuns.get': [csv, xlsx, pdf],
}
