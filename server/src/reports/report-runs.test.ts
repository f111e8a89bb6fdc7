import { english } from '@portal/contract/english.ts'
import { reportRuns, reportSchedules, reports } from '@portal/contract/reports/reports.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendDueMail } from '../outbox/outbox.jobs.ts'
import { createMailer, type Mailer } from '../platform/mailer.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { testApp } from '../testing/test-app.ts'
import { runDueReports } from './report-runs.jobs.ts'
import { attachAny } from './scheduled-runs.actions.ts'

const { app, ask, owner, database, clock } = await testApp({ poolSize: 8 })
const { brands } = readConfig({})
const smtp = await startSmtpServer()
const mailers: Mailer[] = []
afterAll(async () => {
  for (const mailer of mailers) mailer.close()
  await smtp.close()
})
const onDay = (day: string, time = '12:00') => {
  clock.now = new Date(`${day}T${time}:00-05:00`)
}
const pass = () => runDueReports({ database, brands, clock: () => clock.now })
const idOf = async (email: string): Promise<number> =>
  Number((await owner.query('select id from users where email = $1', [email])).rows[0].id)
const [northline, desk, staff] = [await idOf(people.northline), await idOf(people.desk), await idOf(people.staff)]
const weekly = { key: 'spend', title: 'Weekly spend', cadence: 'weekly', format: 'csv' }
const schedule = async (body: object = {}) =>
  (await ask(people.northline, reportSchedules.create, { body: { ...weekly, people: [northline], ...body } })).body
const scheduleAsStaff = (body: object) =>
  ask(people.staff, reportSchedules.create, { body: { ...weekly, people: [staff], ...body } })
const runsOf = async (id: number) =>
  (
    await owner.query(
      'select scheduled_on::text as day, status, from_date::text as from, to_date::text as to from report_runs where schedule_id = $1 order by id',
      [id],
    )
  ).rows
const mails = async () =>
  (await owner.query(`select to_address, status from outbox where kind = 'report' order by id`)).rows

beforeEach(async () => {
  await owner.query('delete from report_runs where schedule_id is not null')
  await owner.query('delete from report_schedules')
  await owner.query(`delete from outbox where kind = 'report'`)
  await owner.query(`update users set is_active = true, levels = levels || '{"view_reports": 1}' where id = $1`, [desk])
  onDay('2026-11-10')
})

test('REPT-1 T1 a person sees their own runs, and no one else’s', async () => {
  const { body } = await ask(people.northline, reports.run, { params: { key: 'spend' }, body: { parameters: {} } })
  expect(body).toMatchObject({ status: 'done', from: '2026-10-01', to: '2026-10-31', parameters: { company_id: 2 } })
  const { id } = body
  const listed = await ask(people.northline, reportRuns.list)
  expect(listed.body.report_runs[0]).toMatchObject({ id, name: 'Spend and volume', rows_count: body.rows.length })
  for (const other of [people.prairie, people.staff, people.desk])
    expect((await ask(other, reportRuns.get, { params: { id } })).status).toBe(404)
  const read = await ask(people.northline, reportRuns.get, { params: { id } })
  expect(read.body.rows).toEqual(body.rows)
})

test('PERM-7 REPT-1 a stored run of a report that the company may not see stays closed', async () => {
  const { rows } = await owner.query(
    `insert into report_runs (company_id, user_id, report, parameters, status, result, finished_at)
     select company_id, user_id, 'margin', parameters, status, result, finished_at from report_runs where user_id = $1 and status = 'done' limit 1 returning id`,
    [northline],
  )
  expect((await ask(people.northline, reportRuns.get, { params: { id: Number(rows[0].id) } })).status).toBe(404)
  await owner.query('delete from report_runs where id = $1', [rows[0].id])
})

test('PERM-7 a customer’s report has its own purchases, whichever company it names', async () => {
  const { status } = await ask(people.northline, reports.run, {
    params: { key: 'spend' },
    body: { parameters: { company_id: 3 } },
  })
  expect(status).toBe(404)
})

test('REPT-1 LIT-11 what is only looked at is not kept, and is as current as a run', async () => {
  const count = async () => (await ask(people.northline, reportRuns.list)).body.metadata.total_count
  const before = await count()
  const query = { group_by: 'product', currency: 'CAD' }
  const { status, body } = await ask(people.northline, reports.show, { params: { key: 'spend' }, query })
  expect([status, await count()]).toEqual([200, before])
  const made = await ask(people.northline, reports.run, { params: { key: 'spend' }, body: { parameters: query } })
  expect([made.body.rows, made.body.parameters]).toEqual([body.rows, body.parameters])
  expect(await count()).toBe(before + 1)
  const { text } = await ask(people.northline, reportRuns.list, { query: { format: 'csv' } })
  expect(text).toContain('Grouped by: Product · Currency: CAD')
  const odd = await ask(people.northline, reports.show, { params: { key: 'spend' }, query: { group_by: 'colour' } })
  expect(odd.body.error.fields).toEqual({
    'parameters.group_by': 'This choice does not exist here. Choose one from the list.',
  })
})

test('REPT-8 UX-7 a report that takes too long for a request is made by the job', async () => {
  const { rows } = await owner.query(
    `insert into report_runs (company_id, user_id, report, parameters) values (2, $1, 'spend', '{"group_by": "product"}') returning id`,
    [northline],
  )
  const id = Number(rows[0].id)
  const waiting = await ask(people.northline, reportRuns.get, { params: { id } })
  expect([waiting.body.status, waiting.body.rows]).toEqual(['queued', []])
  const early = await ask(people.northline, reportRuns.get, { params: { id }, query: { format: 'csv' } })
  expect([early.status, early.body.error.code]).toEqual([409, 'report.not-done'])
  expect(await pass()).toBe(1)
  const { body } = await ask(people.northline, reportRuns.get, { params: { id } })
  const now = await ask(people.northline, reports.run, {
    params: { key: 'spend' },
    body: { parameters: { group_by: 'product' } },
  })
  expect([body.status, body.rows]).toEqual(['done', now.body.rows])
  const { rows: told } = await owner.query(
    `select user_id::int, link_path from notifications where kind = 'report_ready'`,
  )
  expect(told).toEqual([{ user_id: northline, link_path: `/reporting/runs/${id}` }])
})

test('REPT-8 a run that cannot be made says so', async () => {
  const { rows } = await owner.query(
    `insert into report_runs (company_id, user_id, report, parameters) values (2, $1, 'margin', '{}') returning id`,
    [northline],
  )
  await pass()
  const { rows: ended } = await owner.query('select status, fault from report_runs where id = $1', [rows[0].id])
  expect(ended).toEqual([{ status: 'failed', fault: 'record.not-found' }])
})

test('REPT-7 a schedule is made once for each period, on its day and not before', async () => {
  const { id, next_on } = await schedule()
  // The tenth is a Tuesday.
  expect(next_on).toBe('2026-11-16')
  await pass()
  onDay('2026-11-16', '05:30')
  await pass()
  expect(await runsOf(id)).toEqual([])
  onDay('2026-11-16', '06:30')
  await Promise.all([pass(), pass()])
  await pass()
  expect(await runsOf(id)).toEqual([{ day: '2026-11-16', status: 'done', from: '2026-11-09', to: '2026-11-15' }])
  expect(await mails()).toEqual([{ to_address: people.northline, status: 'queued' }])
  // After two weeks without a running portal, one report is made: that of the week it was due for.
  onDay('2026-12-02')
  await pass()
  expect((await runsOf(id)).map(({ day }) => day)).toEqual(['2026-11-16', '2026-11-23'])
  const { rows } = await owner.query('select next_on::text from report_schedules where id = $1', [id])
  expect(rows).toEqual([{ next_on: '2026-12-07' }])
})

test('REPT-5 REPT-7 the IFTA worksheet is made once a quarter, for the quarter before its day', async () => {
  const body = { key: 'ifta', cadence: 'monthly', parameters: { base: 'US' } }
  expect((await schedule(body)).error.fields).toEqual({
    cadence: 'This report is for a quarter. Choose every quarter.',
  })
  const { id, next_on } = await schedule({ ...body, cadence: 'quarterly' })
  expect(next_on).toBe('2027-01-01')
  // Made late, it still is the quarter that it was due for.
  onDay('2027-04-02')
  await pass()
  await pass()
  expect(await runsOf(id)).toEqual([{ day: '2027-01-01', status: 'done', from: '2026-10-01', to: '2026-12-31' }])
  const { rows } = await owner.query(
    'select r.parameters, s.next_on::text from report_runs r join report_schedules s on s.id = schedule_id',
  )
  expect(rows).toMatchObject([{ parameters: { quarter: '2026Q4', base: 'US' }, next_on: '2027-07-01' }])
})

test('REPT-7 a report of a day is of the last day of the period', async () => {
  const { body } = await scheduleAsStaff({ key: 'receivables', parameters: { currency: 'CAD' } })
  expect(body.parameters).toEqual({ currency: 'CAD' })
  for (const day of ['2026-11-16', '2026-11-23']) {
    onDay(day)
    await pass()
  }
  const { rows } = await owner.query('select parameters from report_runs where schedule_id = $1 order by id', [body.id])
  expect(rows.map(({ parameters }) => parameters.as_of)).toEqual(['2026-11-15', '2026-11-22'])
  const { rows: sent } = await owner.query(`select subject from outbox where kind = 'report' order by id`)
  expect(sent.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual([
    'Weekly spend, as of 2026-11-15',
    'Weekly spend, as of 2026-11-22',
  ])
})

test('REPT-7 a schedule whose run of the day is already there moves on, and holds up no other', async () => {
  const { id } = await schedule()
  const other = await schedule({ cadence: 'daily' })
  onDay('2026-11-16')
  await pass()
  await owner.query(`update report_schedules set next_on = '2026-11-16' where id = $1`, [id])
  onDay('2026-11-17')
  await pass()
  expect((await runsOf(id)).map(({ day }) => day)).toEqual(['2026-11-16'])
  expect((await runsOf(other.id)).map(({ day }) => day)).toEqual(['2026-11-11', '2026-11-17'])
  const { rows } = await owner.query('select next_on::text from report_schedules where id = $1', [id])
  expect(rows).toEqual([{ next_on: '2026-11-23' }])
})

test('REPT-7 PERM-7 what cannot be run cannot be scheduled, and the field says why', async () => {
  const { body: all } = await ask(people.staff, reports.list)
  const ofCompanies = all.filter(({ parameters }: { parameters: { properties: object } }) =>
    Object.hasOwn(parameters.properties, 'company_id'),
  )
  const refused: string[] = []
  for (const { key } of ofCompanies) {
    const run = await ask(people.staff, reports.run, { params: { key }, body: { parameters: {} } })
    const scheduled = await scheduleAsStaff({ key, cadence: 'quarterly' })
    expect([key, scheduled.status, scheduled.body.error?.fields]).toEqual([
      key,
      run.status === 200 ? 201 : run.status,
      run.body.error?.fields,
    ])
    if (run.status !== 200) refused.push(key)
    const foreign = await schedule({ key, cadence: 'quarterly', parameters: { company_id: 3 } })
    expect([key, Object.keys(foreign.error?.fields ?? {})]).toEqual([key, ['parameters.company_id']])
  }
  expect(refused).toContain('input-tax-credits')
  const { body } = await scheduleAsStaff({ key: 'input-tax-credits' })
  expect(body.error.fields).toEqual({ 'parameters.company_id': 'Choose a customer.' })
  // Neither a company that does not exist nor the provider itself is a customer.
  for (const company_id of [999_999, 1]) {
    const { status, body: answer } = await scheduleAsStaff({ key: 'spend', parameters: { company_id } })
    expect([status, Object.keys(answer.error.fields)]).toEqual([400, ['parameters.company_id']])
  }
})

test('REPT-7 UX-7 when a scheduled run fails, its people and its owner learn why', async () => {
  const { id } = await schedule({ people: [desk] })
  await owner.query(`update report_schedules set parameters = '{"company_id": 3}' where id = $1`, [id])
  onDay('2026-11-16')
  await pass()
  const { rows } = await owner.query(
    `select n.user_id::int, n.message, n.in_bell, n.link_path, r.id::int as run from notifications n, report_runs r
     where r.schedule_id = $1 and n.source = 'report ' || r.id order by n.user_id = $2`,
    [id, northline],
  )
  const link_path = `/reporting/runs/${rows[0]?.run}`
  expect(rows).toMatchObject([desk, northline].map((user_id) => ({ user_id, in_bell: true, link_path })))
  expect(english(rows[0].message)).toBe('The report “Weekly spend” could not be made')
  expect(await mails()).toEqual([])
  onDay('2026-11-10')
  for (const who of [people.desk, people.northline]) {
    const { body } = await ask(who, reportRuns.get, { params: { id: rows[0].run } })
    expect([body.status, body.reason.sentence]).toEqual(['failed', 'This record does not exist, or you cannot see it.'])
  }
})

async function send(): Promise<string[]> {
  await owner.query(`update outbox set next_attempt_at = $1 where status = 'queued'`, [clock.now.toISOString()])
  const mailer = createMailer({ smtpUrl: smtp.url, brands, limitMs: 5000 })
  mailers.push(mailer)
  const before = smtp.received.length
  await sendDueMail({ database, clock: () => clock.now, mailer, attach: attachAny(app.services) })
  return smtp.received.slice(before).map(({ data }) => data)
}

test('REPT-7 the mail has the file, and goes only to people who may still see it when it is sent', async () => {
  await schedule({ people: [northline, desk] })
  onDay('2026-11-16')
  await pass()
  expect((await mails()).map(({ to_address }) => to_address)).toEqual([people.desk, people.northline].sort())
  await owner.query(`update users set levels = levels || '{"view_reports": 2, "manage_reports": 2}' where id = $1`, [
    desk,
  ])
  const sent = await send()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('spend-2026-11-16.csv')
  expect((await mails()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
  onDay('2026-11-10')
  const { body } = await ask(people.northline, reportSchedules.list)
  expect(body.report_schedules[0].people).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: desk, may_see: false })]),
  )
  // The next one is not even queued for them.
  onDay('2026-11-23')
  await pass()
  expect((await mails()).filter(({ status }) => status === 'queued')).toHaveLength(1)
})

test('REPT-1 REPT-7 what a deleted schedule made stays, for the people it was made for', async () => {
  const { id } = await schedule({ people: [desk] })
  onDay('2026-11-16')
  await pass()
  onDay('2026-11-10')
  const listed = async () => (await ask(people.desk, reportRuns.list)).body.report_runs
  const before = await listed()
  expect(before).toMatchObject([{ schedule_id: id, user_name: 'Weekly spend', status: 'done' }])
  // One is due, and one waits to be mailed.
  await owner.query('update report_runs set mailed_at = null where schedule_id = $1', [id])
  await owner.query(`delete from outbox where kind = 'report'`)
  expect((await ask(people.northline, reportSchedules.remove, { params: { id } })).status).toBe(204)
  expect((await ask(people.northline, reportSchedules.remove, { params: { id } })).status).toBe(404)
  expect((await ask(people.northline, reportSchedules.list)).body.report_schedules).toEqual([])
  onDay('2026-11-23')
  await pass()
  onDay('2026-11-10')
  expect(await listed()).toEqual(before)
  const read = await ask(people.desk, reportRuns.get, { params: { id: before[0].id } })
  expect([read.status, read.body.rows.length]).toEqual([200, before[0].rows_count])
  expect(await mails()).toEqual([])
})

test('REPT-7 a schedule with a period of its own is refused, because each report has the period of its day', async () => {
  for (const [key, name, value] of [
    ['spend', 'from', '2026-01-01'],
    ['receivables', 'as_of', '2026-11-10'],
    ['ifta', 'quarter', '2025Q1'],
  ] as const) {
    const dated = await scheduleAsStaff({ key, cadence: 'quarterly', parameters: { [name]: value } })
    expect([dated.status, dated.body.error.fields]).toEqual([
      400,
      { [`parameters.${name}`]: 'A schedule sets the period of each report. Leave this out.' },
    ])
  }
  expect((await scheduleAsStaff({ parameters: { group_by: 'card' } })).status).toBe(201)
})

test('REPT-7 schedules are changed by people who manage reports, for people of their own company', async () => {
  const made = await schedule()
  const change = (who: string, body: object) =>
    ask(who, reportSchedules.update, {
      params: { id: made.id },
      body: { title: 'Spend', cadence: 'daily', format: 'pdf', people: [northline], version: made.version, ...body },
    })
  expect((await change(people.prairie, {})).status).toBe(404)
  expect((await change(people.staff, {})).status).toBe(404)
  expect((await change(people.desk, {})).status).toBe(403)
  const stranger = await change(people.northline, { people: [await idOf(people.prairie)] })
  expect(stranger.body.error.fields).toEqual({
    people: 'Choose people of your company who can see reports.',
  })
  const changed = await change(people.northline, {})
  expect(changed.body).toMatchObject({ cadence: 'daily', next_on: '2026-11-11', version: made.version + 1 })
  expect((await change(people.northline, {})).status).toBe(409)
  const margin = await ask(people.northline, reportSchedules.create, {
    body: { key: 'margin', title: 'Margin', cadence: 'daily', format: 'csv', people: [northline] },
  })
  expect(margin.status).toBe(404)
  expect((await ask(people.northline, reportSchedules.remove, { params: { id: made.id } })).status).toBe(204)
})
