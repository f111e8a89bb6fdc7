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
  done: 'Completed',
  incomplete: 'Incomplete',
  failed: 'Failed',
}
export const isRunOver = (status: RunStatus): boolean => status !== 'queued' && status !== 'running'

const period = { start_date: isoDate(), end_date: isoDate() }
type Period = { start_date: string; end_date: string }
export const isPeriodInOrder = ({ start_date, end_date }: Period): boolean => start_date <= end_date
export const periodOrder = { path: ['end_date'], error: 'field.to-before-from' }

/** Without dates, the period due for most customers with something to bill. */
const previewPeriod = z
  .strictObject({ start_date: isoDate().optional(), end_date: isoDate().optional() })
  .refine(({ start_date, end_date }) => (start_date === undefined) === (end_date === undefined), {
    path: ['end_date'],
    error: 'billing.both-days',
  })
  .refine(({ start_date = '', end_date = '' }) => isPeriodInOrder({ start_date, end_date }), periodOrder)
export type PreviewPeriod = z.output<typeof previewPeriod>
/** Without `customers`, all of them. */
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
  is_all_customers: z.boolean(),
  /** Null until the job has listed the customers. */
  customers_total: z.int().nullable(),
  customers_done: z.int(),
  invoices_made: z.int(),
  carried: z.int(),
  /** The current totals of the run's invoices. Void invoices do not count. */
  totals: z.array(currencyTotal),
  /** Customers the run could not bill; `fault` says why. Another run for them bills nothing twice. */
  left_out: z.array(z.object({ id: z.int(), name: z.string() })),
  fault: z.string().nullable(),
  fault_message: messageParts.nullable(),
  user_id: z.int().nullable(),
  user_name: z.string().nullable(),
  created_at: instant(),
  finished_at: instant().nullable(),
})
export type BillingRun = z.infer<typeof billingRun>

/** What a run would do with one customer's transactions in one currency. */
const previewRow = z.object({
  company_id: z.int(),
  company_name: z.string(),
  /**
   * From the customer's terms. `is_due` is false if no period of its cycle ends with the run; the customer is then
   * optional.
   */
  billing_cycle: z.enum(billingCycles),
  is_due: z.boolean(),
  currency: z.enum(currencies),
  transactions: z.int(),
  /** Posted before the period and billed now. */
  late: z.int(),
  total: z.number(),
  /** Skipped because they are still to review. */
  flagged: z.int(),
  flagged_total: z.number(),
  /** A total of zero or less gets no invoice and is carried to the next run. */
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

/** Only users who can create invoices see the provider's runs. */
const can = 'invoices.create'
export const billingRuns = defineContract('billingRuns', {
  list: {
    method: 'GET',
    path: '/billing-runs',
    reads: 'primary',
    summary: 'List billing runs with their invoice totals',
    can,
    query: billingRunList.query,
    list: billingRunList,
    reply: pageOf('billing_runs', billingRun),
  },
  preview: {
    method: 'GET',
    path: '/billing-runs/preview',
    summary: 'Preview what a run would bill and skip, by customer and currency',
    can,
    query: previewPeriod,
    reply: runPreview,
  },
  get: {
    method: 'GET',
    path: '/billing-runs/:id',
    summary: 'Get a billing run with its progress',
    can,
    params: byId,
    reply: billingRun,
  },
  start: {
    method: 'POST',
    path: '/billing-runs',
    summary: 'Create Drafts for all or some customers, for a period that has ended',
    status: 202,
    can,
    body: runInput,
    reply: billingRun,
  },
})
