import { z } from 'zod'
import { messageParts } from '../fields.ts'
import { currencies } from '../rules/currency.ts'
import type { PriceStep } from './price.rules.ts'

/**
 * The steps of a derivation (price.rules.ts), and of what is billed: `included_tax` is a tax per unit inside the billed
 * price.
 */
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
  'included_tax',
  'pre',
  'sales_tax',
  'billed',
  'discount',
] as const satisfies readonly (PriceStep['step'] | 'included_tax')[]
/** One step of 'Explain this price'. */
const priceStep = z.object({
  step: z.enum(priceSteps),
  amount: z.number(),
  unit: z.string().nullable(),
  tax: z.string().nullable(),
  /** The row behind the amount: the rate's sheet, row and grade, the markup, or the tax row with its source. */
  source: z.string().nullable(),
  source_message: messageParts.nullable(),
})
export const explanation = z.object({
  lines: z.array(
    z.object({
      dtl_auth_id: z.string(),
      dtl_prd_cd: z.string(),
      /** The rules it was derived by. Null for customers, who see what is billed and not what it was derived from. */
      formula: z.int().nullable(),
      currency: z.enum(currencies),
      flags: z.array(z.string()),
      warnings: z.array(z.string()),
      /** The warnings' keys and parameters. Null for a warning stored before messages had keys. */
      warning_messages: z.array(messageParts.nullable()),
      /** Entered manually and billed as entered, without a derivation. */
      is_manual: z.boolean(),
      /** How many days before the purchase its rate was published, if that was carried. */
      carried_days: z.int().nullable(),
      steps: z.array(priceStep),
      billed: z.number(),
      /** The amount recalculated from the stored inputs. It matches `billed` to the cent. */
      replayed: z.number(),
    }),
  ),
})
export type Explanation = z.infer<typeof explanation>
