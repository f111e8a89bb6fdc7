import { markups } from '@portal/contract/markups/markups.ts'
import { expect, test } from 'vitest'
import { seedDemo } from '../demo/demo.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { markupBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, urls, database } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const prairie = await idOf('Prairie Freight')
const provider = await idOf('Fresh Fuels Energy')
const post = (body: object, headers = {}) => ask(people.staff, markups.create, { body, headers })
const create = async (changes = {}) => (await post(markupBody(northline, changes))).body
const put = (body: object) => ask(people.staff, markups.update, { body })
const succeed = (id: number, body: object) => ask(people.staff, markups.succeed, { params: { id }, body })
const get = async (id: number) => (await ask(people.staff, markups.get, { params: { id } })).body

test("MARK-3 a markup is added with the specification's payload and read under the names of its record", async () => {
  const made = await post({
    customer_id: northline,
    eob_customer_company_id: northline,
    eob_parent_company_id: provider,
    fuel_company_id: 5,
    markup_value: 0.0525,
    from_date: '1999-01-01',
    to_date: null,
    status: 'ACTIVE',
  })
  // The demo's own markup starts later and this one has no end, so the overlapping days are named.
  expect([made.status, made.body.error.fields]).toEqual([
    409,
    {
      from_date: expect.stringMatching(
        /^This company already has an active markup for this provider from 2025-01-01( to 20\d\d-\d\d-\d\d)?\.$/,
      ),
    },
  ])
  const body = {
    eob_customer_company_id: northline,
    fuel_company_id: 5,
    markup_value: 0.0525,
    from_date: '1999-01-01',
    to_date: '1999-01-31',
  }
  const { status, body: record } = await post(body)
  expect(status).toBe(201)
  expect(record).toEqual({
    id: expect.any(Number),
    markup_id: record.id,
    customer_id: northline,
    customer_company_id: northline,
    eob_customer_company_id: northline,
    eob_parent_company_id: provider,
    company_name: 'Northline Haulage',
    company_number: 'C00002',
    fuel_company_provider_id: 5,
    fuel_company_provider: 'TA-Petro',
    mark_up_value: 0.0525,
    currency: 'USD',
    unit: 'GAL',
    from_date: '1999-01-01',
    to_date: '1999-01-31',
    status: 'ACTIVE',
    version: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await get(record.id)).toEqual(record)
  const { rows } = await owner.query('select markup_value_e4::int as value from markups where id = $1', [record.id])
  expect(rows[0].value).toBe(525)
})

test("MARK-3 an edit's payload changes only value and provider", async () => {
  const made = await create()
  const { status, body } = await put({ id: made.id, markupValue: 0, fuelCompanyProviderId: 2 })
  expect([status, body]).toEqual([
    200,
    {
      ...made,
      mark_up_value: 0,
      fuel_company_provider_id: 2,
      fuel_company_provider: 'Suncore',
      version: 2,
      updated_at: expect.any(String),
    },
  ])
  const whole = await put({ ...body, to_date: null, status: 'INACTIVE' })
  expect(whole.body).toMatchObject({ to_date: null, status: 'INACTIVE', from_date: made.from_date, version: 3 })
  expect((await put({ id: 987_654_321, markupValue: 1, fuelCompanyProviderId: 1 })).body.error.code).toBe(
    'record.not-found',
  )
})

test("MARK-2 COMP-7 each missing or wrong value is reported at its field, in the specification's words", async () => {
  expect((await post({})).body.error.fields).toEqual({
    customer_company_id: 'Company Name is required',
    fuel_company_provider_id: 'Fuel Company Provider is required',
    mark_up_value: 'Markup Value is required',
    from_date: 'This field is required.',
  })
  const refused = async (changes: object) => (await post(markupBody(northline, changes))).body.error.fields
  expect(await refused({ mark_up_value: -0.0001 })).toEqual({ mark_up_value: 'Must be 0 or more.' })
  expect(await refused({ mark_up_value: 0.00001 })).toEqual({ mark_up_value: 'Use at most 4 decimals.' })
  expect(await refused({ mark_up_value: 10_000 })).toEqual({ mark_up_value: 'Must be 9,999.9999 or less.' })
  expect(await refused({ mark_up_value: '0.03' })).toEqual({ mark_up_value: 'Enter a number.' })
  expect(await refused({ from_date: '2026-02-30', to_date: null })).toEqual({
    from_date: 'Enter a date as YYYY-MM-DD.',
  })
  expect(await refused({ from_date: '1990-02-02', to_date: '1990-02-01' })).toEqual({
    to_date: 'To Date cannot be before From Date.',
  })
  expect(await refused({ fuel_company_provider_id: 6 })).toEqual({
    fuel_company_provider_id: 'Choose one from the list.',
  })
  for (const company of ['x', 0, 1.5, [], '-1'] as number[])
    expect(await refused({ customer_company_id: company })).toEqual({
      customer_company_id: 'Choose one from the list.',
    })
  for (const company of ['', null] as unknown as number[])
    expect(await refused({ customer_company_id: company })).toEqual({ customer_company_id: 'Company Name is required' })
  const noCompany = { customer_company_id: 'This company does not exist, or you cannot see it.' }
  const waiting = await idOf('Blue Heron Express')
  for (const company of [provider, waiting, 987_654_321])
    expect(await refused({ customer_company_id: company })).toEqual(noCompany)
  expect(await refused({ status: 'INACTIVE' })).toEqual({ status: 'Choose one of: ACTIVE.' })
  expect(await refused({ customer_id: prairie, eob_parent_company_id: prairie })).toEqual({
    customer_id: 'This does not match the company.',
    eob_parent_company_id: 'This does not match the provider.',
  })
  const made = await create({ from_date: '1991-01-01', to_date: '1991-12-31' })
  // The edit sends only the last day, so only the server knows that it is before the first.
  const ended = await put({ id: made.id, markupValue: 1, fuelCompanyProviderId: 1, to_date: '1990-12-31' })
  expect([ended.status, ended.body.error.fields]).toEqual([400, { to_date: 'To Date cannot be before From Date.' }])
})

test('MARK-5 two active markups of one customer and provider never share a day, when added or changed', async () => {
  const first = await create({ fuel_company_provider_id: 4, from_date: '1980-01-01', to_date: '1980-06-30' })
  const during = await post(
    markupBody(northline, { fuel_company_provider_id: 4, from_date: '1980-06-30', to_date: '1980-12-31' }),
  )
  expect([during.status, during.body.error.code, during.body.error.fields]).toEqual([
    409,
    'markup.overlap',
    { from_date: 'This company already has an active markup for this provider from 1980-01-01 to 1980-06-30.' },
  ])
  const next = await create({ fuel_company_provider_id: 4, from_date: '1980-07-01', to_date: '1980-12-31' })
  expect(next.id).toBeGreaterThan(first.id)
  const other = await create({ fuel_company_provider_id: 2, from_date: '1980-06-30', to_date: '1980-12-31' })
  expect(
    (await post(markupBody(prairie, { fuel_company_provider_id: 4, from_date: '1980-06-30', to_date: '1980-12-31' })))
      .status,
  ).toBe(201)
  const change = { id: next.id, markupValue: 0.02, fuelCompanyProviderId: 4 }
  expect((await put({ ...change, from_date: '1980-06-01' })).body.error.code).toBe('markup.overlap')
  expect((await put({ ...change, id: other.id })).body.error.code).toBe('markup.overlap')
  // An inactive markup blocks no days until it becomes active again.
  expect((await put({ ...change, from_date: '1980-06-01', status: 'INACTIVE' })).status).toBe(200)
  expect((await put({ ...change, status: 'ACTIVE' })).body.error.code).toBe('markup.overlap')
})

test('MARK-5 M11 the database itself rejects an overlap', async () => {
  const insert = `insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date, to_date, status) values ($1, 1, 1, $2, $3, $4)`
  await owner.query(insert, [prairie, '1970-01-01', '1970-12-31', 'ACTIVE'])
  await expect(owner.query(insert, [prairie, '1970-12-31', '1971-12-31', 'ACTIVE'])).rejects.toThrow(
    'markups_never_overlap',
  )
  await owner.query(insert, [prairie, '1970-12-31', '1971-12-31', 'INACTIVE'])
  await expect(owner.query(insert, [prairie, '1972-02-01', '1972-01-01', 'ACTIVE'])).rejects.toThrow('check constraint')
})

test('MARK-5 of several markups added for the same days at once, one succeeds and the others get a conflict', async () => {
  const bodies = ['1960-01-01', '1960-02-01', '1960-03-01', '1960-04-01'].map((from_date) =>
    markupBody(prairie, { fuel_company_provider_id: 2, from_date, to_date: '1960-12-31' }),
  )
  const answers = await Promise.all(bodies.map((body) => post(body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(Object.keys(body.error.fields)).toEqual(['from_date'])
  const { rows } = await owner.query(
    `select count(*)::int as count from markups where company_id = $1 and to_date = '1960-12-31'`,
    [prairie],
  )
  expect(rows[0].count).toBe(1)
})

test('MARK-5 a new value from a date: the old markup ends the day before, the new one takes the rest', async () => {
  const old = await create({ from_date: '1985-01-01', to_date: '1985-12-31' })
  const answer = await succeed(old.id, { mark_up_value: 0.04, from_date: '1985-03-01', version: old.version })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    mark_up_value: 0.04,
    from_date: '1985-03-01',
    to_date: '1985-12-31',
    status: 'ACTIVE',
    version: 1,
  })
  expect(answer.body.customer_company_id).toBe(northline)
  expect(await get(old.id)).toMatchObject({
    mark_up_value: 0.0325,
    from_date: '1985-01-01',
    to_date: '1985-02-28',
    version: 2,
  })
  const { rows } = await owner.query(
    `select record_id::int, before, after from audit_log where action = 'markups.succeed' and record_id in ($1, $2) order by id`,
    [old.id, answer.body.id],
  )
  expect(rows).toEqual([
    { record_id: old.id, before: { to_date: '1985-12-31' }, after: { to_date: '1985-02-28' } },
    {
      record_id: answer.body.id,
      before: null,
      after: expect.objectContaining({ mark_up_value: 0.04, currency: 'CAD', unit: 'L' }),
    },
  ])
})

test("MARK-5 a successor starts within its predecessor's days, or nothing changes", async () => {
  const old = await create({ from_date: '1986-01-01', to_date: '1986-12-31' })
  const refused = async (from_date: string) =>
    (await succeed(old.id, { mark_up_value: 1, from_date })).body.error.fields
  expect(await refused('1986-01-01')).toEqual({ from_date: 'This markup starts on 1986-01-01. Choose a later day.' })
  expect(await refused('1987-01-01')).toEqual({
    from_date: 'This markup ends on 1986-12-31. Choose that day or an earlier one.',
  })
  expect((await succeed(old.id, { mark_up_value: 1, from_date: '1986-05-01', version: 7 })).body.error.code).toBe(
    'record.stale',
  )
  expect(await get(old.id)).toEqual(old)
  const inactive = (await put({ ...old, status: 'INACTIVE' })).body
  expect((await succeed(inactive.id, { mark_up_value: 1, from_date: '1986-05-01' })).body.error.code).toBe(
    'markup.inactive',
  )
})

test('MARK-5 of several simultaneous successors, one succeeds and the days stay complete', async () => {
  const old = await create({ from_date: '1987-01-01', to_date: '1987-12-31' })
  const days = ['1987-02-01', '1987-03-01', '1987-04-01']
  const answers = await Promise.all(
    days.map((from_date) => succeed(old.id, { mark_up_value: 0.01, from_date, version: old.version })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const { rows } = await owner.query(
    `select sum(to_date - from_date + 1)::int as days from markups where company_id = $1 and fuel_provider_id = 1 and from_date between '1987-01-01' and '1987-12-31'`,
    [northline],
  )
  expect(rows[0].days).toBe(365)
})

test('MARK-5 I3 a request that waits too long gets the reason: an import is being booked, or another user is saving', async () => {
  const old = await create({ from_date: '1982-01-01', to_date: '1982-12-31' })
  for (const [isFile, code, words] of [
    [true, 'import.booking', 'An import is being booked. Try again when it is done.'],
    [false, 'prices.changing', 'Markups or purchases are being changed right now. Try again in a few seconds.'],
  ] as const) {
    let held = () => {}
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => {
      held = resolve
    })
    const holder = database.transaction(staffScope(0), async (db) => {
      await lockPricing(db, isFile)
      held()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await isHeld
    const { status, body } = await put({ ...old, mark_up_value: 0.07 })
    release()
    await holder
    expect([status, body.error.code, body.error.message]).toEqual([409, code, words])
  }
  expect((await put({ ...old, mark_up_value: 0.07 })).status).toBe(200)
})

test('MARK-5 I3 no markup changes while a file is booked: a request that waits too long fails and changes nothing', async () => {
  const old = await create({ from_date: '1983-01-01', to_date: '1983-12-31' })
  const booking = await owner.connect()
  try {
    await booking.query('begin; select pg_advisory_xact_lock(70830016), pg_advisory_xact_lock(70830017)')
    const refused = await Promise.all([
      put({ ...old, mark_up_value: 0.07 }),
      succeed(old.id, { mark_up_value: 0.07, from_date: '1983-03-01' }),
      post(markupBody(northline, { from_date: '1984-01-01', to_date: '1984-12-31' })),
    ])
    for (const { status, body } of refused)
      expect([status, body.error.code, body.error.message]).toEqual([
        409,
        'import.booking',
        'An import is being booked. Try again when it is done.',
      ])
    expect(await get(old.id)).toEqual(old)
    const waits = put({ ...old, mark_up_value: 0.07 })
    const isWaiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = 70830016 and not granted`
    await expect.poll(async () => (await booking.query(isWaiting)).rows[0].count).toBe(1)
    await booking.query('commit')
    expect((await waits).body.mark_up_value).toBe(0.07)
  } finally {
    booking.release(true)
  }
})

test('FORM-7 MARK-3 when two users change one markup, the second gets a conflict and overwrites nothing', async () => {
  const made = await create()
  const answers = await Promise.all([0.01, 0.02, 0.03].map((mark_up_value) => put({ ...made, mark_up_value })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.error.code)).toEqual([
    'record.stale',
    'record.stale',
  ])
  expect((await get(made.id)).version).toBe(2)
  expect((await put({ id: made.id, markupValue: 0.09, fuelCompanyProviderId: 1 })).body.mark_up_value).toBe(0.09)
})

test('API-3 MARK-3 the same key adds one markup and returns it twice', async () => {
  const body = markupBody(northline)
  const key = { 'idempotency-key': 'markup-once' }
  const [one, two] = [await post(body, key), await post(body, key)]
  expect([one.status, two.status, two.body]).toEqual([201, 201, one.body])
  expect((await post({ ...body, mark_up_value: 1 }, key)).body.error.code).toBe('idempotency.mismatch')
})

test('MARK-3 the two drop-downs: every customer company, and the five providers with unit and currency', async () => {
  const { body: customers } = await ask(people.staff, markups.customers)
  expect(customers).toContainEqual({
    company_name: 'Northline Haulage',
    company_id: northline,
    customer_id: northline,
    company_number: 'C00002',
  })
  expect(customers).toHaveLength(12)
  const { body } = await ask(people.staff, markups.providers)
  const shown = body.fuel_company.map((one: Record<string, unknown>) => Object.values(one).join(' '))
  expect(shown).toEqual([
    'Esso 1 ESSO CAD L',
    'Suncore 2 SUNCORE CAD L',
    'Comdata 3 COMDATA USD GAL',
    'Pipeline 4 PIPELINE CAD L',
    'TA-Petro 5 TAPetro USD GAL',
  ])
})

test('MARK-1 LIST-11 the list filters by company, provider, value and day, and downloads as CSV with unit and currency', async () => {
  const made = await create({ mark_up_value: 0.4321, fuel_company_provider_id: 3 })
  const found = async (...filter: string[]) =>
    (await ask(people.staff, markups.list, { query: { filter } })).body.markups
  expect(await found('markup_value:0.4321')).toEqual([made])
  expect(await found('mark_up_value:0.4..0.5', 'fuel_company_provider:comdata', 'company_name::north')).toEqual([made])
  expect(await found('mark_up_value:0.4..0.5', 'fuel_company_provider:Esso')).toEqual([])
  expect(await found(`from_date:${made.from_date}`, 'company_number:C00002', 'status:ACTIVE')).toContainEqual(made)
  const csv = (await ask(people.staff, markups.list, { query: { format: 'csv', filter: 'markup_value:0.4321' } })).text
  const [head, row] = csv.slice(1).split('\r\n')
  expect(head).toBe(
    'Customer company code,Customer company name,Markup value,Currency,Unit,Fuel company provider,From date,To date,Status',
  )
  expect(row).toBe(`C00002,Northline Haulage,0.4321,USD,GAL,Comdata,${made.from_date},${made.to_date},ACTIVE`)
})

test('MARK-3 PERM-6 PERM-7 customers reach neither the markups nor their endpoints, not even their own', async () => {
  for (const endpoint of [markups.list, markups.customers, markups.providers])
    for (const who of [people.northline, people.desk, people.clerk])
      expect([endpoint.id, who, (await ask(who, endpoint)).status]).toEqual([endpoint.id, who, 403])
  const asNorthline = { role: 'portal_customer', company_id: northline } as const
  await expect(
    database.transaction(asNorthline, (db) => db.selectFrom('markups').selectAll().execute()),
  ).rejects.toThrow('permission denied')
})

test('MARK-5 the demo has markups of all five providers with history, and seeding it again adds none', async () => {
  const summary = async () =>
    (
      await owner.query(
        `select count(*)::int as all, count(distinct fuel_provider_id)::int as providers, count(*) filter (where to_date is not null)::int > 10 as history
         from markups where from_date >= '2020-01-01'`,
      )
    ).rows[0]
  const before = await summary()
  expect(before).toMatchObject({ providers: 5, history: true })
  await seedDemo(urls.ownerUrl)
  expect(await summary()).toEqual(before)
})
