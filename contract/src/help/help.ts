import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'

/** The provider's details for its customers; empty where the billing settings have none. */
const contact = z.object({ name: z.string(), address: z.string(), email: z.string(), phone: z.string() })
export type Contact = z.infer<typeof contact>

export const layoutKinds = { transactions: 'Transactions', rates: 'Daily Rates' } as const
export type LayoutKind = keyof typeof layoutKinds
const fileLayout = z.object({
  /** As in the address: `transactions-esso`. */
  key: z.string(),
  kind: z.enum(Object.keys(layoutKinds) as LayoutKind[]),
  provider: z.enum(fuelProviders),
  date_formats: z.array(z.string()),
  /** Extensions that are accepted. */
  extensions: z.array(z.string()),
  sample: z.string(),
  columns: z.array(z.object({ name: z.string(), other_names: z.array(z.string()), is_required: z.boolean() })),
})
export type FileLayout = z.infer<typeof fileLayout>

/** Who to contact, and what the files of the fuel providers must look like (UX-12). */
export const help = defineContract('help', {
  contact: {
    method: 'GET',
    path: '/contact',
    summary: 'Get the provider’s address, e-mail address and phone number',
    can: 'signed-in',
    reply: contact,
  },
  layouts: {
    method: 'GET',
    path: '/import-layouts',
    summary: 'List the columns of the fuel providers’ files',
    can: 'transactions.create|rates.create',
    reply: z.object({ layouts: z.array(fileLayout) }),
  },
  notices: {
    method: 'GET',
    path: '/third-party-notices',
    summary: 'Get the licences of the packages, data and fonts in this product',
    can: 'signed-in',
    transaction: 'none',
    reply: 'file',
  },
  sample: {
    method: 'GET',
    path: '/import-layouts/:key/sample',
    summary: 'Download a sample of a fuel provider’s file',
    can: 'transactions.create|rates.create',
    params: z.strictObject({ key: z.string().max(60) }),
    reply: 'file',
  },
})
