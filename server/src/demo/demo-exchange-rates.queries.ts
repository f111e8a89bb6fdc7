import type pg from 'pg'

/** A rate for each weekday of the demo, as a bank publishes them. It drifts a little, and is the same on every machine. */
export async function addExchangeRates(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into exchange_rates (from_currency, day, rate_e6, source)
     select 'USD', day, 100 * round(13850 + 120 * sin(n / 9.0) + 35 * sin(n * 1.7)), 'Bank of Canada'
     from generate_series(-260, 110) n, lateral (select date '2026-07-31' + n as day) days where extract(isodow from day) < 6
     on conflict do nothing`,
  )
}
