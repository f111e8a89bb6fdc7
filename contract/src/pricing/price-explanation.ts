import { z } from 'zod'
import { messageParts } from '../fields.ts'
import { currencies } from '../rules/currency.ts'
import type { PriceStep } from './price.rules.ts'

/** Of a derivation (rules/price.ts), and of a line that somebody typed. */
const priceSteps = [
  'quantity',
  'before',
  'rate',
  'file_price',
  'less_tax',
  'plus_tax',
  'carried',
  'markup',
  'price',
  'retail',
  'cap',
  'billed_price',
  'pre',
  'sales_tax',
  'billed',
  'discount',
] as const satisfies readonly PriceStep['step'][]
/** One step of 'Explain this price', in words that a person can follow. */
const priceStep = z.object({
  step: z.enum(priceSteps),
  amount: z.number(),
  unit: z.string().nullable(),
  tax: z.string().nullable(),
  /** Which row it comes from: the rate of which upload and day, the markup, the tax row with its source. */
  source: z.string().nullable(),
  source_message: messageParts.nullable(),
})
export const explanation = z.object({
  lines: z.array(
    z.object({
      dtl_auth_id: z.string(),
      dtl_prd_cd: z.string(),
      formula: z.int(),
      currency: z.enum(currencies),
      flags: z.array(z.string()),
      warnings: z.array(z.string()),
      /** Their keys and parameters; null of one that was stored before there were keys. */
      warning_messages: z.array(messageParts.nullable()),
      /** Typed by a person and billed as typed; there is no derivation. */
      is_manual: z.boolean(),
      steps: z.array(priceStep),
      billed: z.number(),
      /** What the same rules give now, from what was kept: equal, to the cent. */
      replayed: z.number(),
    }),
  ),
})
export type Explanation = z.infer<typeof explanation>
