import { previewedImport, type World, waitingStop } from '../northline.ts'
import type { Ask } from '../test-app.ts'
import { form } from '../uploads.ts'

const staffOnly = (status: number) => ({
  stranger: 401,
  nobody: 403,
  nobodyStaff: 403,
  desk: 403,
  northline: 403,
  prairie: 403,
  clerk: 403,
  staff: status,
})
type Row = { answers: ReturnType<typeof staffOnly>; call?: () => Promise<Ask>; unknown?: number }

/**
 * What the calls about files that are imported, and about stops that wait in quarantine, answer to each person (T1).
 */
export function importRows(world: World): Record<string, Row> {
  const previewed = () => previewedImport(world)
  const waiting = () => waitingStop(world)
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
    'transactionImports.setAside': {
      answers: staffOnly(200),
      call: async () => ({ ...(await waiting()), body: { reason: 'Not ours' } }),
      unknown: 404,
    },
    'transactionImports.putBack': { answers: staffOnly(409), call: waiting, unknown: 404 },
  }
}
