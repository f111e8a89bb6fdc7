import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { english } from '@portal/contract/english.ts'
import { units, type VehicleUnit } from '@portal/contract/units/units.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard, urls } = await testImports()
const companyId = async (name: string): Promise<number> =>
  (await rows('select id::int from companies where name = $1', [name]))[0].id
const northline = await companyId('Northline Haulage')
const prairie = await companyId('Prairie Freight')
const listed = async (who: string, ...filter: string[]): Promise<VehicleUnit[]> =>
  (await ask(who, units.list, { query: { filter, paged: 'false' } })).body.units
const change = (who: string, id: number, body: object) => ask(who, units.update, { params: { id }, body })
const idOf = async (number: string, company = northline): Promise<number> =>
  (await rows('select id::int from units where unit_number = $1 and company_id = $2', [number, company]))[0]?.id

test('CARE-1 a unit is there once a card or a transaction names it, once per company, trimmed and in capitals', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody({ vehicle_assigned_to_card: ' trk-901 ' }) }))
    .body
  expect((await listed(people.staff, 'unit_number:TRK-901')).map(({ company_name }) => company_name)).toEqual([
    'Northline Haulage',
  ])
  await ask(people.staff, cards.update, {
    params: { id: made.id },
    body: { ...made, vehicle_assigned_to_card: 'Trk-902' },
  })
  const card = await freshCard({ vehicle_assigned_to_card: 'trk-902' })
  await imported('Esso', [
    bought(card, { unit: 'trk-903' }),
    bought(card, { unit: 'TRK-903 ' }),
    bought(card, { unit: 'trk-902' }),
  ])
  expect((await listed(people.staff, 'unit_number::TRK-90')).map(({ unit_number }) => unit_number)).toEqual([
    'TRK-901',
    'TRK-902',
    'TRK-903',
  ])
  // The company that gets the card has the unit from then on too; the provider has none.
  await ask(people.staff, cardMoves.assign, { body: { cardIds: [made.id], customerCompanyId: prairie } })
  expect(await idOf('TRK-902', prairie)).toEqual(expect.any(Number))
  expect(await rows(`select from units join companies on companies.id = company_id where kind = 'provider'`)).toEqual(
    [],
  )
  // What the migration takes over is what the triggers keep.
  const missing = `select company_id, unit_number_of(v) from (select company_id, vehicle_assigned_to_card as v from cards union select company_id, vehicle from transactions) k
    join companies c on c.id = company_id and c.kind = 'customer' where unit_number_of(v) is not null except select company_id, unit_number from units`
  expect(await rows(missing)).toEqual([])
})

test('CARE-1 PERM-7 customers see and change their own units, staff those of every company', async () => {
  const [own, other] = [await idOf('TRK-901'), await idOf('TRK-902', prairie)]
  const seen = await listed(people.northline)
  expect(new Set(seen.map(({ company_id }) => company_id))).toEqual(new Set([northline]))
  expect(await listed(people.northline, `company_id:${prairie}`)).toEqual([])
  expect((await listed(people.staff, `company_id:${prairie}`)).map(({ id }) => id)).toContain(other)
  const facts = { tank_size: 1135.5, tank_unit: 'L', fuel_type: 'diesel', is_ifta: true, odometer_unit: 'km' }
  const answer = await change(people.northline, own, { ...facts, version: 1 })
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ ...facts, id: own, unit_number: 'TRK-901', version: 2 }),
  ])
  expect((await change(people.northline, other, facts)).status).toBe(404)
  expect((await change(people.staff, other, { fuel_type: 'gasoline' })).body).toMatchObject({ fuel_type: 'gasoline' })
  expect((await change(people.desk, own, facts)).status).toBe(403)
  // The database's own policies and grants, without the portal's filters.
  const client = new pg.Client({ connectionString: urls.appUrl })
  await client.connect()
  try {
    await client.query('begin; set local role portal_customer')
    await client.query(`select set_config('app.company', $1, true)`, [String(northline)])
    expect((await client.query('select from units where company_id <> $1', [northline])).rowCount).toBe(0)
    expect((await client.query('update units set version = version + 1 where id = $1', [other])).rowCount).toBe(0)
    await expect(client.query(`update units set unit_number = 'X' where id = $1`, [own])).rejects.toThrow('denied')
  } finally {
    await client.end()
  }
})

test('CARE-1 a change says what changed, keeps the rest, refuses a stale version and a tank without unit', async () => {
  const id = await idOf('TRK-903')
  const faultOf = async (body: object) => {
    const { status, body: answer } = await change(people.staff, id, body)
    return [status, answer.error.fields ?? answer.error.code]
  }
  expect(await faultOf({ tank_size: 300 })).toEqual([400, { tank_unit: english('unit.tank-unit') }])
  const tankSize = 'A tank holds from 20 to 5,000 litres.'
  for (const [tank_size, tank_unit] of [
    [9_999_999.999, 'L'],
    [5000.001, 'L'],
    [1321, 'GAL'],
    [0.001, 'L'],
  ])
    expect(await faultOf({ tank_size, tank_unit })).toEqual([400, { tank_size: tankSize }])
  for (const model_year of [1949, new Date().getUTCFullYear() + 2])
    expect(await faultOf({ model_year })).toEqual([
      400,
      { model_year: expect.stringMatching(/^Enter a model year from 1950 to 20\d\d\.$/) },
    ])
  expect(await faultOf({ fuel_type: 'propane' })).toEqual([400, { fuel_type: english('field.from-list') }])
  expect(await faultOf({ unit: 'X' })).toEqual([400, { unit: expect.any(String) }])
  expect((await change(people.staff, id, { tank_size: 300, tank_unit: 'GAL', is_ifta: false })).status).toBe(200)
  expect(await faultOf({ version: 1, is_ifta: true })).toEqual([409, 'record.stale'])
  const { body } = await change(people.staff, id, { odometer_unit: 'mi', version: 2 })
  expect(body).toMatchObject({ tank_size: 300, tank_unit: 'GAL', is_ifta: false, odometer_unit: 'mi', version: 3 })
  const sentBack = await change(people.staff, id, body)
  expect([sentBack.status, sentBack.body.version]).toEqual([200, 4])
  expect((await change(people.staff, id, { tank_size: null })).body).toMatchObject({ tank_size: null, tank_unit: null })
  const [noted] = await rows(
    `select record_type, record_label, before, after from audit_log where action = 'units.update' and record_id = $1 order by id offset 1 limit 1`,
    [id],
  )
  expect(noted).toEqual({
    record_type: 'unit',
    record_label: 'TRK-903, Northline Haulage',
    before: { odometer_unit: null },
    after: { odometer_unit: 'mi' },
  })
  expect((await change(people.staff, 987_654_321, {})).status).toBe(404)
})

test('CARE-1 LIST-13 units are filtered, sorted and paged like other lists', async () => {
  const page = await ask(people.staff, units.list, {
    query: { filter: ['fuel_type:diesel'], sort: 'unit_number,desc', page: '1', pageSize: '1' },
  })
  expect([page.status, page.body.units.length, page.body.units[0].fuel_type]).toEqual([200, 1, 'diesel'])
  const bad = await ask(people.staff, units.list, { query: { filter: ['fuel_type:propane'] } })
  expect(bad.status).toBe(400)
})

test('UX-1 PERM-7 a unit’s page has its cards and purchases, as far as its reader can see them', async () => {
  const card = await freshCard({ vehicle_assigned_to_card: ' trk-905' })
  await imported('Esso', [bought(card, { unit: 'TRK-905' }), bought(card, { unit: 'trk-906' })])
  // The file's day may be in another month than the clock's.
  await rows(`update transactions set txn_at = provider_day(now()) where vehicle ilike '%trk-905%'`)
  const id = await idOf('TRK-905')
  const got = await ask(people.northline, units.get, { params: { id } })
  expect([got.status, got.body.unit_number, got.body.company_name]).toEqual([200, 'TRK-905', 'Northline Haulage'])
  expect(got.body.cards).toMatchObject([{ card_number: card }])
  expect(got.body.purchases).toMatchObject({ count: 1, month_before: [], last: [{ currency: 'CAD' }] })
  const [sum] = await rows(
    `select (sum(quantity_milli) / 1000)::float8 as litres, (sum(l.amount_cents) / 100.0)::float8 as amount
     from transaction_lines l join transactions t on t.id = transaction_id where vehicle = 'TRK-905' and product = 'D1'`,
  )
  expect(got.body.purchases.this_month).toEqual([{ currency: 'CAD', litres: sum.litres, amount: sum.amount }])
  expect((await ask(people.staff, units.get, { params: { id } })).body).toEqual(got.body)
  expect((await ask(people.prairie, units.get, { params: { id } })).status).toBe(404)
  // A user of Truck Care alone learns nothing about cards and transactions.
  await rows(`update users set levels = '{"manage_truckcare": 1}' where email = $1`, [people.desk])
  const less = await ask(people.desk, units.get, { params: { id } })
  expect([less.status, less.body.cards, less.body.purchases]).toEqual([200, null, null])
})
