import { bankFiles } from '@portal/contract/bank-files/bank-files.ts'
import { bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { banks } from '@portal/contract/bank-files/banks.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readColumns, uploadBankFile } from './bank-files.actions.ts'
import { confirmLines, ignoreLine, linkLine, listBankLines, restoreLine } from './bank-lines.actions.ts'
import { addBank, changeBank } from './banks.actions.ts'
import { listBanks } from './banks.queries.ts'
import { previewConfirming } from './proposals.actions.ts'

export const bankFileRoutes = (app: FastifyInstance): void => {
  implement(app, banks, {
    list: async (_, { db }) => ({ banks: await listBanks(db) }),
    create: ({ body }, context) => addBank(context, body),
    update: ({ params, body }, context) => changeBank(context, params.id, body),
  })
  implement(app, bankFiles, {
    columns: (_, context) => readColumns(context),
    upload: (_, context) => uploadBankFile(context),
  })
  implement(app, bankLines, {
    list: ({ query }, { db, actor }) => listBankLines(db, actor.scope, query),
    confirm: ({ body }, context) => confirmLines(context, body.lines, app.services.clock()),
    confirmPreview: ({ body }, { withScope }) => withScope(({ db }) => previewConfirming(db, body)),
    link: ({ params, body }, context) => linkLine(context, params.id, body, app.services.clock()),
    ignore: ({ params, body }, context) => ignoreLine(context, params.id, body, app.services.clock()),
    restore: ({ params, body }, context) => restoreLine(context, params.id, body.version),
  })
}
