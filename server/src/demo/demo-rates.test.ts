import { reports } from '@portal/contract/reports/reports.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { fleetYear } from './demo-prices.data.ts'
import { addRates } from './demo-rates.queries.ts'

const { ask, owner } = await testApp()

/** Lines with a rate of their day at their site, and those of them that were priced from another. */
const comparison = `
  select count(*)::int as lines, (count(*) filter (where r.price_e4 <> l.rate_price_e4 or r.retail_e4 * 100 <> l.retail_e6))::int as others
  from transaction_lines l join transactions t on t.id = l.transaction_id
    join daily_rates r on r.site_id = t.site_id and r.product = l.product and r.day = l.rate_date and r.is_current`
/** Sites with a purchase on a day without a rate, though they have rates. */
const gaps = `
  select count(*)::int as n from transactions t join transaction_lines l on l.transaction_id = t.id and l.product in ('D1', 'RF')
  where exists (select from daily_rates r where r.site_id = t.site_id)
    and not exists (select from daily_rates r where r.site_id = t.site_id and r.product = l.product and r.day = l.rate_date)`

async function expectRates(db: pg.Pool | pg.PoolClient, today: string): Promise<void> {
  const [{ lines, others }] = (await db.query(comparison)).rows
  expect(lines).toBeGreaterThan(1000)
  expect(others).toBe(0)
  expect((await db.query(gaps)).rows).toEqual([{ n: 0 }])
  const { rows } = await db.query('select count(distinct site_id)::int as sites from daily_rates where day = $1', [
    today,
  ])
  expect(rows).toEqual([{ sites: 32 }])
}

test('SMART-1 SMART-3 the demo’s purchases are priced from its daily rates, on any day it is started', async () => {
  await expectRates(owner, 'today')
  const client = await owner.connect()
  await client.query('begin')
  await client.query('truncate daily_rates, rate_uploads cascade')
  await addRates(client as unknown as pg.Client, '2027-11-18')
  await expectRates(client, '2027-11-18')
  await client.query('rollback')
  client.release()
})

test('SMART-3 a fleet of the demo misses a few per cent of what it pays', async () => {
  const body = { parameters: { from: fleetYear.from, to: '2026-11-14', group_by: 'week' } }
  const { totals } = (await ask(people.northline, reports.run, { params: { key: 'missed-savings' }, body })).body
  for (const { paid, missed } of totals) {
    expect(missed / paid).toBeGreaterThan(0.005)
    expect(missed / paid).toBeLessThan(0.05)
  }
  expect(totals).toHaveLength(2)
})

test('REPT-2 one fleet of the demo bought in every month of a year, with odometers that run', async () => {
  const { rows: months } = await owner.query(
    `select to_char(txn_at, 'YYYY-MM') as month, count(*)::int as n from transactions t join companies c on c.id = t.company_id
     where c.name = $1 group by 1 order by 1`,
    [fleetYear.name],
  )
  expect(months.map(({ month }) => month)).toHaveLength(13)
  expect(Math.min(...months.map(({ n }) => n))).toBeGreaterThan(10)
  const { rows: readings } = await owner.query(
    `select count(*)::int as n, (count(*) filter (where odometer <= before))::int as falling from (
       select odometer::bigint, lag(odometer::bigint) over (partition by card_id order by txn_at) as before
       from transactions t join companies c on c.id = t.company_id
       where c.name = $1 and amount_cents > 0 and odometer::bigint > 30000) r where before is not null`,
    [fleetYear.name],
  )
  expect(readings[0].n).toBeGreaterThan(400)
  expect(readings[0].falling).toBeLessThan(readings[0].n / 30)
})
