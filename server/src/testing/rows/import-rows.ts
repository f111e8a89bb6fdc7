import { type NorthlineApp, previewedImport, quarantinedTransaction } from '../northline.ts'
import { form } from '../uploads.ts'
import { type EndpointRow, staffOnly } from './answers.ts'

/** The rows for imports and quarantine in the table of every endpoint (T1). */
export function importRows(world: NorthlineApp): Record<string, EndpointRow> {
  const previewed = () => previewedImport(world)
  const waiting = () => quarantinedTransaction(world)
  const noSheet = () => form({ content: 'no sheet', name: 'a.txt' })
  return {
    'imports.list': { answers: staffOnly(200) },
    'imports.get': { answers: staffOnly(200), call: previewed, unknown: 404 },
    'imports.apply': {
      answers: staffOnly(202),
      call: async () => ({ ...(await previewed()), body: { mode: 'good' } }),
      unknown: 404,
    },
    'imports.remove': { answers: staffOnly(204), call: previewed, unknown: 404 },
    'imports.errors': { answers: staffOnly(200), call: previewed, unknown: 404 },
    'cardImports.upload': { answers: staffOnly(400), call: async () => noSheet() },
    'cardImports.template': { answers: { ...staffOnly(200), desk: 200, northline: 200, prairie: 200, clerk: 200 } },
    'transactionImports.upload': {
      answers: staffOnly(400),
      call: async () => ({ ...noSheet(), query: { provider: 'ESSO' } }),
    },
    'transactionImports.quarantine': { answers: staffOnly(200) },
    'transactionImports.release': { answers: staffOnly(409), call: waiting, unknown: 404 },
    'transactionImports.skip': {
      answers: staffOnly(200),
      call: async () => ({ ...(await waiting()), body: { reason: 'Not ours' } }),
      unknown: 404,
    },
    'transactionImports.returnToQuarantine': { answers: staffOnly(409), call: waiting, unknown: 404 },
  }
}
