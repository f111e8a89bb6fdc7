import { z } from 'zod'
import { cardStatuses } from '../cards/cards.ts'
import { defineContract } from '../endpoint.ts'
import { currency, isoDate } from '../fields.ts'
import { importRow } from '../imports/imports.ts'
import { productCodes } from '../lookups/products.rules.ts'
import { marginFigures } from '../margins/margins.ts'
import { type Currency, currencies } from '../rules/currency.ts'
import type { VolumeUnit } from '../rules/units.ts'
import { volumeUnits } from '../rules/units.ts'

export const dashboardPeriods = ['7d', '30d', '90d', 'year'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]
/** A week starts on Monday. The period cuts off its first and last week. */
export const dashboardIntervals = ['day', 'week'] as const
export type DashboardInterval = (typeof dashboardIntervals)[number]
const summaryIntervals = ['day', 'week', 'month'] as const
export type SummaryInterval = (typeof summaryIntervals)[number]

/** Volumes and prices use the usual unit of the currency. Quantities in the other unit are converted once, as a sum. */
export const unitOfCurrency = { CAD: 'L', USD: 'GAL' } as const satisfies Record<Currency, VolumeUnit>

const dayMs = 86_400_000
const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)
const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const
/** The first day of a period that ends on `last`, both included. */
export const firstDayOf = (period: DashboardPeriod, last: string): string =>
  period === 'year' ? `${last.slice(0, 4)}-01-01` : daysBefore(last, lengths[period] - 1)

const count = z.int()
const amount = z.number()
const span = { from: z.iso.date(), to: z.iso.date() }
/**
 * Sums of transactions and lines. `volume` counts fuel only. `price` is per `unit` of fuel before sales tax, or null
 * without fuel.
 */
const figures = { transactions: count, amount, volume: z.number(), price: z.number().nullable() }
/** Of the same days one period earlier; null without purchases then, so that nothing is compared with nothing (UX-11). */
const spendBefore = z.object({ ...figures, exceptions: count, margin: amount.optional() }).nullable()
/** Null for days that are not compared, because their own purchases are not known yet. */
const pointBefore = z.object(figures).nullable()
const currencySpend = z.object({
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  ...figures,
  exceptions: count,
  /** For the provider's staff alone (COST-2). */
  margin: z.object(marginFigures).optional(),
  before: spendBefore,
  points: z.array(z.object({ ...span, ...figures, before: pointBefore })),
  /** The quantity of each product in its own unit; null without a unit, such as a fee. */
  products: z.array(
    z.object({
      product: z.enum(productCodes),
      unit: z.enum(volumeUnits).nullable(),
      quantity: z.number(),
      lines: count,
      amount,
    }),
  ),
  /** Null if the file gives no province. */
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
  overdue_since: z.iso.date().nullable(),
  next_due_date: z.iso.date().nullable(),
})
export type OpenInvoices = z.infer<typeof openInvoices>

/** Each block is null for users who cannot read the data it sums. */
const dashboardReply = z.object({
  today: z.iso.date(),
  period: z.object({ ...span, interval: z.enum(dashboardIntervals) }),
  /**
   * The same days one period earlier, of a year those of the year before: as many as the period has with known
   * purchases. Null if it has none.
   */
  before: z.object(span).nullable(),
  /** The last day of purchases from files. Later days have no data yet, which is not the same as no purchases. */
  known_until: z.iso.date().nullable(),
  spend: z
    .object({
      currencies: z.array(currencySpend),
      /** All unbilled transactions, whatever the period. */
      unbilled: z.array(z.object({ currency: z.enum(currencies), transactions: count, amount })),
      /** Flagged and not accepted yet; null for customers. */
      to_review: count.nullable(),
      /** The day of the latest transaction in each currency, shown if the period is empty. */
      latest: z.array(z.object({ currency: z.enum(currencies), day: z.iso.date() })),
    })
    .nullable(),
  cards: z.array(z.object({ status: z.enum(cardStatuses), count })).nullable(),
  invoices: z.object({ open: z.array(openInvoices), drafts: count.nullable() }).nullable(),
  imports: z.array(importRow).nullable(),
  /** The set-up steps a new provider has completed; null for customers. */
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

/** Those that cost most, largest first. `company` is named for staff, because two fleets can have a name in common. */
const topOf = <T extends z.ZodRawShape>(more: T) =>
  z.array(z.object({ ...more, transactions: count, amount, volume: z.number() }))
const named = { name: z.string(), company: z.string().nullable() }
/** With more purchases than this, finding the top five takes longer than a page should. */
export const topLimit = 25_000
const topReply = z.object({
  ...span,
  /** The period has more purchases than `topLimit`, so the lists are empty. */
  is_too_many: z.boolean(),
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  drivers: topOf(named),
  units: topOf(named),
  sites: topOf({ number: z.string(), name: z.string() }),
})
export type TopFiveReply = z.infer<typeof topReply>

/** Defaults to today in the provider's time zone. */
const until = { until: isoDate().optional() }
export const dashboard = defineContract('dashboard', {
  get: {
    method: 'GET',
    path: '/dashboard',
    reads: 'replica',
    summary: 'Get purchases, amounts owed and open work of the acting company; for staff, of all customers',
    can: 'dashboard.read',
    query: z.strictObject({
      period: z.enum(dashboardPeriods).default('30d'),
      interval: z.enum(dashboardIntervals).default('day'),
      ...until,
    }),
    reply: dashboardReply,
  },
  top: {
    method: 'GET',
    path: '/dashboard/top',
    reads: 'replica',
    summary: 'Get the five drivers, units and sites with the highest spend in a period and currency',
    can: 'transactions.read',
    query: z.strictObject({
      period: z.enum(dashboardPeriods).default('30d'),
      currency: currency().default('CAD'),
      ...until,
    }),
    reply: topReply,
  },
})

/** Currencies are never added: a summary covers one. */
const summaryQuery = z.strictObject({
  interval: z.enum(summaryIntervals).default('month'),
  currency: currency().default('CAD'),
  ...until,
})
/** A day or week by its first day, a month as YYYY-MM. Empty periods are included with zeros. */
const summary = z.array(z.object({ period: z.string(), count, amount }))
export type Summary = z.infer<typeof summary>
/** How many intervals a summary covers. */
export const summaryLengths = { day: 30, week: 26, month: 12 } as const satisfies Record<SummaryInterval, number>

/**
 * A trip is any transaction, credits included. An order is an invoice that was sent and is not void, by its issued
 * date.
 */
export const summaries = defineContract('summaries', {
  trips: {
    method: 'GET',
    path: '/trips/summary',
    reads: 'replica',
    summary: 'Count and total transactions by day, week or month',
    can: 'transactions.read',
    query: summaryQuery,
    reply: summary,
  },
  orders: {
    method: 'GET',
    path: '/orders/summary',
    reads: 'replica',
    summary: 'Count and total invoices by day, week or month',
    can: 'invoices.read',
    query: summaryQuery,
    reply: summary,
  },
})
