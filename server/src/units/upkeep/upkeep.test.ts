import { todo } from '@portal/contract/todo/todo.ts'
import { units } from '@portal/contract/units/units.ts'
import { servicePlans, services } from '@portal/contract/units/upkeep.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { bought, testImports } from '../../testing/importing.ts'
import { notifying } from '../../testing/mails/notifying.ts'
import type { Answer } from '../../testing/test-app.ts'

const app = await testImports()
const { ask, imported, rows, freshCard, urls } = app
const { pass, read } = notifying(app)
await rows('truncate service_plans, services, service_proposals, service_reminders')
const [{ northline, prairie }] = await rows(
  `select (select id::int from companies where name = 'Northline Haulage') as northline, (select id::int from companies where name = 'Prairie Freight') as prairie`,
)
const card = await freshCard({ vehicle_assigned_to_card: 'CARE-1' })
await imported('Esso', [
  bought(card, { unit: 'care-1', quantity: 400 }),
  bought(card, { unit: 'CARE-1', quantity: 350 }),
  bought(card, { unit: 'CARE-1', quantity: 370 }),
  bought(card, { unit: 'CARE-1', product: 'OIL', quantity: 2 }),
])
await rows(`with t as (select id, row_number() over (order by txn_at) as n from transactions where unit_number_of(vehicle) = 'CARE-1')
  update transactions set odometer = 99000 + 1000 * n, txn_at = provider_day(now()) - 5 + n::int from t where t.id = transactions.id`)
const day = '2026-01-15'
const [{ id: unitId }] = await rows(`select id::int from units where unit_number = 'CARE-1' and company_id = $1`, [
  northline,
])
const due = async (who: string, query: Record<string, string> = {}) =>
  (await ask(who, services.due, { query })).body.services
const planned = (body: object, who: string = people.northline) => ask(who, servicePlans.create, { body })
const recorded = (body: object) =>
  ask(people.northline, services.create, { body: { unit_id: unitId, kind: 'oil', day, ...body } })

/** In the role and for the company that a request would act as, without the portal's own filters. */
async function actingAs<T>(role: string, company: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urls.appUrl })
  await client.connect()
  try {
    await client.query(`begin; set local role ${role}`)
    await client.query(`select set_config('app.company', $1, true)`, [String(company)])
    return await work(client)
  } finally {
    await client.end()
  }
}

test('CARE-2 a plan and a service say what is due; a unit’s own plan replaces the one for all units', async () => {
  expect((await planned({ kind: 'oil', every_km: 25_000 })).status).toBe(201)
  expect((await planned({ kind: 'Oil', every_km: 5000 })).body.error.code).toBe('service.plan-taken')
  expect((await planned({ kind: 'tires' })).body.error.fields).toHaveProperty('every_km')
  for (const started_on of ['1900-01-01', '1999-12-31', '2099-01-01']) {
    const { body } = await planned({ kind: 'tires', every_months: 6, started_on })
    expect(body.error.fields).toEqual({ started_on: 'Choose a date from the year 2000 on, at most a year from today.' })
  }
  const [before] = await due(people.northline, { unit_id: String(unitId), state: 'all' })
  expect(before).toMatchObject({ unit_number: 'CARE-1', kind: 'oil', state: 'unknown', last: null })
  // Without a service, a distance says nothing: such plans are counted, and listed by their state.
  const own = { query: { unit_id: String(unitId) } }
  expect((await ask(people.northline, services.due, own)).body).toMatchObject({ unknown: 1, unread: 0, services: [] })
  expect(await due(people.northline, { ...own.query, state: 'unknown' })).toEqual([before])
  expect((await recorded({ day: '2999-01-01' })).body.error.fields).toEqual({ day: expect.any(String) })
  expect((await recorded({ amount: 5 })).body.error.fields).toEqual({ currency: expect.any(String) })
  const made = await recorded({ odometer: 78_000, amount: 389.5, currency: 'CAD', vendor: 'Shop' })
  expect([made.status, made.body]).toMatchObject([201, { amount: 389.5, odometer: 78_000, version: 1 }])
  const [now] = await due(people.northline)
  expect(now).toMatchObject({
    unit_id: unitId,
    state: 'due',
    due_odometer: 103_000,
    distance_left: 0,
    odometer: 103_000,
  })
  await planned({ kind: 'OIL', every_km: 24_000, unit_id: unitId })
  expect(await due(people.staff, { company_id: String(northline) })).toMatchObject([
    { state: 'overdue', distance_left: -1000 },
  ])
  // Staff name a company; a customer has its own.
  expect(await due(people.staff)).toEqual([])
  expect(await due(people.prairie)).toEqual([])
  expect((await ask(people.northline, todo.get)).body.services_due).toBe(1)
})

test('CARE-2 PERM-7 a customer who names another company is refused, and nothing is taken for the own one', async () => {
  const query = { company_id: String(northline) }
  const counted = async () => (await rows('select count(*)::int as count from service_plans'))[0].count
  const before = await counted()
  const refused = [
    await planned({ kind: 'wash', every_months: 2, company_id: northline }, people.prairie),
    await ask(people.prairie, services.due, { query }),
    await ask(people.prairie, servicePlans.list, { query }),
  ]
  for (const { status, body } of refused)
    expect([status, Object.keys(body.error.fields)]).toEqual([404, ['company_id']])
  expect(await counted()).toBe(before)
})

test('CARE-2 a day or an odometer that cannot be is refused at its field', async () => {
  const [{ today }] = await rows(`select provider_day(now())::text as today`)
  const fieldsOf = async (body: object) => (await recorded(body)).body.error.fields
  expect(await fieldsOf({ day: '1900-01-01' })).toEqual({ day: 'A service cannot be dated before the year 2000.' })
  for (const odometer of [0, 9_000_000])
    expect(await fieldsOf({ day: today, odometer })).toEqual({ odometer: expect.stringContaining('about 103,000 km') })
})

test('CARE-2 a service without a reading counts from the purchases until its day', async () => {
  const [{ today }] = await rows(`select provider_day(now())::text as today`)
  const ofUnit = { unit_id: String(unitId), state: 'all' }
  const { body } = await recorded({ day: today })
  const [read] = await due(people.northline, ofUnit)
  expect(read).toMatchObject({ state: 'planned', last: { odometer: null }, due_odometer: 127_000 })
  await rows(`update services set day = '2001-01-01' where unit_id = $1`, [unitId])
  const [unread] = await due(people.northline, ofUnit)
  expect(unread).toMatchObject({ state: 'unread', last: { day: '2001-01-01' } })
  expect((await ask(people.northline, services.due, { query: { ...ofUnit, state: 'unread' } })).body).toMatchObject({
    unknown: 0,
    unread: 1,
    services: [unread],
  })
  await ask(people.northline, services.remove, { params: { id: body.id } })
  await rows(`update services set day = $2 where unit_id = $1`, [unitId, day])
})

test('CARE-2 a change needs the current version, is audited, and is refused to others', async () => {
  const { body } = await ask(people.northline, services.list, { query: { filter: [`unit_id:${unitId}`] } })
  const [{ id, version }] = body.services
  const change = (who: string, more: object) =>
    ask(who, services.update, { params: { id }, body: { kind: 'oil', day, odometer: 79_000, ...more } })
  expect((await change(people.northline, { version })).body).toMatchObject({
    odometer: 79_000,
    amount: null,
    version: 2,
  })
  expect((await change(people.northline, { version })).status).toBe(409)
  expect([(await change(people.prairie, {})).status, (await change(people.desk, {})).status]).toEqual([404, 403])
  expect((await planned({ kind: 'x', every_km: 900, unit_id: unitId }, people.prairie)).status).toBe(404)
  const [noted] = await rows(`select record_label, before, after from audit_log where action = 'services.update'`)
  expect(noted).toMatchObject({
    record_label: 'CARE-1, Northline Haulage',
    before: { odometer: 78_000 },
    after: { odometer: 79_000 },
  })
  // The database's own policies, without the portal's filters.
  await actingAs('portal_customer', prairie, async (client) => {
    for (const table of ['services', 'service_plans', 'service_proposals'])
      expect((await client.query(`select from ${table} where company_id <> $1`, [prairie])).rowCount).toBe(0)
    expect((await client.query('update services set version = version where id = $1', [id])).rowCount).toBe(0)
  })
})

test('CARE-1 CARE-2 PERM-7 another company’s unit gives nothing and takes nothing, in the database too', async () => {
  const count = (role: string, acting: number, asked = northline) =>
    actingAs(role, acting, async (client) => {
      const bought = `select from unit_transactions($1, array['CARE-1'], '-infinity', 'infinity', 9)`
      return (await client.query(bought, [asked])).rowCount
    })
  expect([await count('portal_customer', northline), await count('portal_staff', 0)]).toEqual([4, 4])
  for (const acting of [prairie, 0]) expect(await count('portal_customer', acting)).toBe(0)
  expect(await count('portal_customer', prairie, prairie)).toBe(0)
  for (const company of [northline, prairie])
    for (const into of [
      `services (company_id, unit_id, kind, day)`,
      `service_plans (company_id, unit_id, kind, started_on, every_km)`,
    ])
      await expect(
        actingAs('portal_customer', prairie, (client) =>
          client.query(
            `insert into ${into} select $1, $2, 'x', date '2026-01-01' ${into.includes('every_km') ? ', 900' : ''}`,
            [company, unitId],
          ),
        ),
      ).rejects.toThrow(company === prairie ? /foreign key/ : /row-level security/)
  const foreign = { params: { id: unitId } }
  for (const endpoint of [units.get, units.history])
    expect((await ask(people.prairie, endpoint, foreign)).status).toBe(404)
  expect((await ask(people.prairie, services.create, { body: { unit_id: unitId, kind: 'oil', day } })).status).toBe(404)
  expect(await due(people.prairie, { unit_id: String(unitId), state: 'all' })).toEqual([])
})

test('CARE-2 a purchase of oil is proposed once, accepted with its amount, and proposed again if the service is deleted', async () => {
  const proposed = async (who: string = people.northline) =>
    (await ask(who, services.proposed, { query: {} })).body.proposals
  const [found] = await proposed()
  expect(found).toMatchObject({ unit_number: 'CARE-1', kind: 'oil', odometer: 103_000 })
  expect(await proposed(people.prairie)).toEqual([])
  const params = { id: found.transaction_id }
  expect((await ask(people.prairie, services.accept, { params, body: {} })).status).toBe(404)
  // Two people at once make one service.
  const both = await Promise.all(
    [people.northline, people.staff].map((who) => ask(who, services.accept, { params, body: {} })),
  )
  const [accepted, late] = both.toSorted((one, other) => one.status - other.status) as [Answer, Answer]
  expect([accepted.status, accepted.body]).toMatchObject([
    201,
    { amount: found.amount, transaction_id: params.id, odometer: 103_000, kind: 'oil' },
  ])
  expect(late.body.error.code).toBe('service.decided')
  expect(await rows('select from services where transaction_id = $1', [params.id])).toHaveLength(1)
  expect([await proposed(), await due(people.northline)]).toEqual([[], []])
  await ask(people.northline, services.remove, { params: { id: accepted.body.id } })
  expect(await proposed()).toHaveLength(1)
  expect((await ask(people.northline, services.dismiss, { params })).status).toBe(204)
  expect(await proposed()).toEqual([])
})

test('CARE-2 UX-7 people learn once a day at most of all that is due, and once of each state', async () => {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  const told = async (who: string) =>
    (await read(who, 'kind:service_due')).map(({ sentence, link }) => [sentence, link.path])
  for (const days of [1, 1, 2]) await pass(later(days))
  const first = ['Unit CARE-1: Oil change, due soon', `/truckcare/units/${unitId}`]
  expect(await told(people.northline)).toEqual([first])
  expect([await told(people.prairie), await told(people.staff)]).toEqual([[], []])
  await rows(`update service_plans set every_km = 23000 where unit_id = $1`, [unitId])
  await rows(
    `insert into notification_choices (user_id, company_id, topic, in_bell, mail)
    select id, company_id, 'service_due', true, 'now' from users where email = $1`,
    [people.northline],
  )
  await planned({ kind: 'tires', every_months: 1, unit_id: unitId, started_on: '2026-01-01' })
  await planned({ kind: 'annual', every_months: 1, unit_id: unitId, started_on: later(-18).toISOString().slice(0, 10) })
  for (const days of [3, 3, 4]) await pass(later(days))
  const second = ['Services: 2 overdue, 1 due soon', '/truckcare/due']
  expect(await told(people.northline)).toEqual([second, first])
  // What is done and due once more is new, and the daily mail lists the same.
  await rows(`update notification_choices set mail = 'daily'`)
  await rows(`update service_plans set every_km = 90000 where kind = 'oil' and unit_id is not null`)
  await pass(later(5))
  await rows(`update service_plans set every_km = 23000 where kind = 'oil' and unit_id is not null`)
  for (const days of [6, 7]) await pass(later(days))
  expect(await told(people.northline)).toEqual([second, second, first])
  const mails = await rows(`select to_address, subject, text_body from outbox where kind = 'notification' order by id`)
  expect(mails.map(({ to_address }) => to_address)).toEqual([people.northline, people.northline])
  for (const { subject, text_body } of mails) {
    expect(subject).toContain(second[0])
    for (const line of ['- Unit CARE-1: Oil change, overdue', '- Unit CARE-1: Tires, overdue', '/truckcare/due'])
      expect(text_body).toContain(line)
  }
  await rows(`delete from service_plans where every_months is not null`)
})

test('CARE-1 CARE-3 the list has the figures of a unit, and its page the fills', async () => {
  const [row] = (await ask(people.northline, units.list, { query: { filter: ['unit_number:CARE-1'] } })).body.units
  expect(row).toMatchObject({
    l_per_100km_30: 36,
    l_per_100km_90: 36,
    is_closed: false,
    cards: [{ card_number: card }],
    last_odometer: { reading: 103_000 },
    last_service: { kind: 'oil' },
    next_service: { kind: 'oil', state: 'overdue' },
  })
  const [sum] = await rows(
    `select sum(amount_cents)::int as cents from transactions where unit_number_of(vehicle) = 'CARE-1'`,
  )
  expect(row.spend_90).toEqual([{ currency: 'CAD', amount: sum.cents / 100 }])
  const { history } = (await ask(people.northline, units.history, { params: { id: unitId } })).body
  expect(history).toMatchObject({ km: 2000, litres: 720, l_per_100km: 36, broken: [], cards: [{ card_number: card }] })
  expect(history.fills.map(({ l_per_100km }: { l_per_100km: number }) => l_per_100km)).toEqual([35, 37])
  await rows(`update cards set card_status = 'CLOSED' where card_number = $1`, [card])
  const [closed] = (await ask(people.staff, units.list, { query: { filter: ['unit_number:CARE-1'] } })).body.units
  expect(closed).toMatchObject({ is_closed: true, next_service: null })
  expect(await due(people.northline)).toEqual([])
})
