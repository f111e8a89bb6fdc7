import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, isoDate, text, unitTax, version } from '../fields.ts'
import { defineList, pageOf } from '../list.ts'

/** What one US dollar is in Canadian dollars. Anything else is a typing error. */
const rate = () => unitTax().min(0.2).max(5)
const exchangeRateInput = z.strictObject({
  day: isoDate(),
  from_currency: z.literal('USD').default('USD'),
  rate: rate(),
  source: text(120),
})
export type ExchangeRateInput = z.output<typeof exchangeRateInput>
export const exchangeRateChange = exchangeRateInput.extend({ version: version().nullish() })
export type ExchangeRateChange = z.output<typeof exchangeRateChange>

const exchangeRate = z.object({
  id: z.int(),
  day: z.iso.date(),
  from_currency: z.literal('USD'),
  rate: z.number(),
  source: z.string(),
  updated_at: instant(),
  version: z.int(),
})
export type ExchangeRate = z.infer<typeof exchangeRate>

export const exchangeRateList = defineList({
  rows: 'exchange_rates',
  columns: {
    day: ['Day', 'day'],
    from_currency: 'Currency',
    rate: ['CAD for 1 USD', 'price'],
    source: 'Source',
    updated_at: ['Updated', 'instant'],
  },
  sort: ['day', 'rate'],
  filters: { day: { kind: 'date' }, source: { kind: 'text' } },
  defaultSort: 'day,desc',
})

const path = '/exchange-rates'
const sentBack = ['id', 'updated_at'] as const
/** Dated rates that tax reports show USD in CAD by (REPT-9). */
export const exchangeRates = defineContract('exchangeRates', {
  list: {
    method: 'GET',
    path,
    summary: 'List exchange rates',
    can: 'reporting.read',
    isForStaff: true,
    query: exchangeRateList.query,
    list: exchangeRateList,
    reply: pageOf('exchange_rates', exchangeRate),
  },
  create: {
    method: 'POST',
    path,
    summary: 'Add the exchange rate of a day',
    can: 'reporting.update',
    isForStaff: true,
    body: exchangeRateInput,
    reply: exchangeRate,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change an exchange rate',
    can: 'reporting.update',
    isForStaff: true,
    params: byId,
    body: exchangeRateChange,
    ignores: sentBack,
    reply: exchangeRate,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an exchange rate',
    can: 'reporting.update',
    isForStaff: true,
    params: byId,
    reply: z.null(),
  },
})
