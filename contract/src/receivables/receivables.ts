import { z } from 'zod'
import { agingWords } from '../accounts/accounts.ts'
import { defineContract } from '../endpoint.ts'
import { byId } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { currencies } from '../rules/currency.ts'

const aged = {
  /** Not due yet. Money on account and open credit notes count here, below zero. */
  current: z.number(),
  days_1_30: z.number(),
  days_31_60: z.number(),
  days_61_90: z.number(),
  days_91: z.number(),
  total: z.number(),
}
const agedColumns = {
  current: [agingWords.current, 'money'],
  days_1_30: [agingWords.days_1_30, 'money'],
  days_31_60: [agingWords.days_31_60, 'money'],
  days_61_90: [agingWords.days_61_90, 'money'],
  days_91: [agingWords.days_91, 'money'],
  total: ['Total', 'money'],
} as const
/** One company in one currency. Currencies are never added up. */
const receivable = z.object({
  /** Of the row: no two rows of a list have the same. */
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  currency: z.enum(currencies),
  ...aged,
  /** The part of `current` that is money on account and open credit notes, below zero. */
  on_account: z.number(),
  /** The due date of the oldest amount that is open; null if only money on account is. */
  oldest_due: z.iso.date().nullable(),
})
export type Receivable = z.infer<typeof receivable>
const receivableTotal = z.object({ currency: z.enum(currencies), ...aged })
export type ReceivableTotal = z.infer<typeof receivableTotal>

export const receivableList = defineList({
  rows: 'receivables',
  columns: {
    company_name: 'Company',
    currency: 'Currency',
    ...agedColumns,
    oldest_due: ['Oldest due date', 'day'],
  },
  sort: [
    'oldest_due',
    'company_name',
    'currency',
    'current',
    'days_1_30',
    'days_31_60',
    'days_61_90',
    'days_91',
    'total',
  ],
  filters: {
    company_name: { kind: 'text' },
    currency: { kind: 'choice', options: currencyChoices },
    total: { kind: 'money' },
  },
  defaultSort: 'oldest_due,asc',
  asOf: true,
})

export const openDocumentKinds = { invoice: 'Invoice', receipt: 'Receipt', credit_note: 'Credit note' } as const
export type OpenDocumentKind = keyof typeof openDocumentKinds
/** A document that was not settled in full on the day. Receipts and credit notes are below zero. */
const openDocument = z.object({
  /** Of the row; the document's own is `document_id`. */
  id: z.int(),
  kind: z.enum(Object.keys(openDocumentKinds) as OpenDocumentKind[]),
  document_id: z.int(),
  /** The number of an invoice or a credit note; the reference of a receipt. */
  document: z.string(),
  currency: z.enum(currencies),
  date: z.iso.date(),
  due_date: z.iso.date().nullable(),
  /** 0 for what is not due yet. */
  overdue_days: z.int(),
  amount: z.number(),
  open: z.number(),
})
export type OpenDocument = z.infer<typeof openDocument>
export const openDocumentList = defineList({
  rows: 'documents',
  columns: {
    kind_words: 'Document',
    document: 'Number or reference',
    currency: 'Currency',
    date: ['Date', 'day'],
    due_date: ['Due date', 'day'],
    overdue_days: ['Days overdue', 'number'],
    amount: ['Original amount', 'money'],
    open: ['Open', 'money'],
  },
  sort: ['due_date', 'date', 'document', 'amount', 'open'],
  filters: {
    currency: { kind: 'choice', options: currencyChoices },
    kind: { kind: 'choice', options: choices(openDocumentKinds) },
    document: { kind: 'text' },
    due_date: { kind: 'date' },
  },
  defaultSort: 'due_date,asc',
  asOf: true,
})

const day = { as_of: z.iso.date() }
/** For the provider's staff. A customer sees its own in its statement. */
export const receivables = defineContract('receivables', {
  list: {
    method: 'GET',
    path: '/receivables',
    summary:
      'List what customers owe as of a day (`as_of`, today by default), by days past due, with totals by currency',
    // No customer can have this permission.
    can: 'customers.read',
    query: receivableList.query,
    list: receivableList,
    reply: pageOf('receivables', receivable).extend({ ...day, totals: z.array(receivableTotal) }),
  },
  documents: {
    method: 'GET',
    path: '/receivables/:id',
    summary: 'List a customer’s open documents as of a day: what makes up its receivables, with totals by currency',
    can: 'customers.read',
    params: byId,
    query: openDocumentList.query,
    list: openDocumentList,
    reply: pageOf('documents', openDocument).extend({
      ...day,
      company_id: z.int(),
      company_name: z.string(),
      totals: z.array(receivableTotal),
    }),
  },
})
