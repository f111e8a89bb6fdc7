import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, instant, isoDate, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencies } from '../rules/currency.ts'
import { billingCycles } from './billing-cycles.rules.ts'

const runStatuses = ['queued', 'running', 'done', 'incomplete', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]
export const runStatusWords: Readonly<Record<RunStatus, string>> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  incomplete: 'Incomplete',
  failed: 'Failed',
}
export const isRunOver = (status: RunStatus): boolean => status !== 'queued' && status !== 'running'

const period = { start_date: isoDate(), end_date: isoDate() }
type Period = { start_date: string; end_date: string }
export const isPeriodInOrder = ({ start_date, end_date }: Period): boolean => start_date <= end_date
export const periodOrder = { path: ['end_date'], error: 'field.to-before-from' }

/** Without days, the period that is due next for most of those who have something to bill. */
const previewPeriod = z
  .strictObject({ start_date: isoDate().optional(), end_date: isoDate().optional() })
  .refine(({ start_date, end_date }) => (start_date === undefined) === (end_date === undefined), {
    path: ['end_date'],
    error: 'billing.both-days',
  })
  .refine(({ start_date = '', end_date = '' }) => isPeriodInOrder({ start_date, end_date }), periodOrder)
export type PreviewPeriod = z.output<typeof previewPeriod>
/** Without customers, everybody's. */
const runInput = z
  .strictObject({ ...period, customers: z.array(id()).min(1, 'billing.no-customer').max(10_000).nullish() })
  .refine(isPeriodInOrder, periodOrder)
export type RunInput = z.output<typeof runInput>

const currencyTotal = z.object({ currency: z.enum(currencies), total: z.number() })
const billingRun = z.object({
  id: z.int(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  issued_date: z.iso.date(),
  status: z.enum(runStatuses),
  is_everybody: z.boolean(),
  /** Null until it is known how many customers there are. */
  customers_total: z.int().nullable(),
  customers_done: z.int(),
  invoices_made: z.int(),
  carried: z.int(),
  /** What its invoices come to now; one made void counts no more. */
  totals: z.array(currencyTotal),
  /** Customers that it could not bill; `fault` says why. Another run for them bills nothing twice. */
  left_out: z.array(z.object({ id: z.int(), name: z.string() })),
  fault: z.string().nullable(),
  fault_message: messageParts.nullable(),
  user_name: z.string().nullable(),
  created_at: instant(),
  finished_at: instant().nullable(),
})
export type BillingRun = z.infer<typeof billingRun>

/** What a run would do with one customer's transactions in one currency. */
const previewRow = z.object({
  company_id: z.int(),
  company_name: z.string(),
  /** By the customer's terms. A run up to a day that ends none of its periods can take it along, and need not. */
  billing_cycle: z.enum(billingCycles),
  is_due: z.boolean(),
  currency: z.enum(currencies),
  transactions: z.int(),
  /** Of them, from before the period: posted late, and billed now. */
  late: z.int(),
  total: z.number(),
  /** Left out, because nobody has looked at them yet. */
  flagged: z.int(),
  flagged_total: z.number(),
  /** A total of zero or less makes no invoice: it is carried to the next run. */
  outcome: z.enum(['invoice', 'carried', 'nothing']),
})
export type PreviewRow = z.infer<typeof previewRow>
const runPreview = z.object({ ...period, issued_date: z.iso.date(), rows: z.array(previewRow) })
export type RunPreview = z.infer<typeof runPreview>

export const billingRunList = defineList({
  rows: 'billing_runs',
  columns: {
    start_date: ['From', 'day'],
    end_date: ['To', 'day'],
    issued_date: ['Issued', 'day'],
    status: 'Status',
    customers_done: ['Customers', 'number'],
    invoices_made: ['Invoices created', 'number'],
    carried: ['Carried', 'number'],
    user_name: 'By',
    created_at: ['Started', 'instant'],
    finished_at: ['Finished', 'instant'],
  },
  sort: ['created_at', 'end_date'],
  filters: {
    status: { kind: 'choice', options: choices(runStatuses, runStatusWords) },
    end_date: { kind: 'date' },
    created_at: { kind: 'date' },
  },
  defaultSort: 'created_at,desc',
})

/** Runs are the provider's own business: whoever may make invoices sees them. */
const can = 'invoices.create'
export const billingRuns = defineContract('billingRuns', {
  list: {
    method: 'GET',
    path: '/billing-runs',
    summary: 'Billing runs, with what they made',
    can,
    query: billingRunList.query,
    list: billingRunList,
    reply: pageOf('billing_runs', billingRun),
  },
  preview: {
    method: 'GET',
    path: '/billing-runs/preview',
    summary: 'What a run would bill, by customer and currency, and what it would leave out',
    can,
    query: previewPeriod,
    reply: runPreview,
  },
  get: {
    method: 'GET',
    path: '/billing-runs/:id',
    summary: 'A billing run with its progress',
    can,
    params: byId,
    reply: billingRun,
  },
  start: {
    method: 'POST',
    path: '/billing-runs',
    summary: 'Make the Drafts of all customers, or of some, for a period that has ended',
    status: 202,
    can,
    body: runInput,
    reply: billingRun,
  },
})
