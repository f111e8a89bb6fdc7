import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { instant, isoDate, text, version } from '../fields.ts'
import { currencies } from '../rules/currency.ts'

/** What is still open in a period that is about to be closed (RECV-6). */
const openWork = z.object({
  through: z.iso.date(),
  /** Purchases of the period that are on no invoice. */
  unbilled: z.array(z.object({ currency: z.enum(currencies), count: z.int(), amount: z.number() })),
  /** Drafts with an issue date in the period: they get a later one before they are sent. */
  drafts: z.array(z.object({ currency: z.enum(currencies), count: z.int(), amount: z.number() })),
  quarantined: z.int(),
  /** Imports of the period that do not tie to their provider's figures. */
  untied_imports: z.int(),
  /** The newest of them. */
  untied: z.array(z.object({ id: z.int(), file_name: z.string() })),
  on_account: z.array(z.object({ currency: z.enum(currencies), count: z.int(), amount: z.number() })),
})
export type PeriodWork = z.infer<typeof openWork>
const books = z.object({
  closed_through: z.iso.date().nullable(),
  reason: z.string().nullable(),
  changed_by: z.string().nullable(),
  version: z.int(),
  updated_at: instant(),
  /** Whether the user is an Admin of the provider, who closes the books and opens them again. */
  can_change: z.boolean(),
})
export type Books = z.infer<typeof books>
/** Null opens the books again. An earlier day than today's, or none, needs a reason. */
const booksInput = z.strictObject({
  closed_through: isoDate().nullable(),
  reason: text(200).nullish(),
  version: version().nullish(),
})
export type BooksInput = z.output<typeof booksInput>

export const booksContract = defineContract('books', {
  get: {
    method: 'GET',
    path: '/books',
    summary: 'Get the day through which the books are closed',
    can: 'invoices.update',
    reply: books,
  },
  openWork: {
    method: 'GET',
    path: '/books/open-work',
    summary: 'List what is still open in the period through a day, before the books are closed',
    can: 'invoices.update',
    query: z.object({ through: isoDate() }),
    reply: openWork,
  },
  change: {
    method: 'PUT',
    path: '/books',
    summary: 'Close the books through a day, or open them again with a reason (provider Admin)',
    can: 'invoices.update',
    asksFactor: true,
    isForPeople: true,
    body: booksInput,
    ignores: ['changed_by', 'updated_at', 'can_change'],
    reply: books,
  },
})
