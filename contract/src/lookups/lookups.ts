import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { option } from '../fields.ts'
import { invoiceStatuses } from '../invoices/invoice-status.rules.ts'

/**
 * The tax that a customer's tax number belongs to. It is only printed; the place of the purchase alone decides which
 * taxes are billed.
 */
export const taxTypes = { GST: 'GST', HST: 'HST', PST: 'PST', QST: 'QST' } as const
/** The customer's revenue type in the provider's accounting; it does not affect prices. */
export const revenueTypes = { FUEL: 'Fuel', CASH: 'Cash advances', FEES: 'Fees', OTHER: 'Other' } as const
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
    reply: z.array(option),
  },
  types: {
    method: 'GET',
    path: '/types',
    summary: 'List invoice statuses, tax types or revenue types',
    can: 'signed-in',
    query: z.strictObject({ type: z.enum(Object.keys(typeLists) as [TypeList, ...TypeList[]]) }),
    reply: z.array(option),
  },
})
