import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { currencies } from '../rules/currency.ts'

const customerOption = z.object({
  customer_company_id: z.int(),
  company_name: z.string(),
  company_number: z.string().nullable(),
  currency: z.enum(currencies),
})
export type CustomerOption = z.infer<typeof customerOption>

export const companies = defineContract('companies', {
  findAll: {
    method: 'GET',
    path: '/fuel-customer-markups/find-all',
    summary: 'List the customer companies that a card can belong to',
    can: 'cards.read',
    query: z.strictObject({ paged: z.literal('false').optional() }),
    reply: z.array(customerOption),
  },
})
