import { english } from '@portal/contract/english.ts'
import { ifta } from '@portal/contract/ifta/ifta.ts'
import { type MessageParts, messageOf } from '@portal/contract/message.ts'
import { type ReportRow, reportRuns, reportSchedules, reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { runDueReports } from '../report-runs.jobs.ts'

const { ask, owner, database, clock } = await testApp()
const { brands } = readConfig({})
clock.now = new Date('2026-11-18T15:00:00Z')
const quarter = '2026Q3'
const run = async (who: string, parameters: object) =>
  (await ask(who, reports.run, { params: { key: 'ifta' }, body: { parameters } })).body

test('REPT-5 the report has the rows of the page, a subtotal of each fuel type and the tax once', async () => {
  const sheet = (await ask(people.northline, ifta.worksheet, { query: { quarter } })).body
  const report = await run(people.northline, {})
  expect(report).toMatchObject({ status: 'done', from: '2026-07-01', to: '2026-09-30', parameters: { base: 'CA' } })
  const rows: ReportRow[] = report.rows
  const taxOf = (kinds: string[]) =>
    rows
      .filter(({ row_kind }) => kinds.includes(String(row_kind)))
      .reduce((sum, { tax }) => sum + Math.round(Number(tax) * 100), 0)
  const due = sheet.fuels.reduce(
    (sum: number, { subtotal }: { subtotal: { tax: number } }) => sum + Math.round(subtotal.tax * 100),
    0,
  )
  expect(due).not.toBe(0)
  expect([taxOf(['row', 'surcharge']), taxOf(['subtotal']), report.totals]).toEqual([
    due,
    due,
    [{ currency: 'CAD', tax: due / 100 }],
  ])
  expect(rows.some(({ row_kind, tax }) => row_kind === 'outside' && tax === null)).toBe(true)
  const said = report.notes.map(({ message }: { message: MessageParts }) => english(messageOf(message)))
  expect(said.join(' ')).toMatch(
    /Units with fuel but without a distance: 1 .* Diesel: [\d,]+ km ÷ [\d,]+ L = [\d.]+ km\/L on average\. Rates: Sample/,
  )
})

test('REPT-5 the link of a row names the customer for staff alone, and a US base has its own units', async () => {
  const own = await run(people.northline, { quarter })
  expect(own.rows[0].link).toBe('/reporting/ifta?quarter=2026Q3&base=CA')
  const staff = await run(people.staff, { quarter, company_id: 2, base: 'US' })
  expect(staff.rows[0].link).toBe('/reporting/ifta?quarter=2026Q3&company_id=2&base=US')
  expect(staff.columns.map(({ heading }: { heading: string }) => heading)).toContain('Bought (GAL)')
  expect(staff.totals[0].currency).toBe('USD')
})

test('REPT-5 UX-5 a French file is French throughout, its notes included', async () => {
  const { id } = await run(people.northline, { quarter })
  const { text } = await ask(people.northline, reportRuns.get, {
    params: { id },
    query: { format: 'csv', language: 'fr' },
  })
  expect(text).toContain('Type de carburant,Administration,Type,Distance (km),Km imposables')
  expect(text).toMatch(/Unités avec carburant mais sans distance.*en moyenne/s)
  expect(text).not.toMatch(/Surcharge|Subtotal|Units|No tax/)
})

test('REPT-5 REPT-7 a scheduled worksheet is that of the last full quarter', async () => {
  const { rows } = await owner.query('select id from users where email = $1', [people.northline])
  const fields = { key: 'ifta', title: 'IFTA', format: 'pdf', people: [Number(rows[0].id)] }
  const create = (cadence: string) => ask(people.northline, reportSchedules.create, { body: { ...fields, cadence } })
  // A monthly one would send the same quarter three times.
  expect((await create('monthly')).body.error.fields).toHaveProperty('cadence')
  expect((await create('quarterly')).status).toBe(201)
  clock.now = new Date('2027-01-01T17:00:00Z')
  await runDueReports({ database, brands, clock: () => clock.now })
  const made = await owner.query(
    `select status, parameters->>'quarter' as quarter from report_runs where schedule_id is not null and report = 'ifta'`,
  )
  expect(made.rows).toEqual([{ status: 'done', quarter: '2026Q4' }])
})
