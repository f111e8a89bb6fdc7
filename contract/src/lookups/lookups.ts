import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { option } from '../fields.ts'
import { invoiceStatuses } from '../invoices/invoice-status.rules.ts'
import { revenueTypes, taxTypes } from './lookups-words.data.ts'

export const taxTypeKeys = Object.keys(taxTypes) as [keyof typeof taxTypes, ...(keyof typeof taxTypes)[]]
export const revenueTypeKeys = Object.keys(revenueTypes) as [
  keyof typeof revenueTypes,
  ...(keyof typeof revenueTypes)[],
]
export const typeLists = { INVOICE_STATUS: invoiceStatuses, TAX_TYPE: taxTypes, REVENUE_TYPE: revenueTypes } as const
export type TypeList = keyof typeof typeLists

/** The lists behind drop-downs (CUST-4, INV-6). */
export const lookups = defineContract('lookups', {
  currencies: {
    method: 'GET',
    path: '/currencies',
    summary: 'List currencies',
    can: 'signed-in',
    isForAnyKey: true,
    reply: z.array(option),
  },
  types: {
    method: 'GET',
    path: '/types',
    summary: 'List invoice statuses, tax types or revenue types',
    can: 'signed-in',
    isForAnyKey: true,
    query: z.strictObject({ type: z.enum(Object.keys(typeLists) as [TypeList, ...TypeList[]]) }),
    reply: z.array(option),
  },
})
