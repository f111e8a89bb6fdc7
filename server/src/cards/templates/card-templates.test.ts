import { type CardTemplate, cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const companyId = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await companyId('Northline Haulage')
const provider = await companyId('Fresh Fuels Energy')
const create = (body: object) => ask(people.staff, cardTemplates.create, { body })
const days = JSON.stringify({ monday: true, friday: true })

test('UX-13 a template keeps the values it has and leaves the others open', async () => {
  const { status, body } = await create({
    name: ' Long haul ',
    uom: 'L',
    daily_card_limit: 750.5,
    weekly_fuel_quantity_limit: 1200.125,
    cash_refresh_days: days,
  })
  expect([status, body]).toMatchObject([
    201,
    {
      name: 'Long haul',
      company: provider,
      is_shared: true,
      uom: 'L',
      daily_card_limit: 750.5,
      weekly_fuel_quantity_limit: 1200.125,
      plastic_type: null,
      daily_cash_limit: null,
      version: 1,
    },
  ])
  expect(JSON.parse(body.cash_refresh_days)).toMatchObject({ monday: true, friday: true, sunday: false })
  const { rows } = await owner.query('select columns from card_templates where id = $1', [body.id])
  expect(rows[0].columns).toMatchObject({ daily_card_limit_cents: 75_050, weekly_fuel_quantity_limit_milli: 1_200_125 })
})

test('UX-13 a template of a company stands beside those for all, and its name is free there', async () => {
  await create({ name: 'City', card_type: 'CB Type' })
  const own = await create({ name: 'City', company: northline })
  expect([own.status, own.body.is_shared, own.body.company_name]).toEqual([201, false, 'Northline Haulage'])
  const again = await create({ name: 'CITY' })
  expect([again.status, again.body.error.fields]).toEqual([
    409,
    { name: 'This company already has a template with this name.' },
  ])
  const { templates } = (await ask(people.staff, cardTemplates.list, {})).body
  const shown = templates.map(({ name, is_shared }: CardTemplate) => [name, is_shared])
  expect(shown.slice(-1)).toEqual([['City', false]])
})

test('UX-13 FORM-7 a change needs the current version, is audited, and an emptied field is open again', async () => {
  const { body } = await create({ name: 'Reefer', daily_card_limit: 500, non_highway_fuel_limit: 40 })
  const params = { id: body.id }
  const change = { name: 'Reefer', non_highway_fuel_limit: 60, daily_card_limit: null, version: 1 }
  const changed = await ask(people.staff, cardTemplates.update, { params, body: change })
  expect(changed.body).toMatchObject({ daily_card_limit: null, non_highway_fuel_limit: 60, version: 2 })
  expect((await ask(people.staff, cardTemplates.update, { params, body: change })).body.error.code).toBe('record.stale')
  const { rows } = await owner.query(
    `select before, after from audit_log where action = 'cardTemplates.update' and record_id = $1`,
    [body.id],
  )
  expect(rows[0]).toMatchObject({ before: { non_highway_fuel_limit: 40 }, after: { non_highway_fuel_limit: 60 } })
  expect((await ask(people.staff, cardTemplates.remove, { params })).status).toBe(204)
  expect((await ask(people.staff, cardTemplates.get, { params })).status).toBe(404)
})

test('UX-13 a template takes no field of a single card, no value out of range and no unknown company', async () => {
  const faults = async (body: object) => Object.keys((await create({ name: 'Odd', ...body })).body.error.fields)
  expect(await faults({ driver_name: 'Zoé Lavoie' })).toEqual(['driver_name'])
  expect(await faults({ daily_card_limit: 1.234 })).toEqual(['daily_card_limit'])
  expect(await faults({ company: 987_654_321 })).toEqual(['company'])
})

test('PERM-7 customers and users who cannot add cards do not reach templates, not even those of their company', async () => {
  const { body } = await create({ name: 'Prairie only', company: northline })
  for (const who of [people.northline, people.desk, people.prairie, people.clerk]) {
    expect((await ask(who, cardTemplates.list, {})).status).toBe(403)
    expect((await ask(who, cardTemplates.get, { params: { id: body.id } })).status).toBe(403)
  }
})
