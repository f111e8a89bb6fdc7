import { cardImports } from '@portal/contract/cards/card-imports.ts'
import type { FastifyInstance } from 'fastify'
import { acceptSheet, awaitReading } from '../../imports/imports.actions.ts'
import { implement } from '../../platform/http/implement.ts'
import type { ImportWork } from '../../platform/sheets/import-work.ts'
import { applyCards, checkCards, stageCards } from './card-import.queries.ts'
import type { CardFileOptions } from './card-sheet.rules.ts'
import { cardTemplate } from './card-template.ts'

export const cardImportWork: ImportWork = { stage: stageCards, check: checkCards, apply: applyCards }

export const cardImportRoutes = (app: FastifyInstance): void =>
  implement(app, cardImports, {
    upload: async ({ query }, context) => {
      const { mode, balances } = query
      const options: CardFileOptions = {
        owner: context.actor.company_name,
        mayHaveGaps: mode === 'preview' || mode === 'update',
        needed: mode === 'update' ? 'number' : mode === 'preview' ? 'listed' : 'all',
        withBalances: balances === 'true',
      }
      const accepted = { kind: 'cards', mode, types: ['csv', 'xls', 'xlsx'], options } as const
      const import_id = await acceptSheet(context, cardImports.upload.upload, accepted)
      await awaitReading(context, import_id)
      return { import_id }
    },
    template: ({ query }, { actor }) => cardTemplate(query.format, actor.company_name),
  })
