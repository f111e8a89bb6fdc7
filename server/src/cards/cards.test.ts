import { cardBalances, cards } from '@portal/contract/cards/cards.ts'
import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { companies } from '@portal/contract/companies/companies.ts'
import { expect, test } from 'vitest'
import { seedDemo } from '../demo/demo.queries.ts'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const create = async (changes = {}) => (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const update = (who: string, id: number, body: object) => ask(who, cards.update, { params: { id }, body })

test('CARD-10 a card is created, read, changed and deleted', async () => {
  const body = cardBody()
  const created = await ask(people.staff, cards.create, { body })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ ...body, status: 'ACTIVE', version: 1 })
  const { id } = created.body
  expect((await ask(people.staff, cards.get, { params: { id } })).body).toEqual(created.body)
  const changed = await update(people.staff, id, { ...created.body, driver_name: 'Noah Singh' })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ driver_name: 'Noah Singh', version: 2 })
  expect((await ask(people.staff, cards.remove, { params: { id } })).status).toBe(204)
  expect((await ask(people.staff, cards.get, { params: { id } })).status).toBe(404)
})

test('UX-4 CARD-19 a card shows the currency of its amounts, which is its company’s', async () => {
  await owner.query(`insert into companies (kind, name) values ('customer', 'Dollar Fleet')`)
  await owner.query(
    `update customers set currency = 'USD' where company_id = (select id from companies where name = 'Dollar Fleet')`,
  )
  const made = await create({ company_name: 'Dollar Fleet' })
  expect(made.currency).toBe('USD')
  const rows = async (who: string, filter: string) =>
    (await ask(who, cards.list, { query: { filter, size: '1' } })).body.cards
  expect(await rows(people.staff, `card_number:${made.card_number}`)).toMatchObject([{ currency: 'USD' }])
  expect(await rows(people.northline, 'company_name:Northline Haulage')).toMatchObject([{ currency: 'CAD' }])
  const options = (await ask(people.staff, companies.findAll, {})).body
  expect(options.find(({ company_name }: { company_name: string }) => company_name === 'Dollar Fleet')).toMatchObject({
    currency: 'USD',
  })
  // Sent back as read, the card keeps its currency; with another company it takes that company's.
  expect(
    (await update(people.staff, made.id, { ...made, company_name: 'Fresh Fuels Energy', company: null })).body.currency,
  ).toBe('CAD')
})

test('CARD-8 an existing number is rejected at its field, on create and on change', async () => {
  const [one, two] = [await create(), await create()]
  const again = await ask(people.staff, cards.create, { body: cardBody({ card_number: one.card_number }) })
  expect([again.status, again.body.error.fields]).toEqual([
    409,
    { card_number: 'A card with this number already exists.' },
  ])
  expect((await update(people.staff, two.id, { ...two, card_number: one.card_number })).body.error.code).toBe(
    'card.number-taken',
  )
})

test('CARD-6 a company is found by its unique name or by its id, else its field has an error', async () => {
  await owner.query(
    `insert into companies (kind, name) values ('customer', 'Twin Fleets'), ('customer', 'Twin Fleets')`,
  )
  const refused = async (changes: object) =>
    (await ask(people.staff, cards.create, { body: cardBody(changes) })).body.error.fields
  expect(await refused({ company_name: 'No Such Fleet' })).toEqual({ company_name: 'No company has this name.' })
  expect(await refused({ company_name: 'Twin Fleets' })).toEqual({
    company_name: 'More than one company has this name.',
  })
  expect(await refused({ company: 99999 })).toEqual({ company: 'This company does not exist, or you cannot see it.' })
  const { rows } = await owner.query(`select max(id)::int as id from companies where name = 'Twin Fleets'`)
  expect(await create({ company_name: 'anything', company: rows[0].id })).toMatchObject({
    company: rows[0].id,
    company_name: 'Twin Fleets',
  })
  expect(await create({ company_name: 'Fresh Fuels Energy' })).toMatchObject({ company_number: null })
})

test('CARD-6 the pay check balance can be written under either name and is read under one', async () => {
  const { paycheck_balance, ...body } = cardBody()
  const made = await ask(people.staff, cards.create, { body: { ...body, pay_check_balance: 12.34 } })
  expect(made.body.paycheck_balance).toBe(12.34)
  expect(made.body).not.toHaveProperty('pay_check_balance')
})

test('CARD-7 the day objects travel as JSON-encoded text both ways', async () => {
  const days = encodeRefreshDays(maskToDays(0b1000001))
  expect((await create({ cash_refresh_days: days })).cash_refresh_days).toBe(days)
  expect(JSON.parse(days)).toMatchObject({ monday: true, sunday: true, na: false })
  const refused = await ask(people.staff, cards.create, {
    body: cardBody({ cash_refresh_days: '{"monday":true,"na":true}' }),
  })
  expect(refused.body.error.fields).toEqual({ cash_refresh_days: 'Choose days, or only N/A.' })
})

test('FORM-7 when two users edit one card, the second gets a conflict and overwrites nothing', async () => {
  const made = await create()
  expect((await update(people.staff, made.id, { ...made, trip_number: '1' })).status).toBe(200)
  const second = await update(people.northline, made.id, { ...made, trip_number: '2' })
  expect([second.status, second.body.error.code]).toEqual([409, 'record.stale'])
  expect((await ask(people.staff, cards.get, { params: { id: made.id } })).body.trip_number).toBe('1')
  const { version, ...unchecked } = made
  expect((await update(people.staff, made.id, { ...unchecked, trip_number: '3' })).body.trip_number).toBe('3')
})

test('FORM-7 of two simultaneous changes, one succeeds and the other gets a conflict', async () => {
  const made = await create()
  const answers = await Promise.all(
    ['1', '2', '3', '4'].map((trip_number) => update(people.staff, made.id, { ...made, trip_number })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('FORM-7 a balance that changed meanwhile is kept unless the user edited it', async () => {
  const made = await create({ weekly_product_balance: 50, refreshing_cash_balance: 80 })
  await owner.query(
    'update cards set weekly_product_balance_cents = 1234, refreshing_cash_balance_cents = -500 where id = $1',
    [made.id],
  )
  const saved = (await update(people.staff, made.id, { ...made, refreshing_cash_balance: 90 })).body
  expect(saved).toMatchObject({ weekly_product_balance: 12.34, refreshing_cash_balance: 90 })
  expect(cardBalances).toContain('weekly_product_balance')
})

test('PERM-6 a customer can hold, release and name drivers; any other change is rejected by field', async () => {
  const made = await create()
  const held = await update(people.northline, made.id, { ...made, card_status: 'HOLD', driver_name: 'Beth Miller' })
  expect(held.body).toMatchObject({ status: 'HOLD', driver_name: 'Beth Miller' })
  const refused = await update(people.northline, made.id, {
    ...held.body,
    daily_card_limit: 9999,
    card_number: '1234567',
    company_name: 'Prairie Freight',
    company: null,
  })
  expect(refused.status).toBe(409)
  const reason = 'Only your provider can change this.'
  expect(refused.body.error.fields).toEqual({ daily_card_limit: reason, card_number: reason, company_name: reason })
  const closing = await update(people.northline, made.id, { ...held.body, card_status: 'CLOSED' })
  expect(Object.keys(closing.body.error.fields)).toEqual(['card_status'])
})

test('CARD-9 CLOSED is final', async () => {
  const made = await create()
  const closed = (await update(people.staff, made.id, { ...made, card_status: 'CLOSED' })).body
  expect(closed.status).toBe('Closed')
  expect((await update(people.staff, made.id, { ...closed, card_status: 'RELEASE' })).body.error.code).toBe(
    'card.closed',
  )
  expect((await update(people.staff, made.id, closed)).status).toBe(200)
})

test('CARD-19 LIT-4 a closed card rejects every change; sent back unchanged, it stays unchanged', async () => {
  const made = await create()
  const closed = (await update(people.staff, made.id, { ...made, card_status: 'CLOSED' })).body
  for (const change of [
    { driver_name: 'Somebody Else' },
    { card_status: 'HOLD' },
    { company: null, company_name: 'Prairie Freight' },
    { daily_card_limit: 1 },
  ]) {
    const refused = await update(people.staff, made.id, { ...closed, ...change })
    expect([change, refused.status, refused.body.error?.message]).toEqual([
      change,
      409,
      'A closed card cannot be changed.',
    ])
  }
  const { version, updated_at, ...before } = closed
  const { status, body } = await update(people.staff, made.id, closed)
  expect(status).toBe(200)
  expect(body).toMatchObject(before)
})

test('CARD-19 LIT-4 a card shows its company’s currency, and its row whether it has transactions', async () => {
  await owner.query(
    `update customers set currency = 'USD' where company_id = (select id from companies where name = 'Prairie Freight')`,
  )
  expect((await create({ company_name: 'Prairie Freight' })).currency).toBe('USD')
  const made = await create()
  expect(made.currency).toBe('CAD')
  expect((await create({ company_name: 'Fresh Fuels Energy' })).currency).toBe('CAD')
  const rowOf = async (who: string, number: string) =>
    (await ask(who, cards.list, { query: { filter: `card_number:${number}` } })).body.cards.map(
      ({ currency, has_transactions }: { currency: string; has_transactions: boolean }) => ({
        currency,
        has_transactions,
      }),
    )
  expect(await rowOf(people.northline, made.card_number)).toEqual([{ currency: 'CAD', has_transactions: false }])
  const { rows } = await owner.query(
    `select card_number from cards where company_id = $1 and exists (select from transactions where card_id = cards.id) limit 1`,
    [made.company],
  )
  for (const who of [people.staff, people.northline])
    expect(await rowOf(who, rows[0].card_number)).toEqual([{ currency: 'CAD', has_transactions: true }])
})

test('CARD-3 CARD-9 filters accept the second key of plastic type, and status by value or by label', async () => {
  const count = async (filter: string) =>
    (await ask(people.staff, cards.list, { query: { filter } })).body.metadata.total_count
  expect(await count('plastic_typee:Spare')).toBe(await count('plastic_type:Spare'))
  expect(await count('plastic_type:Spare')).toBeGreaterThan(100)
  expect(await count('card_status:ACTIVE')).toBe(await count('card_status:RELEASE'))
  expect(
    (await count('card_status:ACTIVE')) + (await count('card_status:HOLD')) + (await count('card_status:Closed')),
  ).toBe(await count('driver_name::'))
  expect(await count('company_number:C00002')).toBe(await count('company_name:Northline Haulage'))
})

test('LIST-7 contains treats % and _ literally and ignores case', async () => {
  await create({ driver_name: '100%_sure' })
  const names = async (filter: string) =>
    (await ask(people.staff, cards.list, { query: { filter } })).body.cards.map(
      ({ driver_name }: { driver_name: string }) => driver_name,
    )
  expect(await names('driver_name::0%_S')).toEqual(['100%_sure'])
  expect(await names('driver_name::%')).toEqual(['100%_sure'])
  expect(await names('driver_name::\\')).toEqual([])
})

test('LIST-4 LIST-7 a page past the end is the last page, and an empty list has one page', async () => {
  const past = await ask(people.northline, cards.list, { query: { page: '9999', size: '10' } })
  const { page, total_pages, total_count } = past.body.metadata
  expect([page, past.body.cards.length]).toEqual([total_pages, total_count - (total_pages - 1) * 10])
  const empty = await ask(people.staff, cards.list, { query: { filter: 'card_number:000000', page: '3' } })
  expect(empty.body).toEqual({
    metadata: { page: 1, size: 10, total_count: 0, total_pages: 1, total_kind: 'exact' },
    cards: [],
  })
})

test('LIST-9 an unpaged list is complete up to its bound and rejected beyond it', async () => {
  const whole = await ask(people.staff, cards.list, { query: { paged: 'false', sort: 'driver_name,desc' } })
  expect(whole.body.metadata).toEqual({
    page: 1,
    size: whole.body.cards.length,
    total_count: whole.body.cards.length,
    total_pages: 1,
    total_kind: 'exact',
  })
  expect(whole.body.cards.length).toBeGreaterThan(600)
  const many = await testApp()
  await seedDemo(many.urls.ownerUrl, { cards: 10_001 })
  const refused = await many.ask(people.staff, cards.list, { query: { paged: 'false' } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'list.too-long'])
  const csv = await many.ask(people.staff, cards.list, { query: { format: 'csv' } })
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(10_002)
})

test('LIST-11 the filtered list downloads as CSV, with the download permission', async () => {
  await create({ driver_name: '=HYPERLINK("x")', trailer_number: 'CSV-1' })
  const csv = await ask(people.clerk, cards.list, { query: { format: 'csv', filter: 'trailer_number:CSV-1' } })
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="cards.csv"',
  })
  const [head, row] = csv.text.slice(1).split('\r\n')
  expect(head).toBe(
    'Number,Company,Company number,Plastic type,Trailer,Status,Cash advance,Cash balance,Driver name,Tractor,Reefer,UOM,Issued,Currency',
  )
  expect(row).toContain(`,80.07,"'=HYPERLINK(""x"")",T1,50,L,2026-03-02`)
  await owner.query(`update users set levels = '{"manage_dashboard": 1}' where email = $1`, [people.desk])
  expect((await ask(people.desk, cards.list, { query: { format: 'csv' } })).status).toBe(403)
  const { rows } = await owner.query(
    `select after from audit_log where action = 'cards.list.export' order by id desc limit 1`,
  )
  expect(rows[0].after).toEqual({ format: 'csv', filter: ['trailer_number:CSV-1'] })
})

test('PERM-4 T5 a changed permission applies from the next call', async () => {
  const made = await create()
  expect((await ask(people.clerk, cards.update, { params: { id: made.id }, body: made })).status).toBe(403)
  await owner.query(`update users set levels = levels || '{"manage_fuel_cards": 1}' where email = $1`, [people.clerk])
  expect((await ask(people.clerk, cards.update, { params: { id: made.id }, body: made })).status).toBe(200)
})

test('CARD-8 FORM-7 a balance that purchases took below zero does not block a change, but no user can set one there', async () => {
  const made = await create({ refreshing_cash_balance: 80 })
  await owner.query('update cards set refreshing_cash_balance_cents = -500 where id = $1', [made.id])
  const read = (await ask(people.northline, cards.get, { params: { id: made.id } })).body
  expect(read.refreshing_cash_balance).toBe(-5)
  const held = await update(people.northline, made.id, { ...read, card_status: 'HOLD' })
  expect([held.status, held.body.refreshing_cash_balance]).toEqual([200, -5])
  const refused = await update(people.staff, made.id, {
    ...held.body,
    refreshing_cash_balance: -6,
    dash_cash_balance: -1,
  })
  expect(refused.body.error.fields).toEqual({
    refreshing_cash_balance: 'Must be 0 or more.',
    dash_cash_balance: 'Must be 0 or more.',
  })
  expect(
    (await ask(people.staff, cards.create, { body: cardBody({ debit_dollar_balance: -1 }) })).body.error.fields,
  ).toEqual({
    debit_dollar_balance: 'Must be 0 or more.',
  })
})

test('API-2 an impossible date and a path that is not an id are rejected, never a 500', async () => {
  expect((await ask(people.staff, cards.list, { query: { filter: 'card_issue_date:0000-01-01' } })).status).toBe(400)
  expect(
    (await ask(people.staff, cards.create, { body: cardBody({ card_issue_date: '0000-01-01' }) })).body.error.fields,
  ).toEqual({
    card_issue_date: 'Enter a date as YYYY-MM-DD.',
  })
  expect((await ask(people.staff, cards.get, { params: { id: '9'.repeat(300) } })).body.error.code).toBe(
    'record.not-found',
  )
  expect((await ask(people.staff, cards.list, { query: { sort: 'card_number,asc,desc' } })).status).toBe(400)
  expect(
    Object.keys((await ask(people.staff, cards.create, { body: { ...cardBody(), toString: 'x' } })).body.error.fields),
  ).toEqual(['toString'])
})

test('CARD-9 a card’s holders and statuses are recorded with user and time', async () => {
  const made = await create()
  const { body: moved } = await update(people.staff, made.id, {
    ...made,
    company: null,
    company_name: 'Prairie Freight',
  })
  await update(people.staff, made.id, { ...moved, card_status: 'HOLD', status_reason: ' Stolen ' })
  const holders = await owner.query(
    'select c.name, from_at::text from card_assignments a join companies c on c.id = a.company_id where card_id = $1 order by from_at',
    [made.id],
  )
  expect(holders.rows).toEqual([
    { name: 'Northline Haulage', from_at: '-infinity' },
    { name: 'Prairie Freight', from_at: expect.stringMatching(/^20/) },
  ])
  const events = await owner.query(
    'select kind, from_status, to_status, user_name, note, company_id::int from card_events where card_id = $1 order by id',
    [made.id],
  )
  expect(events.rows).toEqual([
    {
      kind: 'created',
      from_status: null,
      to_status: 'RELEASE',
      user_name: expect.any(String),
      note: null,
      company_id: made.company,
    },
    {
      kind: 'assigned',
      from_status: null,
      to_status: null,
      user_name: expect.any(String),
      note: null,
      company_id: moved.company,
    },
    {
      kind: 'status',
      from_status: 'RELEASE',
      to_status: 'HOLD',
      user_name: expect.any(String),
      note: 'Stolen',
      company_id: moved.company,
    },
  ])
})
