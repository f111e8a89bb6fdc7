import { type ImportKind, type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { implement } from '../platform/http/implement.ts'
import { piecesOf } from '../platform/jobs/turns.ts'
import { byteOrderMark, csvLine } from '../platform/sheets/csv.ts'
import type { ImportWork, OpenWork, StoredImport } from '../platform/sheets/import-work.ts'
import { applyImport, explainImport, removeImport } from './imports.actions.ts'
import { toImport } from './imports.columns.ts'
import { getImport, listImportErrors, listImports } from './imports.queries.ts'

const chunk = 1000
async function* errorLines({ actor, withScope }: OpenContext<Actor>, id: number): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Row', 'Column', 'Value', 'Reason'])
  let after = 0
  for (;;) {
    const errors = await withScope(async ({ db }) => {
      await getImport(db, actor, id)
      return listImportErrors(db, id, after, chunk)
    })
    yield* piecesOf(errors, ({ row, column, value, reason }) => csvLine([row, column, value, reason]))
    if (errors.length < chunk) return
    after = errors.at(-1)?.n ?? after
  }
}

/** Before an import is done, nothing that it wrote can be seen: counting it would cost more with every row written. */
const nothingOpen: OpenWork = { review: 0, in_quarantine: 0 }

/** `works` by kind: each kind counts its own remaining work. */
export function importRoutes(app: FastifyInstance, works: Partial<Record<ImportKind, ImportWork>>): void {
  const show = async (db: Db, stored: StoredImport): Promise<ImportRecord> => {
    const errors = (await listImportErrors(db, stored.id)).map(({ n, ...error }) => error)
    const work = works[stored.kind as ImportKind]
    return toImport(
      stored,
      errors,
      work?.countOpen && (stored.status === 'done' ? await work.countOpen(db, stored.id) : nothingOpen),
      (await work?.describeTieOut?.(db, stored)) ?? null,
    )
  }
  implement(app, imports, {
    list: ({ query }, { db, actor }) => listImports(db, actor, query),
    get: async ({ params }, { db, actor }) => show(db, await getImport(db, actor, params.id)),
    apply: ({ params, body }, context) => applyImport(context, params.id, body.mode),
    explain: async ({ params, body }, context) =>
      show(context.db, await explainImport(context, params.id, body.explanation ?? null)),
    remove: ({ params }, context) => removeImport(context, params.id, app.services.storage.remove),
    errors: async ({ params }, context) => {
      await context.withScope(({ db }) => getImport(db, context.actor, params.id))
      return {
        type: 'text/csv; charset=utf-8',
        name: `import-${params.id}-errors.csv`,
        body: errorLines(context, params.id),
      }
    },
  })
}
