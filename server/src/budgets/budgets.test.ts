import { budgets } from '@portal/contract/budgets/budgets.ts'
import { frenchReportWords } from '@portal/contract/reports/reports.french.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
// The demo's purchases are known until 14 November.
clock.now = new Date('2026-11-18T18:00:00Z')
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
await owner.query('delete from budgets')
const save = (email: string, body: object) => ask(email, budgets.save, { body })
const march = { currency: 'CAD', from_month: '2026-03-17', amount: 12_500.5 }

test('REPT-2 a budget is set from a month on, changed with its version, and deleted, each with an entry in the log', async () => {
  const { status, body } = await save(people.northline, march)
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(Number),
      company_id: northline,
      company_name: 'Northline Haulage',
      currency: 'CAD',
      from_month: '2026-03-01',
      amount: 12_500.5,
      version: 1,
    },
  ])
  const changed = await save(people.staff, { ...march, company_id: northline, amount: 13_000, version: 1 })
  expect([changed.status, changed.body.id, changed.body.version]).toEqual([200, body.id, 2])
  expect((await save(people.northline, { ...march, version: 1 })).status).toBe(409)
  // Without the version, the budget of the month is named and stays.
  expect((await save(people.northline, { ...march, from_month: '2026-03-31' })).body.error.fields).toEqual({
    from_month: expect.stringMatching(/already a budget of 13000\.00 CAD .*Edit it/),
  })
  const { rows } = await owner.query(
    `select action, before, after from audit_log where record_type = 'budget' order by id`,
  )
  expect(rows).toEqual([
    { action: 'budgets.save', before: null, after: { currency: 'CAD', from_month: '2026-03-01', amount: 12_500.5 } },
    { action: 'budgets.save', before: { amount: 12_500.5 }, after: { amount: 13_000 } },
  ])
  expect((await ask(people.northline, budgets.remove, { params: { id: body.id } })).status).toBe(204)
  expect((await ask(people.northline, budgets.list)).body.budgets).toEqual([])
})

test('REPT-2 a customer has its own budgets alone, staff those of any customer', async () => {
  expect((await save(people.prairie, { ...march, company_id: northline })).status).toBe(404)
  expect((await save(people.staff, march)).body.error.fields).toEqual({
    company_id: 'This company does not exist, or you cannot see it.',
  })
  const { body } = await save(people.staff, { ...march, company_id: northline })
  expect((await ask(people.prairie, budgets.remove, { params: { id: body.id } })).status).toBe(404)
  expect((await ask(people.prairie, budgets.list)).body.budgets).toEqual([])
  expect((await ask(people.staff, budgets.list)).body.budgets).toHaveLength(1)
  expect((await save(people.desk, march)).status).toBe(403)
  for (const amount of [0, -5, 1.005]) expect((await save(people.northline, { ...march, amount })).status).toBe(400)
})

test('REPT-2 a month that no date field offers is refused at its field, and the first and last are kept', async () => {
  const faultOf = async (from_month: string) =>
    (await save(people.northline, { ...march, from_month })).body.error.fields.from_month
  expect(await faultOf('1990-01-01')).toBe('Choose a month from 2020 to 2040.')
  expect(await faultOf('2019-12-31')).toBe('Choose a month from 2020 to 2040.')
  expect(await faultOf('2041-01-01')).toBe('Choose a month from 2020 to 2040.')
  expect(await faultOf('2099-01-01')).toBe('Choose a month from 2020 to 2040.')
  expect(await faultOf('20-01-01')).toBe('Enter a date as YYYY-MM-DD.')
  for (const [from_month, first] of [
    ['2020-01-01', '2020-01-01'],
    ['2040-12-31', '2040-12-01'],
  ] as const) {
    const { status, body } = await save(people.northline, { ...march, from_month })
    expect([status, body.from_month]).toEqual([200, first])
    await ask(people.northline, budgets.remove, { params: { id: body.id } })
  }
})

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the rows.
type Row = any
test('REPT-2 REPT-4 spend by month against the budget, with running sums, equals the purchase lines', async () => {
  await owner.query('delete from budgets where company_id = $1', [northline])
  await save(people.northline, { currency: 'CAD', from_month: '2026-09-01', amount: 20_000 })
  await save(people.northline, { currency: 'CAD', from_month: '2026-11-01', amount: 30_000 })
  const run = async (email: string, parameters: object, key = 'spend-against-budget') =>
    (await ask(email, reports.run, { params: { key }, body: { parameters } })).body
  const { rows, totals, notes, parameters, chart } = await run(people.northline, {})
  const caption = 'The line is the monthly budget.'
  expect(chart).toEqual({ kind: 'bars', label: 'month', value: 'spent', mark: { value: 'budget', caption } })
  expect(frenchReportWords[caption]).toBe('La ligne est le budget mensuel.')
  expect(parameters).toMatchObject({ from: '2026-01-01', to: '2026-11-30', company_id: northline })
  const { rows: lines } = await owner.query<{ month: string; cents: number }>(
    `select to_char(t.txn_at, 'YYYY-MM') as month, sum(l.amount_cents)::int as cents from transaction_lines l join transactions t on t.id = l.transaction_id
     where l.company_id = $1 and t.currency = 'CAD' and t.txn_at >= '2026-01-01' group by 1`,
    [northline],
  )
  const spentIn = (month: string) => lines.find((one) => one.month === month)?.cents ?? 0
  const own: Row[] = rows.filter(({ currency }: Row) => currency === 'CAD')
  expect(own.map(({ month }) => month)).toEqual(
    Array.from({ length: 11 }, (_, before) => `2026-${String(before + 1).padStart(2, '0')}`),
  )
  let running = 0
  for (const row of own) {
    running += spentIn(row.month)
    expect([row.month, Math.round(row.spent * 100), Math.round(row.running_spent * 100)]).toEqual([
      row.month,
      spentIn(row.month),
      running,
    ])
    const budget = row.month < '2026-09' ? null : row.month < '2026-11' ? 20_000 : 30_000
    expect([row.budget, row.state]).toEqual([
      budget,
      budget === null ? 'No budget' : row.month === '2026-11' ? 'Not over yet' : null,
    ])
    if (budget) expect(row.left).toBeCloseTo(budget - row.spent, 5)
  }
  const [november] = own.slice(-1)
  expect(november.running_budget).toBe(70_000)
  expect(november.projected).toBeCloseTo((november.spent / 14) * 30, 1)
  const total = totals.find(({ currency }: Row) => currency === 'CAD')
  expect([total.budget, Math.round(total.spent * 100)]).toEqual([70_000, running])
  expect(total.share).toBeCloseTo((own.slice(-3).reduce((sum, { spent }) => sum + spent, 0) / 70_000) * 100, 1)
  expect(notes.map(({ sentence }: Row) => sentence).join(' ')).toMatch(
    /This month is not over: spend counts until 2026-11-14.*projection.*without a budget/,
  )
  const given = Object.fromEntries(new URL(november.link, 'http://portal').searchParams)
  const behind = await run(people.northline, { ...given, company_id: northline }, 'purchase-lines')
  expect(behind.totals[0].amount).toBe(november.spent)
  // A period within the year keeps the running sums of the year.
  const part = await run(people.staff, { company_id: northline, from: '2026-10-05', to: '2026-10-20', currency: 'CAD' })
  expect(part.rows).toEqual(own.filter(({ month }) => month === '2026-10'))
  expect((await run(people.staff, {})).error.fields).toEqual({ 'parameters.company_id': 'Choose a customer.' })
})
