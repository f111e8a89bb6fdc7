import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { cardImportModes, maxSheetBytes } from '../imports/import-modes.ts'

const templateFormats = ['xlsx', 'csv'] as const

export const cardImports = defineContract('cardImports', {
  upload: {
    method: 'POST',
    path: '/fuel-card-management/upload-fuel-card-csv',
    summary:
      'Import cards from a csv, xls or xlsx file; with mode=update, cells that are not empty also change existing cards',
    status: 202,
    can: 'cards.create',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxSheetBytes },
    query: z.strictObject({
      mode: z.enum(cardImportModes).default('good'),
      /** Whether a row of an existing card may also set its balances (CARD-18). */
      balances: z.enum(['true', 'false']).default('false'),
    }),
    reply: z.object({ import_id: z.int() }),
  },
  template: {
    method: 'GET',
    path: '/fuel-card-management/download-fuel-card-csv',
    summary: 'Download a template to fill in and import',
    can: 'cards.read',
    transaction: 'none',
    query: z.strictObject({ format: z.enum(templateFormats).default('xlsx') }),
    reply: 'file',
  },
})
