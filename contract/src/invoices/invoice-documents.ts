import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id } from '../fields.ts'
import { bulkFilter } from '../list.ts'
import { message } from '../message.ts'
import { invoiceList } from './invoices.ts'

/** The most invoices in one ZIP file. More would take minutes. */
export const exportLimit = 1000
export const tooManyInvoices = message('invoice.too-many', { max: exportLimit })
export const nothingToExport = 'invoice.none-to-export'

/** Id or number (INV-7). */
export const byInvoice = z.object({ id: z.string().min(1).max(60) })

const documentTypes = ['PDF', 'CSV'] as const
export type DocumentType = (typeof documentTypes)[number]
const exportInput = z
  .strictObject({
    ids: z.array(id()).max(exportLimit, tooManyInvoices).optional(),
    filter: bulkFilter(invoiceList).optional(),
    type: z.string().toUpperCase().pipe(z.enum(documentTypes)).default('PDF'),
  })
  .superRefine(({ ids, filter: terms }, context) => {
    if (ids && terms) context.addIssue({ code: 'custom', path: ['filter'], message: 'invoice.ids-or-filter' })
    else if (!terms && !ids?.length) context.addIssue({ code: 'custom', path: ['ids'], message: nothingToExport })
  })
export type ChosenInvoices = { ids?: number[] | undefined; filter?: string[] | undefined }

/** An invoice as PDF or CSV, alone or many in a ZIP file (INV-3, INV-12). */
export const invoiceDocuments = defineContract('invoices', {
  download: {
    method: 'GET',
    path: '/spol/invoices/:id/download',
    summary: 'Download an invoice as invoice.pdf, by id or number',
    can: 'invoices.download',
    transaction: 'none',
    params: byInvoice,
    reply: 'file',
  },
  downloadCsv: {
    method: 'GET',
    path: '/spol/invoices/:id/download/csv',
    summary: 'Download an invoice as invoice.csv, by id or number',
    can: 'invoices.download',
    transaction: 'none',
    params: byInvoice,
    reply: 'file',
  },
  export: {
    method: 'POST',
    path: '/spol/invoices/export',
    summary: 'Download chosen invoices as a ZIP file, as PDF or CSV',
    can: 'invoices.download',
    transaction: 'none',
    body: exportInput,
    arrayAs: 'ids',
    reply: 'file',
  },
})
