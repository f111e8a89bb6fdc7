import { dashboard } from '@portal/contract/dashboard/dashboard.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Report } from '../platform/reports/define-report.ts'
import { people } from '../testing/factories.ts'
import { insertCustomer } from '../testing/paying.ts'
import { issuePapers } from '../testing/rows/issued-papers.ts'
import { testApp } from '../testing/test-app.ts'
import { everyReport } from './library/every-report.ts'

const world = await testApp()
const { ask, owner } = world
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const whole = { from: '2026-08-01', to: '2026-12-31' }
type Row = Record<string, number | string | null> & { link?: string }
type Run = { rows: Row[]; totals: Row[]; columns: { field: string; is_summed: boolean }[] }
const run = async (key: string, parameters: object): Promise<Run> => {
  const { status, body } = await ask(people.staff, reports.run, { params: { key }, body: { parameters } })
  expect([key, parameters, status, body.error]).toEqual([key, parameters, 200, undefined])
  return body
}
beforeAll(async () => {
  await issuePapers(world, [northline, await insertCustomer(owner), await insertCustomer(owner)])
  // A driver whose name is a word, beside purchases without one; and a place that is not known.
  await owner.query(
    `update transactions set driver_name = case id % 5 when 0 then null when 1 then 'none' else driver_name end,
       vehicle = case id % 7 when 0 then null when 1 then lower(vehicle) || ' ' else vehicle end where company_id = $1`,
    [northline],
  )
}, 60_000)

type Field = { unwrap: () => { options?: string[] } }
const shapeOf = ({ parameters }: Report) => (parameters as unknown as { shape: Record<string, Field> }).shape
/** The choices of a parameter. */
const choicesOf = (report: Report, name: string): string[] => shapeOf(report)[name]?.unwrap().options ?? []
const groupings = everyReport.flatMap((report) => {
  const by = ['group_by', 'by'].find((name) => choicesOf(report, name).length > 0)
  return by ? choicesOf(report, by).map((one) => ({ report, by: { [by]: one } })) : [{ report, by: {} }]
})
const linksIn = (rows: readonly Row[]) => rows.filter(({ link }) => link?.startsWith('/reporting/library/'))
/** A part of the change leads to what is behind it and behind its twin, so it has a test of its own. */
const others = groupings.filter(({ report }) => report.key !== 'why-it-moved')

test('REPT-4 every row that leads to a report leads to exactly its own figures', async () => {
  let compared = 0
  const leading = new Set<string>()
  for (const { report, by } of others) {
    const { key } = report
    const company = report.isOfOneCompany ? { company_id: northline } : {}
    const period = Object.hasOwn(shapeOf(report), 'from') ? whole : {}
    const { rows, columns } = await run(key, { ...period, ...company, ...by })
    const summed = columns.filter(({ is_summed }) => is_summed).map(({ field }) => field)
    const linked = linksIn(rows)
    // The first, the last, and those without a name or with an odd one.
    const some = linked.filter(
      ({ link, label, province }, at) =>
        at === 0 || at === linked.length - 1 || link?.includes('without=') || label === 'none' || province === 'QC',
    )
    for (const row of some) {
      const [target = '', search] = (row.link ?? '').slice('/reporting/library/'.length).split('?')
      const behind = await run(target, Object.fromEntries(new URLSearchParams(search)))
      const both = summed.filter((field) => behind.columns.some((one) => one.field === field && one.is_summed))
      const named: Record<string, string> = key === 'spend-against-budget' ? { spent: 'amount' } : {}
      const pairs = [...both.map((field) => [field, field] as const), ...Object.entries(named)]
      expect([key, pairs.length > 0]).toEqual([key, true])
      // A month without a purchase has no line.
      const [total = {}, ...more] = behind.totals
      expect([row.link, more, ...pairs.map(([, field]) => total[field] ?? 0)]).toEqual([
        row.link,
        [],
        ...pairs.map(([one]) => row[one]),
      ])
      compared += 1
      leading.add(key)
    }
  }
  expect([...leading].sort()).toEqual(
    [
      'exceptions',
      'fuel-taxes',
      'input-tax-credits',
      'missed-savings',
      'sales-tax-return',
      'spend',
      'spend-against-budget',
    ].sort(),
  )
  expect(compared).toBeGreaterThan(30)
}, 60_000)

test('REPT-4 a driver with any name has the own purchases, and those without a driver are apart', async () => {
  const { rows } = await run('spend', { ...whole, company_id: northline, group_by: 'driver', currency: 'CAD' })
  const [named, unnamed] = [rows.find(({ label }) => label === 'none'), rows.find(({ label }) => label === null)]
  expect(named?.link).toContain('driver=none')
  expect(unnamed?.link).toContain('without=driver')
  expect(named?.amount).not.toBe(unnamed?.amount)
})

test('REPT-1 a province, unit or product in an address is found in any case', async () => {
  const sums = async (more: object) => (await run('purchase-lines', { ...whole, ...more })).totals
  for (const [lower, upper] of [
    [{ province: 'on' }, { province: 'ON' }],
    [{ product: 'd1' }, { product: 'D1' }],
  ] as const) {
    expect((await sums(lower)).length).toBeGreaterThan(0)
    expect(await sums(lower)).toEqual(await sums(upper))
  }
  const places = async (province: string) => (await run('sales-tax-return', { ...whole, province })).rows
  expect(await places('qc')).toEqual(await places('QC'))
})

test('REPT-1 what cannot exist is refused at its field, not shown as an empty report or as a fault', async () => {
  const refusal = async (key: string, parameters: object) => {
    const { status, body } = await ask(people.staff, reports.run, { params: { key }, body: { parameters } })
    return [status, body.error?.fields]
  }
  expect(await refusal('purchase-lines', { province: 'ZZ' })).toEqual([
    400,
    { 'parameters.province': 'This is not a province or state.' },
  ])
  const noChoice = 'This choice does not exist here. Choose one from the list.'
  for (const [key, name, value] of [
    ['exceptions', 'rule', 'speeding'],
    ['exceptions', 'site', 'Regina'],
    ['purchase-lines', 'site', '-1'],
    ['missed-savings', 'site', '1e3'],
    // A Tuesday.
    ['missed-savings', 'week', '2026-11-10'],
  ] as const)
    expect(await refusal(key, { [name]: value })).toEqual([400, { [`parameters.${name}`]: noChoice }])
  const radius = (radius_km: unknown) => refusal('missed-savings', { company_id: northline, radius_km })
  expect(await radius('20')).toEqual([200, undefined])
  for (const odd of ['1e2', ' 20', 20.5, true])
    expect(await radius(odd)).toEqual([400, { 'parameters.radius_km': 'Use a whole number.' }])
  expect(await radius('-5')).toEqual([400, { 'parameters.radius_km': 'Must be 1 or more.' }])
  expect(await radius('1000000000')).toEqual([400, { 'parameters.radius_km': 'Must be 300 or less.' }])
})

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
test('DASH-1 REPT-4 RECV-7 due and overdue are those of the receivables of the day', async () => {
  const { body } = await ask(people.staff, dashboard.get, { query: {} })
  const open: { currency: string; amount_due: number; overdue_amount: number }[] = body.invoices.open
  expect(open.some(({ overdue_amount }) => overdue_amount > 0)).toBe(true)
  for (const currency of new Set(open.map((one) => one.currency))) {
    const own = open.filter((one) => one.currency === currency)
    const sum = (of: 'amount_due' | 'overdue_amount') => own.reduce((all, one) => all + cents(one[of]), 0)
    const [total = {}] = (await run('receivables', { as_of: body.today, currency })).totals
    expect([currency, cents(total.invoiced), cents(total.overdue)]).toEqual([
      currency,
      sum('amount_due'),
      sum('overdue_amount'),
    ])
    expect(cents(total.invoiced) + cents(total.on_account)).toBe(cents(total.total))
  }
})
