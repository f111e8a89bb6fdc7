import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-14T18:00:00Z')
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
// Drivers and units in other spellings, or none.
await owner.query(
  `update transactions set driver_name = case id % 5 when 0 then null when 1 then '  ' || driver_name else driver_name end,
     vehicle = case id % 7 when 0 then null when 1 then lower(vehicle) || ' ' else vehicle end where company_id = $1`,
  [northline],
)
// A credit, and a bill that repeats a purchase, before the days of the dashboard's tile: its sums are kept by triggers.
const [credit, again] = (
  await owner.query<{ id: string }>(
    `select id from transactions where company_id = $1 and txn_at between '2026-08-20' and '2026-09-20' order by id limit 2`,
    [northline],
  )
).rows.map(({ id }) => id)
await owner.query(`begin; alter table transactions disable trigger user; alter table transaction_lines disable trigger user;
  update transaction_lines set quantity_milli = -quantity_milli, pre_cents = -pre_cents, amount_cents = -amount_cents,
    gst_cents = -gst_cents, hst_cents = -hst_cents, pst_cents = -pst_cents, qst_cents = -qst_cents where transaction_id = ${credit};
  update transactions set source = 'rebill', rebills_id = ${credit} where id = ${again};
  alter table transactions enable trigger user; alter table transaction_lines enable trigger user; commit`)
type Row = Record<string, number> & { currency: string; label: string | null; link: string }
const run = async (who: string, key: string, parameters: object) => {
  const { status, body } = await ask(who, reports.run, { params: { key }, body: { parameters } })
  expect([status, body.status]).toEqual([200, 'done'])
  return body as { rows: Row[]; totals: Row[]; notes: unknown[] }
}
const whole = { from: '2026-08-01', to: '2026-11-14' }
const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

/** Line by line in TypeScript, from the stored lines. */
type Line = { currency: string; amount: number; tax: number; litres: number; keys: Record<string, string | null> }
async function linesOf(company: number): Promise<Line[]> {
  const { rows } = await owner.query(
    `select currency, driver_name, vehicle, card_number, site_id::text as site, province, product, unit, l.quantity_milli::float as milli,
       l.amount_cents::float as amount, (gst_cents + hst_cents + pst_cents + qst_cents)::float as tax
     from transaction_lines l, transactions t where t.id = l.transaction_id and t.company_id = $1 and source <> 'rebill'
       and txn_at::date between $2 and $3`,
    [company, whole.from, whole.to],
  )
  return rows.map((row) => ({
    currency: row.currency,
    amount: row.amount,
    tax: row.tax,
    litres: row.unit === 'GAL' ? Math.round(row.milli * 3.785411784) : row.unit === 'L' ? row.milli : 0,
    keys: {
      driver: row.driver_name?.trim() || null,
      unit: row.vehicle?.trim().toUpperCase() || null,
      card: row.card_number,
      site: row.site,
      province: row.province,
      product: row.product,
    },
  }))
}

test('REPT-2 REPT-4 spend by each grouping equals the lines added up one by one', async () => {
  const lines = await linesOf(northline)
  expect(lines.length).toBeGreaterThan(150)
  expect(lines.some(({ amount }) => amount < 0)).toBe(true)
  for (const group_by of ['driver', 'unit', 'card', 'site', 'province', 'product']) {
    const { rows, totals } = await run(people.northline, 'spend', { ...whole, group_by })
    const expected = Map.groupBy(lines, ({ currency, keys }) => `${currency} ${keys[group_by] ?? null}`)
    const found = new Map(
      rows.map((row) => [`${row.currency} ${new URLSearchParams(row.link.split('?')[1]).get(group_by)}`, row]),
    )
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [key, own] of expected)
      expect([key, cents(found.get(key)?.amount), cents(found.get(key)?.tax), found.get(key)?.litres]).toEqual([
        key,
        own.reduce((sum, { amount }) => sum + amount, 0),
        own.reduce((sum, { tax }) => sum + tax, 0),
        own.reduce((sum, { litres }) => sum + litres, 0) / 1000,
      ])
    for (const { currency, amount } of totals)
      expect(cents(amount)).toBe(
        lines.filter((line) => line.currency === currency).reduce((sum, one) => sum + one.amount, 0),
      )
  }
})

test('REPT-4 a purchase of two products counts once in the total', async () => {
  const { totals } = await run(people.northline, 'spend', { ...whole, group_by: 'product' })
  const byDriver = await run(people.northline, 'spend', { ...whole, group_by: 'driver' })
  expect(totals.map(({ purchases }) => purchases)).toEqual(byDriver.totals.map(({ purchases }) => purchases))
})

test('REPT-2 a driver or unit with any name keeps it; only products are words of ours', async () => {
  const kindOf = async (group_by: string) => {
    const { body } = await ask(people.northline, reports.run, {
      params: { key: 'spend' },
      body: { parameters: { ...whole, group_by } },
    })
    return [body.columns[0].kind, body.rows.map(({ label }: Row) => label)]
  }
  await owner.query(
    `update transactions set driver_name = 'constructor', vehicle = 'D1' where id = (select max(id) from transactions where company_id = $1)`,
    [northline],
  )
  expect(await kindOf('driver')).toEqual(['text', expect.arrayContaining(['constructor'])])
  expect(await kindOf('unit')).toEqual(['text', expect.arrayContaining(['D1'])])
  expect(await kindOf('product')).toEqual(['word', expect.arrayContaining(['Diesel'])])
})

test('REPT-4 the lines behind a row add up to it, and lead to their transactions', async () => {
  for (const group_by of ['driver', 'unit', 'site', 'product']) {
    const { rows } = await run(people.northline, 'spend', { ...whole, group_by })
    for (const row of rows.slice(0, 4)) {
      const behind = Object.fromEntries(new URLSearchParams(row.link.split('?')[1]))
      const { rows: lines, totals } = await run(people.northline, 'purchase-lines', behind)
      expect(totals.map(({ amount, litres }) => [amount, litres])).toEqual([[row.amount, row.litres]])
      expect(lines.every(({ link }) => /^\/transactions\/\d+\/view$/.test(link))).toBe(true)
    }
  }
})

test('PERM-7 staff see all customers, or the one they choose', async () => {
  const all = await run(people.staff, 'spend', { ...whole, group_by: 'province' })
  const one = await run(people.staff, 'spend', { ...whole, group_by: 'province', company_id: northline })
  const own = await run(people.northline, 'spend', { ...whole, group_by: 'province' })
  expect(one.totals).toEqual(own.totals)
  expect(all.totals[0]?.amount).toBeGreaterThan(own.totals[0]?.amount ?? 0)
})
