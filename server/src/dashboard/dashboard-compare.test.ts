import { type Dashboard, dashboard, type TopFiveReply } from '@portal/contract/dashboard/dashboard.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
// The demo's purchases end on 2026-11-14.
clock.now = new Date('2026-11-17T18:00:00Z')
const get = async (who: string, query: Record<string, string> = {}): Promise<Dashboard> =>
  (await ask(who, dashboard.get, { query })).body
const top = async (who: string, query: Record<string, string> = {}): Promise<TopFiveReply> => {
  const { status, body } = await ask(who, dashboard.top, { query })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const northline = `(select id from companies where name = 'Northline Haulage')`

test('UX-11 days after the last file are no data, and as many days are compared before', async () => {
  const { known_until, period, before, spend } = await get(people.northline)
  expect([known_until, period, before]).toEqual([
    '2026-11-14',
    { from: '2026-10-19', to: '2026-11-17', interval: 'day' },
    { from: '2026-09-19', to: '2026-10-15' },
  ])
  const points = spend?.currencies[0]?.points ?? []
  expect(points.map((point) => point.before !== null)).toEqual(points.map(({ from }) => from <= '2026-11-14'))
  const { rows } = await owner.query(
    `select count(*)::int, sum(amount_cents)::int as cents from transactions
     where company_id = ${northline} and currency = $1 and txn_at >= '2026-09-19' and txn_at < '2026-10-16'`,
    [spend?.currencies[0]?.currency],
  )
  const earlier = spend?.currencies[0]?.before
  expect([earlier?.transactions, Math.round((earlier?.amount ?? 0) * 100)]).toEqual([rows[0].count, rows[0].cents])
})

test('UX-11 without purchases before, nothing is compared', async () => {
  const { rows } = await owner.query(`select min(txn_at)::date::text as first from transactions`)
  const { spend } = await get(people.northline, { period: 'year', until: '2026-11-14' })
  expect(rows[0].first > '2025-11-14').toBe(true)
  expect(spend?.currencies.map(({ before }) => before)).toEqual(spend?.currencies.map(() => null))
})

test('UX-11 COST-2 the margin before is for staff alone', async () => {
  const margins = async (who: string) =>
    (await get(who)).spend?.currencies.map(({ before }) => typeof before?.margin) ?? []
  expect(new Set(await margins(people.staff))).toEqual(new Set(['number']))
  expect(new Set(await margins(people.northline))).toEqual(new Set(['undefined']))
})

const columns = { drivers: 'driver_name', units: 'vehicle', sites: 'site_number' } as const
/** Counts the same from the rows themselves, one name at a time. */
async function counted(name: string, column: string, company: string, currency: string) {
  const { rows } = await owner.query(
    `select count(distinct t.id)::int as transactions, (select sum(amount_cents)::int from transactions t where ${column} = $1
         and ${company} and currency = $2 and txn_at >= '2026-10-16' and txn_at < '2026-11-15') as cents,
       coalesce(sum(quantity_milli) filter (where unit = 'L'), 0)::int as litres, coalesce(sum(quantity_milli) filter (where unit = 'GAL'), 0)::int as gallons
     from transactions t left join transaction_lines l on l.transaction_id = t.id and product in ('D1', 'D1W', 'RF', 'GAS')
     where ${column} = $1 and ${company} and currency = $2 and txn_at >= '2026-10-16' and txn_at < '2026-11-15'`,
    [name, currency],
  )
  return rows[0]
}
test('UX-11 the top five have the highest spend, each with exactly its own purchases; a customer sees its own alone', async () => {
  for (const [who, currency] of [
    [people.staff, 'CAD'],
    [people.northline, 'CAD'],
    [people.northline, 'USD'],
  ] as const) {
    const found = await top(who, { until: '2026-11-14', currency })
    expect([found.from, found.to]).toEqual(['2026-10-16', '2026-11-14'])
    for (const [part, column] of Object.entries(columns) as [keyof typeof columns, string][]) {
      expect([part, found[part].length]).toEqual([part, 5])
      const amounts = found[part].map(({ amount }) => amount)
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
      for (const one of found[part]) {
        const named = 'company' in one ? one.company : null
        expect(named !== null).toBe(who === people.staff && part !== 'sites')
        const company = named
          ? `t.company_id = (select id from companies where name = '${named.replaceAll("'", "''")}')`
          : ''
        const own = who === people.northline ? `t.company_id = ${northline}` : company || 'true'
        const { transactions, cents, litres, gallons } = await counted(
          'number' in one ? one.number : one.name,
          column,
          own,
          currency,
        )
        const volume = currency === 'CAD' ? litres + gallons * 3.785411784 : gallons + litres / 3.785411784
        expect([one.transactions, Math.round(one.amount * 100)]).toEqual([transactions, cents])
        expect(one.volume * 1000).toBeCloseTo(volume, -1)
      }
    }
    const { rows } = await owner.query(
      `select max(cents)::int as most from (select sum(amount_cents) as cents from transactions where currency = $1 and txn_at >= '2026-10-16'
         and txn_at < '2026-11-15' ${who === people.northline ? `and company_id = ${northline}` : ''} group by company_id, driver_name) d`,
      [currency],
    )
    expect(Math.round((found.drivers[0]?.amount ?? 0) * 100)).toBe(rows[0].most)
  }
})

test('UX-11 too many purchases are not looked through, and the reply says so', async () => {
  await owner.query(
    `insert into transaction_entries (company_id, day, currency, transactions, amount_cents, exceptions, to_review, unbilled, unbilled_cents)
     select id, '2026-11-10', 'CAD', 100000, 0, 0, 0, 0, 0 from companies where name = 'Prairie Freight'`,
  )
  for (const [who, isTooMany] of [
    [people.staff, true],
    [people.prairie, true],
    [people.northline, false],
  ] as const) {
    const { is_too_many, drivers } = await top(who, { until: '2026-11-14' })
    expect([who, is_too_many, drivers.length === 0]).toEqual([who, isTooMany, isTooMany])
  }
  expect((await top(people.staff, { until: '2026-11-09', period: '7d' })).is_too_many).toBe(false)
})
