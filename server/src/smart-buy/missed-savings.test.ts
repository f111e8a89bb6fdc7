import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type MissedLine, smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { readMissed } from './smart-buy.actions.ts'

const { ask, owner, database } = await testApp()
const dayBefore = async (days: number): Promise<string> =>
  (await owner.query(`select (provider_day(now()) - $1::int)::text as day`, [days])).rows[0].day
const [first, last] = [await dayBefore(61), await dayBefore(0)]
const run = async (who: string, more: Record<string, unknown> = {}) => {
  const body = { parameters: { from: first, to: last, ...more } }
  return (await ask(who, reports.run, { params: { key: 'missed-savings' }, body })).body
}
/** The lines of the page, in two periods that it allows. */
async function pageLines(): Promise<MissedLine[]> {
  const lines: MissedLine[] = []
  for (const back of [61, 30]) {
    const query = { paged: 'false', from: await dayBefore(back), to: await dayBefore(back - 30) }
    lines.push(...(await ask(people.northline, smartBuy.missed, { query })).body.lines)
  }
  return lines
}
const sumsOf = (rows: readonly { name: string | null; currency: string; paid: number; missed: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ name, currency }) => `${name} ${currency}`)]
      .map(([name, some]) => [
        name,
        [
          some.length,
          ...(['paid', 'missed'] as const).map((of) => some.reduce((sum, row) => sum + toUnits(row[of], 'money'), 0)),
        ],
      ])
      .toSorted(),
  )

test('SMART-3 REPT-4 the report has the sums of the page’s lines, by driver, unit and week', async () => {
  const lines = await pageLines()
  expect(lines.length).toBeGreaterThan(20)
  const monday = (day: string) => {
    const at = new Date(day)
    return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
  }
  const names = {
    driver: (line: MissedLine) => line.driver,
    unit: (line: MissedLine) => line.vehicle,
    week: (line: MissedLine) => monday(line.day),
  }
  for (const [group_by, nameOf] of Object.entries(names)) {
    const { rows } = await run(people.northline, { group_by })
    const found = rows.map((row: ReportRow) => [
      `${row.label} ${row.currency}`,
      [row.purchases, toUnits(row.paid as number, 'money'), toUnits(row.missed as number, 'money')],
    ])
    const expected = sumsOf(lines.map((line) => ({ ...line, name: nameOf(line) })))
    expect(Object.fromEntries(found.toSorted())).toEqual(expected)
  }
})

test('SMART-3 REPT-4 a row of the report leads to its purchases, and these to their transactions', async () => {
  const { rows } = await run(people.northline, { group_by: 'site' })
  const [row] = rows as [ReportRow & { link: string }]
  const given: Record<string, unknown> = Object.fromEntries(new URL(row.link, 'http://portal').searchParams)
  given.company_id = Number(given.company_id)
  const behind = (await run(people.northline, given)).rows as ReportRow[]
  expect(behind.length).toBe(row.purchases)
  expect(behind.reduce((sum, one) => sum + toUnits(one.missed as number, 'money'), 0)).toBe(
    toUnits(row.missed as number, 'money'),
  )
  expect(behind.every(({ link }) => /^\/transactions\/\d+\/view$/.test(String(link)))).toBe(true)
})

test('SMART-3 the report is of one company, which staff name', async () => {
  const named = (await owner.query(`select id::int from companies where name = 'Northline Haulage'`)).rows[0].id
  expect((await run(people.staff)).error.fields).toHaveProperty(['parameters.company_id'])
  expect((await run(people.staff, { company_id: named })).rows).toEqual((await run(people.northline)).rows)
  expect((await run(people.prairie, { company_id: named })).error.code).toBe('record.not-found')
})

test('SMART-3 a list that takes longer than a request may says so, and names the report', async () => {
  const { id } = (await owner.query(`select id::int from companies where name = 'Northline Haulage'`)).rows[0]
  const scope = customerScope(id)
  const asked = database.transaction(scope, async (db) => {
    await sql`select set_config('statement_timeout', '5ms', true)`.execute(db)
    return readMissed(
      { db, scope, now: new Date() },
      smartBuy.missed.list.query.parse({ from: await dayBefore(30), to: last }),
    )
  })
  await expect(asked).rejects.toMatchObject({ fields: { from: 'smart-buy.too-slow' } })
})
