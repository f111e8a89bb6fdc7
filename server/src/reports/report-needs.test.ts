import { type Grants, type ModuleLevels, screens } from '@portal/contract/permissions.ts'
import { reportRuns, reportSchedules, reports } from '@portal/contract/reports/reports.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { everyReport } from './library/every-report.ts'

const { ask, owner } = await testApp()
const idOf = async (email: string): Promise<number> =>
  Number((await owner.query('select id from users where email = $1', [email])).rows[0].id)
const [desk, northline] = [await idOf(people.desk), await idOf(people.northline)]
const none: ModuleLevels = { view_fuel_cards: 2, manage_fuel_cards: 2, view_transactions: 2, view_invoices: 2 }
const allow = (levels: ModuleLevels) =>
  owner.query('update users set levels = $2 where id = $1', [desk, JSON.stringify({ view_reports: 1, ...levels })])
const keysFor = async (who: string): Promise<string[]> =>
  (await ask(who, reports.list)).body.map(({ key }: { key: string }) => key)
const needOf = (key: string): keyof Grants | undefined => everyReport.find((one) => one.key === key)?.needs

beforeEach(() => allow(none))

test('PERM-7 REPT-1 a report of records is for those who can see the records, in the library and when it is run', async () => {
  const sums = await keysFor(people.desk)
  expect(sums).toContain('spend')
  expect(sums.filter((key) => needOf(key) !== undefined)).toEqual([])
  const refusals = [
    ['purchase-lines', 'transactions', { view_transactions: 3 }],
    ['exceptions', 'transactions', { view_transactions: 3 }],
    ['cards', 'cards', { view_fuel_cards: 3 }],
    ['input-tax-credits', 'invoices', { view_invoices: 3 }],
  ] as const
  for (const [key, screen, levels] of refusals) {
    const run = () => ask(people.desk, reports.run, { params: { key }, body: { parameters: {} } })
    await allow(none)
    const { status, body } = await run()
    expect([key, status, body.error.message]).toEqual([
      key,
      403,
      `This report shows what is under ${screens[screen].name}, which you do not have access to. Ask your administrator for access.`,
    ])
    expect((await ask(people.desk, reports.show, { params: { key } })).status).toBe(403)
    await allow({ ...none, ...levels })
    expect([key, (await run()).status, (await keysFor(people.desk)).includes(key)]).toEqual([key, 200, true])
  }
})

test('PERM-7 REPT-1 a run is no longer shown to a person who lost access to its records', async () => {
  await allow({ ...none, view_fuel_cards: 3 })
  const { body } = await ask(people.desk, reports.run, { params: { key: 'cards' }, body: { parameters: {} } })
  const get = async () => (await ask(people.desk, reportRuns.get, { params: { id: body.id } })).status
  expect(await get()).toBe(200)
  await allow(none)
  expect(await get()).toBe(403)
})

test('PERM-7 REPT-7 a schedule is offered and mailed only to people who can see its records', async () => {
  const offered = async (key: string): Promise<number[]> =>
    (await ask(people.northline, reportSchedules.people, { query: { key } })).body.map(({ id }: { id: number }) => id)
  expect(await offered('spend')).toEqual(expect.arrayContaining([desk, northline]))
  expect(await offered('cards')).not.toContain(desk)
  const body = { key: 'cards', title: 'Cards', cadence: 'weekly', format: 'csv', people: [desk] }
  const refused = await ask(people.northline, reportSchedules.create, { body })
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['people']])
  await allow({ ...none, view_fuel_cards: 3 })
  const made = await ask(people.northline, reportSchedules.create, { body })
  expect(made.body.people).toMatchObject([{ id: desk, may_see: true }])
  await allow(none)
  const listed = await ask(people.northline, reportSchedules.list)
  expect(listed.body.report_schedules[0].people).toMatchObject([{ id: desk, may_see: false }])
})
