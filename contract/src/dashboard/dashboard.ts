import { z } from 'zod'
import { cardStatuses } from '../cards/cards.ts'
import { defineContract } from '../endpoint.ts'
import { currency, isoDate } from '../fields.ts'
import { importRow } from '../imports/imports.ts'
import { productCodes } from '../lookups/products.rules.ts'
import { type Currency, currencies } from '../rules/currency.ts'
import type { VolumeUnit } from '../rules/units.ts'
import { volumeUnits } from '../rules/units.ts'

export const dashboardPeriods = ['7d', '30d', '90d', 'year'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]
/** By day or by week; a week begins on Monday, and the first and the last of a period are cut off at its ends. */
export const dashboardIntervals = ['day', 'week'] as const
export type DashboardInterval = (typeof dashboardIntervals)[number]
const summaryIntervals = ['day', 'week', 'month'] as const
export type SummaryInterval = (typeof summaryIntervals)[number]

/**
 * Volumes and prices are told in the unit that people use with the currency; what was bought in the other one is
 * converted once, as a sum.
 */
export const unitOfCurrency = { CAD: 'L', USD: 'GAL' } as const satisfies Record<Currency, VolumeUnit>

const dayMs = 86_400_000
const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)
const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const
/** The first day of a period that ends with a day, both within it. */
export const firstDayOf = (period: DashboardPeriod, last: string): string =>
  period === 'year' ? `${last.slice(0, 4)}-01-01` : daysBefore(last, lengths[period] - 1)

const count = z.int()
const amount = z.number()
const span = { from: z.iso.date(), to: z.iso.date() }
/**
 * Sums of transactions and lines. Price: of all fuel, before sales tax, per `unit`; null where no fuel was bought. Volume: of
 * fuel alone.
 */
const figures = { transactions: count, amount, volume: z.number(), price: z.number().nullable() }
const currencySpend = z.object({
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  ...figures,
  exceptions: count,
  points: z.array(z.object({ ...span, ...figures })),
  /** The quantity of each product in the unit it was counted in; null where there is none, as of a fee. */
  products: z.array(
    z.object({
      product: z.enum(productCodes),
      unit: z.enum(volumeUnits).nullable(),
      quantity: z.number(),
      lines: count,
      amount,
    }),
  ),
  /** A place that no file told is null. */
  provinces: z.array(z.object({ province: z.string().nullable(), volume: z.number(), lines: count, amount })),
})
export type CurrencySpend = z.infer<typeof currencySpend>
const openInvoices = z.object({
  currency: z.enum(currencies),
  status: z.enum(['SENT', 'PARTIALLY_PAID']),
  count,
  amount_due: amount,
  overdue_count: count,
  overdue_amount: amount,
})
export type OpenInvoices = z.infer<typeof openInvoices>

/** Each block is null for whoever may not read what it adds up. */
const dashboardReply = z.object({
  today: z.iso.date(),
  period: z.object({ ...span, interval: z.enum(dashboardIntervals) }),
  spend: z
    .object({
      currencies: z.array(currencySpend),
      /** Whatever the period: everything that no invoice has yet. */
      unbilled: z.array(z.object({ currency: z.enum(currencies), transactions: count, amount })),
      /** Flagged and waiting for a look; the provider's business, null for a customer. */
      to_review: count.nullable(),
      /** The day of the latest transaction of each currency, to be told where the period has none. */
      latest: z.array(z.object({ currency: z.enum(currencies), day: z.iso.date() })),
    })
    .nullable(),
  cards: z.array(z.object({ status: z.enum(cardStatuses), count })).nullable(),
  invoices: z.object({ open: z.array(openInvoices), drafts: count.nullable() }).nullable(),
  imports: z.array(importRow).nullable(),
  /** What a new provider has done so far; null for customers. */
  start: z
    .object({
      company: z.boolean(),
      cards: z.boolean(),
      rates: z.boolean(),
      transactions: z.boolean(),
      invoices: z.boolean(),
    })
    .nullable(),
})
export type Dashboard = z.infer<typeof dashboardReply>

/** The last day is today where the provider is, unless another is asked for. */
const until = { until: isoDate().optional() }
export const dashboard = defineContract('dashboard', {
  get: {
    method: 'GET',
    path: '/dashboard',
    summary: 'What the acting company bought, owes and waits for; for staff, all customers together',
    can: 'dashboard.read',
    query: z.strictObject({
      period: z.enum(dashboardPeriods).default('30d'),
      interval: z.enum(dashboardIntervals).default('day'),
      ...until,
    }),
    reply: dashboardReply,
  },
})

/** Two currencies are never added up: a summary is of one, and the other one is asked for by name. */
const summaryQuery = z.strictObject({
  interval: z.enum(summaryIntervals).default('month'),
  currency: currency().default('CAD'),
  ...until,
})
/** A day and a week by their (first) day, a month as YYYY-MM; those without anything are there too, with zeros. */
const summary = z.array(z.object({ period: z.string(), count, amount }))
export type Summary = z.infer<typeof summary>
/** How many of each interval a summary goes back. */
export const summaryLengths = { day: 30, week: 26, month: 12 } as const satisfies Record<SummaryInterval, number>

/**
 * A trip is a transaction: every transaction counts, also one that takes another back. An order is an invoice that was sent
 * and is not void, by its date of issue.
 */
export const summaries = defineContract('summaries', {
  trips: {
    method: 'GET',
    path: '/trips/summary',
    summary: 'Transactions and what they came to, by day, week or month',
    can: 'transactions.read',
    query: summaryQuery,
    reply: summary,
  },
  orders: {
    method: 'GET',
    path: '/orders/summary',
    summary: 'Invoices and what they came to, by day, week or month',
    can: 'invoices.read',
    query: summaryQuery,
    reply: summary,
  },
})
