import { z } from 'zod'
import { currency, isDay, isoDate } from '../fields.ts'
import { defineReport } from './define-report.ts'

export const marginGroups = ['provider', 'site', 'customer', 'product', 'week'] as const
export type MarginGroup = (typeof marginGroups)[number]

/** Both days are included, and are those of the site. By default they are those of the last full month. */
const parameters = z
  .strictObject({
    group_by: z.enum(marginGroups).default('provider'),
    from: isoDate().optional(),
    to: isoDate().optional(),
    currency: currency().optional(),
  })
  .refine(({ from, to }) => !from || !to || !isDay(from) || !isDay(to) || from <= to, {
    path: ['to'],
    error: 'field.days-reversed',
  })

/** What was billed before sales tax, what it cost, and the rest, by group and currency (COST-4). */
export const marginReport = defineReport({
  key: 'margin',
  name: 'Margin',
  description: 'Billed before sales tax, cost and margin by fuel provider, site, customer, product or week',
  audience: 'staff',
  parameters,
  columns: {
    label: 'Group',
    currency: 'Currency',
    lines: ['Lines', 'number'],
    quantity: ['Litres', 'number'],
    billed: ['Billed before sales tax', 'money'],
    invoiced: ['Invoiced amount', 'money'],
    not_invoiced: ['Amount not invoiced', 'money'],
    cost: ['Cost before sales tax', 'money'],
    margin: ['Margin', 'money'],
    percent: ['Margin %', 'number'],
    per_unit: ['Margin per litre', 'price'],
    unknown_lines: ['Lines without a known cost', 'number'],
    unknown_billed: ['Billed without a known cost', 'money'],
  },
  totals: [
    'lines',
    'quantity',
    'billed',
    'invoiced',
    'not_invoiced',
    'cost',
    'margin',
    'percent',
    'per_unit',
    'unknown_lines',
    'unknown_billed',
  ],
})
