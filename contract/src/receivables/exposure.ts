import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { currencies } from '../rules/currency.ts'

/** From this share of the limit on, a customer is near it. */
export const nearPercent = 80
/** The days that the average spend is taken from: those before today. */
export const spendDays = 30

export const exposureStates = {
  over: 'Over the limit',
  near: 'Near the limit',
  within: 'Within the limit',
  no_limit: 'No limit',
} as const
export type ExposureState = keyof typeof exposureStates

/** One customer in one currency, as of today. */
const exposureRow = z.object({
  /** Of the row: no two rows of a list have the same. */
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  currency: z.enum(currencies),
  /** What is owed, as in the receivables: money on account is already subtracted. */
  unpaid: z.number(),
  /** Amounts on Drafts. */
  drafted: z.number(),
  unbilled: z.number(),
  /** Money on account and open credit notes. */
  on_account: z.number(),
  /** Unpaid, drafted and unbilled. */
  exposure: z.number(),
  limit: z.number().nullable(),
  /** Of the limit; null without a limit above zero. */
  percent: z.number().nullable(),
  /** `over` also without a limit here, if the customer has one in another currency. */
  state: z.enum(Object.keys(exposureStates) as ExposureState[]),
  /** 0 if nothing is overdue. */
  oldest_overdue_days: z.int(),
  /** The average of the last 30 days. */
  spend_per_day: z.number(),
  /** At that pace; 0 if over, null without a limit or spend. */
  days_left: z.int().nullable(),
  hold_rule: z.enum(['warn', 'hold']),
})
export type ExposureRow = z.infer<typeof exposureRow>

export const exposureList = defineList({
  rows: 'exposure',
  columns: {
    company_name: 'Company',
    currency: 'Currency',
    unpaid: ['Unpaid', 'money'],
    drafted: ['In draft', 'money'],
    unbilled: ['Not billed yet', 'money'],
    on_account: ['On account', 'money'],
    exposure: ['Exposure', 'money'],
    limit: ['Credit limit', 'money'],
    percent: ['% of limit', 'number'],
    state_words: 'Credit status',
    oldest_overdue_days: ['Oldest overdue (days)', 'number'],
    spend_per_day: ['Average spend per day', 'money'],
    days_left: ['Days until the limit', 'number'],
  },
  sort: [
    'percent',
    'company_name',
    'currency',
    'unpaid',
    'drafted',
    'unbilled',
    'on_account',
    'exposure',
    'limit',
    'oldest_overdue_days',
    'spend_per_day',
    'days_left',
  ],
  filters: {
    company_name: { kind: 'text' },
    currency: { kind: 'choice', options: currencyChoices },
    state: { kind: 'choice', options: choices(exposureStates, exposureStates, { no_limit: ['no limit'] }) },
    exposure: { kind: 'money' },
  },
  defaultSort: 'exposure,desc',
})

const exposureTotal = z.object({
  currency: z.enum(currencies),
  unpaid: z.number(),
  drafted: z.number(),
  unbilled: z.number(),
  on_account: z.number(),
  exposure: z.number(),
})
export type ExposureTotal = z.infer<typeof exposureTotal>

/** For the provider's staff. */
export const exposure = defineContract('exposure', {
  list: {
    method: 'GET',
    path: '/exposure',
    summary: 'List what customers owe or have drafted and unbilled, against their credit limits, by currency',
    // No customer can have this permission.
    can: 'customers.read',
    query: exposureList.query,
    list: exposureList,
    reply: pageOf('exposure', exposureRow).extend({ as_of: z.iso.date(), totals: z.array(exposureTotal) }),
  },
})
