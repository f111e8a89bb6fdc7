import type { NorthlineApp } from '../northline.ts'
import { staffOnly } from './answers.ts'

let rates = 0
/** An exchange rate of a day that no other row has. */
const rateBody = () => ({
  day: new Date(Date.UTC(2001, 0, ++rates)).toISOString().slice(0, 10),
  rate: 1.5,
  source: 'Bank of Canada',
})

/** The rows for exchange rates in the table of every endpoint (T1). */
export function exchangeRateRows({ owner }: NorthlineApp) {
  const stored = async () => {
    const { day, source } = rateBody()
    const { rows } = await owner.query<{ id: string }>(
      `insert into exchange_rates (from_currency, day, rate_e6, source) values ('USD', $1, 1500000, $2) returning id`,
      [day, source],
    )
    return { params: { id: Number(rows[0]?.id) } }
  }
  return {
    'exchangeRates.list': { answers: staffOnly(200) },
    'exchangeRates.create': { answers: staffOnly(201), call: async () => ({ body: rateBody() }) },
    'exchangeRates.update': {
      answers: staffOnly(200),
      call: async () => ({ ...(await stored()), body: rateBody() }),
      unknown: 404,
    },
    'exchangeRates.remove': { answers: staffOnly(204), call: stored, unknown: 404 },
  }
}
