import { productWords } from '@portal/contract/lookups/products.rules.ts'
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
type Named = Pick<MissedLine, 'transaction_id' | 'currency' | 'paid' | 'missed'> & { name: string | null }
const sumsOf = (rows: readonly Named[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ name, currency }) => `${name} ${currency}`)]
      .map(([name, some]) => [
        name,
        [
          new Set(some.map(({ transaction_id }) => transaction_id)).size,
          ...(['paid', 'missed'] as const).map((of) => some.reduce((sum, row) => sum + toUnits(row[of], 'money'), 0)),
        ],
      ])
      .toSorted(),
  )

test('SMART-3 REPT-4 the report has the sums of the page’s lines, by driver, unit and week', async () => {
  const lines = await pageLines()
  expect(lines.length).toBeGreaterThan(20)
  // Some purchases have two fuels, and count once.
  expect(new Set(lines.map(({ transaction_id }) => transaction_id)).size).toBeLessThan(lines.length)
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
    const { rows, totals } = await run(people.northline, { group_by })
    for (const { missed, paid, share } of totals) expect(share).toBe(Math.round((missed / paid) * 1000) / 10)
    expect(totals).not.toEqual([])
    const found = rows.map((row: ReportRow) => [
      `${row.label} ${row.currency}`,
      [row.purchases, toUnits(row.paid as number, 'money'), toUnits(row.missed as number, 'money')],
    ])
    const expected = sumsOf(lines.map((line) => ({ ...line, name: nameOf(line) })))
    expect(Object.fromEntries(found.toSorted())).toEqual(expected)
  }
})

test('SMART-3 fuel without a price nearby is counted in a note, and in no sum', async () => {
  const { rows: bought } = await owner.query<{ id: string; product: 'D1' }>(
    `select distinct t.id, l.product from transactions t join transaction_lines l on l.transaction_id = t.id
     where t.company_id = 2 and t.txn_at >= $1::date and t.txn_at < $2::date + 1 and l.product in ('D1', 'D1W', 'GAS', 'RF') and t.credited_id is null
       and not exists (select from transactions c where c.credited_id = t.id)`,
    [first, last],
  )
  const { rows, notes } = await run(people.northline, { group_by: 'purchase', radius_km: 1 })
  const compared = new Set(rows.map(({ link, product }: ReportRow) => `${link} ${product}`))
  const others = bought.filter(({ id, product }) => !compared.has(`/transactions/${id}/view ${productWords[product]}`))
  const count = new Set(others.map(({ id }) => id)).size
  expect(count).toBeGreaterThan(0)
  expect(notes.map((note: { sentence: string }) => note.sentence)).toEqual([
    `Purchases with fuel that had no own price within 1 km that day: ${count}. That fuel could not be compared and is not counted.`,
  ])
  const byDriver = await run(people.northline, { group_by: 'driver', radius_km: 1 })
  expect(byDriver.notes).toEqual(notes)
  expect(byDriver.rows.every((row: ReportRow) => Number(row.purchases) > 0)).toBe(true)
})

test('SMART-3 REPT-4 a row of the report leads to its purchases, and these to their transactions', async () => {
  const { rows } = await run(people.northline, { group_by: 'site' })
  const [row] = rows as [ReportRow & { link: string }]
  const given: Record<string, unknown> = Object.fromEntries(new URL(row.link, 'http://portal').searchParams)
  given.company_id = Number(given.company_id)
  const behind = (await run(people.northline, given)).rows as ReportRow[]
  expect(new Set(behind.map(({ link }) => link)).size).toBe(row.purchases)
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
