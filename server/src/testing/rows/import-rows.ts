import { type NorthlineApp, previewedImport, quarantinedTransaction } from '../northline.ts'
import { form } from '../uploads.ts'
import { type EndpointRow, staffOnly } from './answers.ts'

/** The rows for imports and quarantine in the table of every endpoint (T1). */
export function importRows(world: NorthlineApp): Record<string, EndpointRow> {
  const previewed = () => previewedImport(world)
  const waiting = () => quarantinedTransaction(world)
  let statements = 0
  const statement = async () => {
    const { rows } = await world.owner.query(
      `insert into provider_statements (provider_id, number, currency, statement_date, total_cents, created_by)
       select id, $1, 'CAD', '2026-11-05', 100, 'Staff' from fuel_providers where name = 'Esso' returning id::int`,
      [`R-${++statements}`],
    )
    return { params: { id: rows[0].id as number } }
  }
  const noSheet = () => form({ content: 'no sheet', name: 'a.txt' })
  return {
    'imports.list': { answers: staffOnly(200) },
    'imports.get': { answers: staffOnly(200), call: previewed, unknown: 404 },
    'imports.apply': {
      answers: staffOnly(202),
      call: async () => ({ ...(await previewed()), body: { mode: 'good' } }),
      unknown: 404,
    },
    'imports.explain': {
      answers: staffOnly(409),
      call: async () => ({ ...(await previewed()), body: { explanation: 'The fee is billed apart' } }),
      unknown: 404,
    },
    'providerStatements.list': { answers: staffOnly(200) },
    'providerStatements.get': { answers: staffOnly(200), call: statement, unknown: 404 },
    'providerStatements.create': {
      answers: staffOnly(201),
      call: async () => ({
        body: {
          provider: 'Esso',
          number: `S-${++statements}`,
          currency: 'CAD',
          statement_date: '2026-11-05',
          total: 1,
        },
      }),
    },
    'providerStatements.update': {
      answers: staffOnly(200),
      call: async () => ({ ...(await statement()), body: { total: 2 } }),
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
