import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-14T18:00:00Z')
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
// Five units that run 900 km from fill to fill, one of them in miles, with readings left out here and there.
await owner.query(
  `with fills as (
     select t.id, 'E' || t.id % 5 as unit, row_number() over (partition by t.id % 5 order by txn_at, t.id) as n from transactions t
     where company_id = $1 and amount_cents > 0 and txn_at >= '2026-10-01' and txn_at < '2026-11-01'
   )
   update transactions t set vehicle = unit, odometer = case when n % 6 = 4 then null when n % 11 = 7 then '12' else (100000 + 900 * n)::text end
   from fills where fills.id = t.id`,
  [northline],
)
await owner.query(`update units set odometer_unit = 'mi' where company_id = $1 and unit_number = 'E2'`, [northline])
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the rows.
type Row = any
const run = async (email: string, parameters: object) =>
  (await ask(email, reports.run, { params: { key: 'fuel-economy' }, body: { parameters } })).body

/** By a walk through the fills in floating point, apart from the rules. */
async function economies() {
  const { rows } = await owner.query(
    `select t.vehicle, t.id::int, t.odometer, extract(epoch from txn_at)::float / 86400 as day, sum(case l.unit when 'GAL' then quantity_milli * 3.785411784 else quantity_milli end)::float / 1000 as litres
     from transactions t join transaction_lines l on l.transaction_id = t.id and l.product in ('D1', 'D1W', 'GAS')
     where t.company_id = $1 and vehicle ~ '^E[0-4]$' and t.amount_cents > 0 and txn_at >= '2026-10-01' and txn_at < '2026-11-01' group by t.id order by t.vehicle, t.txn_at, t.id`,
    [northline],
  )
  return ['E0', 'E1', 'E2', 'E3', 'E4'].map((unit) => {
    const factor = unit === 'E2' ? 1.609344 : 1
    let [km, litres, left, before] = [0, 0, 0, null as { at: number; day: number } | null]
    for (const fill of rows.filter(({ vehicle }) => vehicle === unit)) {
      const at = fill.odometer === null ? null : Number(fill.odometer) * factor
      const isOdd =
        at === null || (before && (at < before.at || at - before.at > 2500 * Math.max(fill.day - before.day, 1)))
      if (isOdd) left += 1
      else if (before) [km, litres] = [km + at - before.at, litres + fill.litres]
      before = isOdd ? null : { at: at as number, day: fill.day }
    }
    return { unit, km, litres, left }
  })
}

test('REPT-2 REPT-4 litres per 100 km and miles per gallon of each unit, as a walk through its fills gives them', async () => {
  const { rows, totals, notes } = await run(people.northline, { from: '2026-10-01', to: '2026-10-31' })
  const expected = await economies()
  for (const { unit, km, litres, left } of expected) {
    const row = rows.find(({ unit_number }: Row) => unit_number === unit)
    expect(row.link, unit).toMatch(/^\/truckcare\/units\/\d+$/)
    expect([row.distance, row.litres], unit).toEqual([expect.closeTo(km, 1), expect.closeTo(litres, 1)])
    expect([row.l_per_100km, row.mpg]).toEqual([
      expect.closeTo((litres * 100) / km, 1),
      expect.closeTo(km / 1.609344 / (litres / 3.785411784), 1),
    ])
    expect(row.outliers).toBe(left)
  }
  expect(expected.every(({ km, left }) => km > 0 && left > 0)).toBe(true)
  const sum = (name: string) => rows.reduce((total: number, row: Row) => total + row[name], 0)
  expect(totals[0].litres).toBeCloseTo(sum('litres'), 3)
  expect(totals[0].outliers).toBe(sum('outliers'))
  expect(notes[0].sentence).toContain(`odometer: ${sum('outliers').toLocaleString('en-CA')}.`)
})

test('REPT-4 the fleet’s figure is that of the sums above it, with units too seldom filled for one of their own', async () => {
  const { rows, totals, notes, parameters } = await run(people.northline, {})
  // Three full months, so that fewer units are without a figure.
  expect(parameters).toMatchObject({ from: '2026-08-01', to: '2026-10-31' })
  const sum = (name: string) => rows.reduce((total: number, row: Row) => total + row[name], 0)
  expect([totals[0].distance, totals[0].litres]).toEqual([
    expect.closeTo(sum('distance'), 3),
    expect.closeTo(sum('litres'), 3),
  ])
  expect(notes.at(-1).sentence).toMatch(/without a figure.*Their distance and litres are part of the fleet’s total\./)
  expect(rows.some(({ l_per_100km, distance }: Row) => l_per_100km === null && distance > 0)).toBe(true)
  expect(totals[0].l_per_100km).toBeCloseTo((totals[0].litres * 100) / totals[0].distance, 2)
})

test('REPT-2 the readings left out are named with their reason, and lead to their transactions', async () => {
  const units = await run(people.northline, { from: '2026-10-01', to: '2026-10-31' })
  const { rows } = await run(people.northline, { from: '2026-10-01', to: '2026-10-31', detail: 'outliers' })
  expect(rows).toHaveLength(units.totals[0].outliers)
  const reasons = new Set(rows.map(({ reason }: Row) => reason))
  expect([...reasons]).toEqual(expect.arrayContaining(['No odometer', 'Odometer ran backwards']))
  for (const { link } of rows) expect(link).toMatch(/^\/transactions\/\d+\/view$/)
  // Staff choose the customer; another company has other units.
  expect((await run(people.staff, {})).error.fields).toEqual({ 'parameters.company_id': 'Choose a customer.' })
  const staff = await run(people.staff, { from: '2026-10-01', to: '2026-10-31', company_id: northline })
  expect(staff.rows).toEqual(units.rows)
  const prairie = await run(people.prairie, { from: '2026-10-01', to: '2026-10-31' })
  expect(prairie.rows.some(({ unit_number }: Row) => /^E\d$/.test(unit_number))).toBe(false)
})
