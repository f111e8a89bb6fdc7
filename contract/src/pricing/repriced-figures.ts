import { z } from 'zod'
import { localTime } from '../fields.ts'
import { currencies } from '../rules/currency.ts'

const amounts = { currency: z.enum(currencies), before: z.number(), after: z.number(), difference: z.number() }
/** What a change of prices does, or would do: sums per currency, and the first transactions. */
export const repricedFigures = {
  totals: z.array(z.object(amounts)),
  transactions: z.array(
    z.object({
      txn_id: z.int(),
      authentication_id: z.string(),
      txn_date: localTime(),
      location: z.string().nullable(),
      ...amounts,
    }),
  ),
}
