import { z } from 'zod'
import { defineContract } from './endpoint.ts'
import { importModes, maxSheetBytes } from './import-modes.ts'

export const templateFormats = ['xlsx', 'csv'] as const

export const cardImports = defineContract('cardImports', {
  upload: {
    method: 'POST',
    path: '/fuel-card-management/upload-fuel-card-csv',
    summary: 'Import cards from a csv, xls or xlsx file',
    status: 202,
    can: 'cards.create',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxSheetBytes },
    query: z.strictObject({ mode: z.enum(importModes).default('good') }),
    reply: z.object({ import_id: z.int() }),
  },
  template: {
    method: 'GET',
    path: '/fuel-card-management/download-fuel-card-csv',
    summary: 'A sheet to fill in, which imports as it stands',
    can: 'cards.read',
    transaction: 'none',
    query: z.strictObject({ format: z.enum(templateFormats).default('xlsx') }),
    reply: 'file',
  },
})
