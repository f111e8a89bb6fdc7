import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { rateProviders } from '../lookups/providers.rules.ts'

/** Open work is counted up to here, so that the count is quick whatever there is. */
export const todoLimit = 1000
/** Null for users who cannot do the work. */
const count = z.int().max(todoLimit).nullable()
const todoReply = z.object({
  /** Flagged transactions that are neither accepted nor billed. */
  to_review: count,
  /** Transactions in quarantine. */
  quarantined: count,
  /** Imports of transactions that do not tie out. */
  untied_imports: count,
  /** Lines of bank files that are not booked yet. */
  bank_lines: count,
  /** Draft invoices. */
  drafts: count,
  /** Mails that could not be delivered. */
  failed_mails: count,
  /** Companies that registered and wait for approval. */
  registrations: count,
  /** Services of a customer's own units that are due or overdue. */
  services_due: count,
  /** Fuel providers without a rate for today. */
  rates_missing: z.array(z.enum(rateProviders)).nullable(),
})
export type Todo = z.infer<typeof todoReply>
export type TodoKey = keyof Todo

/** The filter of the list that shows exactly what is counted. */
export const todoFilters = {
  to_review: ['review:open'],
  quarantined: [],
  untied_imports: ['tie_out:open'],
  bank_lines: ['status:open'],
  drafts: ['status:DRAFT'],
  failed_mails: ['status:failed'],
  registrations: ['status:waiting'],
  services_due: [],
  rates_missing: [],
} as const satisfies Record<TodoKey, readonly string[]>

/** The open work of the user, each by the filter of its list (UX-2). */
export const todo = defineContract('todo', {
  get: {
    method: 'GET',
    path: '/todo',
    summary: 'Count the open work that the user can do; null for what they cannot',
    can: 'signed-in',
    reply: todoReply,
  },
})
