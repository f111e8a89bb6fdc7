import { z } from 'zod'
import { localTime } from '../fields.ts'
import { currencies } from '../rules/currency.ts'

/** By how much amounts changed, in each currency. */
export const differences = z.array(z.object({ currency: z.enum(currencies), difference: z.number() }))
/** How many unbilled transactions have a new amount, and by how much (RATE-4). */
export const repricedSummary = z.object({ count: z.int(), totals: differences })
export type Repriced = z.infer<typeof repricedSummary>

export const amountChange = {
  currency: z.enum(currencies),
  before: z.number(),
  after: z.number(),
  difference: z.number(),
}
/** What a change of prices does, or would do: sums per currency, and the first transactions. */
export const repricedFigures = {
  totals: z.array(z.object(amountChange)),
  transactions: z.array(
    z.object({
      txn_id: z.int(),
      authentication_id: z.string(),
      txn_date: localTime(),
      location: z.string().nullable(),
      ...amountChange,
    }),
  ),
}
