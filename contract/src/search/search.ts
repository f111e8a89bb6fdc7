import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { text } from '../fields.ts'
import type { Access } from '../permissions.ts'
import { currencies } from '../rules/currency.ts'

/** The kinds of record, in the order of their hits, each with the permission of its list. */
export const searchKinds = {
  card: 'cards.read',
  driver: 'cards.read',
  unit: 'truckcare.read',
  customer: 'customers.read',
  invoice: 'invoices.read',
  receipt: 'invoices.read',
  credit_note: 'invoices.read',
  transaction: 'transactions.read',
  user: 'users.read',
  site: 'rates.read',
} as const satisfies Record<string, Access>
export type SearchKind = keyof typeof searchKinds
const kinds = Object.keys(searchKinds) as SearchKind[]

/** Hits of each kind. */
export const hitsShown = 5
/** A shorter text would match too much. */
export const shortestSearch = 3

const hit = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  /** What the text was found in. */
  label: z.string(),
  /** What tells hits apart: a card's driver, a user's e-mail address, a site's city. */
  detail: z.string().nullable(),
  company: z.string().nullable(),
  /** Of a card or an invoice. */
  status: z.string().nullable(),
  day: z.iso.date().nullable(),
  amount: z.number().nullable(),
  currency: z.enum(currencies).nullable(),
})
export type SearchHit = z.infer<typeof hit>

/** Records by the text on them (UX-3). */
export const search = defineContract('search', {
  find: {
    method: 'GET',
    path: '/search',
    summary: 'Find cards, drivers, units, customers, invoices, receipts, credit notes, transactions, users and sites',
    can: 'signed-in',
    query: z.strictObject({ q: text(100).min(shortestSearch) }),
    reply: z.object({ hits: z.array(hit) }),
  },
})
