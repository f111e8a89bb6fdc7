import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { billing } from '@portal/contract/billing/billing-settings.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { runDueBilling, runLeaseMs } from './billing-runs.jobs.ts'

// No background worker runs here: the test decides when the job runs.
const { ask, owner, database, clock, later, urls } = await testApp({ poolSize: 10 })
clock.now = new Date('2026-11-15T15:00:00Z')
const job = { database, clock: () => clock.now }
const start = (body: object) => ask(people.staff, billingRuns.start, { body })
const read = async (id: number) => (await ask(people.staff, billingRuns.get, { params: { id } })).body
const preview = async (start_date: string, end_date: string) =>
  ask(people.staff, billingRuns.preview, { query: { start_date, end_date } })
const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
  (await owner.query(text, values)).rows[0] as Row
const breaches = async () => {
  const client = await owner.connect()
  try {
    return (await reconcile(client)).breaches
  } finally {
    client.release()
  }
}
const unbilled = (until: string) =>
  one<{ n: number }>(
    `select count(*)::int as n from transactions where invoice_id is null and txn_at < $1::date + 1 and (flags = '{}' or accepted_at is not null)`,
    [until],
  ).then(({ n }) => n)

const companyOf = (name: string) =>
  one<{ id: number }>('select id::int from companies where name = $1', [name]).then(({ id }) => id)
/** Gives each customer a new transaction, whatever earlier runs billed. */
const buy = (customers: number[], code: string) =>
  owner.query(
    `with head as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       select id, $2 || '-' || id, '2026-11-09 08:00', 'CAD', 5000, 'manual' from unnest($1::bigint[]) id returning id, company_id)
     insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
       price_quantity_milli, pre_cents, amount_cents, formula) select id, company_id, 0, $2, 'OTH', 1000, 0, 0, 0, 0, 5000, 5000, 1 from head`,
    [customers, code],
  )

test('INV-11 a run bills every accepted transaction up to its end date once, one Draft per customer and currency, as previewed', async () => {
  const { body: plan } = await preview('2026-09-01', '2026-09-15')
  expect(plan.issued_date).toBe('2026-11-15')
  // Transactions posted before the period are late and are billed now.
  expect(plan.rows.some((row: { late: number }) => row.late > 0)).toBe(true)
  const flagged = plan.rows.reduce((sum: number, row: { flagged: number }) => sum + row.flagged, 0)
  expect(flagged).toBeGreaterThan(0)
  const started = await start({ start_date: '2026-09-01', end_date: '2026-09-15' })
  expect([started.status, started.body.status, started.body.customers_total]).toEqual([202, 'queued', null])
  expect(await runDueBilling(job)).toBe(1)
  const run = await read(started.body.id)
  const made = plan.rows.filter((row: { outcome: string }) => row.outcome === 'invoice')
  expect(run).toMatchObject({
    status: 'done',
    invoices_made: made.length,
    customers_done: run.customers_total,
    fault: null,
    user_name: 'Amélie Okafor',
  })
  const { rows } = await owner.query(
    `select company_id::int, currency, total_cents::int, status, issued_date::text, due_date::text, start_date::text, bill_to->>'name' as name
     from invoices where billing_run_id = $1 order by bill_to->>'name', company_id, currency`,
    [run.id],
  )
  expect(rows.map(({ company_id, currency, total_cents, name }) => [company_id, currency, total_cents, name])).toEqual(
    made.map((row: { company_id: number; currency: string; total: number; company_name: string }) => [
      row.company_id,
      row.currency,
      Math.round(row.total * 100),
      row.company_name,
    ]),
  )
  expect(rows[0]).toMatchObject({
    status: 'DRAFT',
    issued_date: '2026-11-15',
    due_date: '2026-12-15',
    start_date: '2026-09-01',
  })
  // UX-8: its invoices are found by the run, and each names it, but not to a customer.
  const found = await ask(people.staff, invoices.list, { query: { filter: `run:${run.id}`, paged: 'false' } })
  expect(found.body.total_elements).toBe(rows.length)
  const [first] = found.body.invoices
  const shown = await ask(people.staff, invoices.get, { params: { id: first.id } })
  expect(shown.body.invoice_dto.billing_run_id).toBe(run.id)
  expect(await unbilled('2026-09-15')).toBe(0)
  // Transactions still to review stay unbilled.
  const again = (await preview('2026-09-01', '2026-09-15')).body.rows
  expect(
    again.reduce(
      (sum: number, row: { flagged: number; transactions: number }) => sum + row.flagged + row.transactions,
      0,
    ),
  ).toBe(flagged)
  expect(await breaches()).toEqual([])
})

test('INV-11 an open period, nothing to bill and unknown customers are each refused with a reason, and no run starts', async () => {
  const before = await one('select count(*) from billing_runs')
  const early = await start({ start_date: '2026-11-01', end_date: '2026-11-15' })
  expect([early.status, early.body.error.fields.end_date]).toEqual([
    400,
    'This period has not ended yet. Choose a day before today.',
  ])
  expect((await preview('2026-11-01', '2026-11-15')).status).toBe(400)
  const nothing = await start({ start_date: '2026-09-01', end_date: '2026-09-15' })
  expect([nothing.status, nothing.body.error.code]).toEqual([409, 'billing.nothing'])
  expect(nothing.body.error.message).toBe('All unbilled transactions are still to review. Accept them first.')
  expect((await start({ start_date: '2026-09-16', end_date: '2026-09-15' })).body.error.fields.end_date).toBe(
    'To Date cannot be before From Date.',
  )
  const { id } = await one<{ id: string }>(`select id from companies where kind = 'provider'`)
  for (const customers of [[987_654], [Number(id)]])
    expect(
      (await start({ start_date: '2026-09-16', end_date: '2026-09-30', customers })).body.error.fields.customers,
    ).toBeDefined()
  expect(await one('select count(*) from billing_runs')).toEqual(before)
})

test('INV-11 only the chosen customers are billed, and totals of zero or less are carried', async () => {
  const [northline, prairie] = [await companyOf('Northline Haulage'), await companyOf('Prairie Freight')]
  // Prairie gets a credit larger than all its purchases.
  await owner.query(
    `with head as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       values ($1, 'CREDIT', '2026-09-20 08:00', 'CAD', -900000000, 'manual') returning id, company_id)
     insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
       price_quantity_milli, pre_cents, amount_cents, formula) select id, company_id, 0, 'CREDIT', 'OTH', -1000, 0, 0, 0, 0, -900000000, -900000000, 1 from head`,
    [prairie],
  )
  const { rows } = (await preview('2026-09-16', '2026-09-30')).body
  expect(
    rows.find((row: { company_id: number; currency: string }) => row.company_id === prairie && row.currency === 'CAD')
      .outcome,
  ).toBe('carried')
  const { body } = await start({ start_date: '2026-09-16', end_date: '2026-09-30', customers: [northline, prairie] })
  await runDueBilling(job)
  const run = await read(body.id)
  expect(run).toMatchObject({ status: 'done', is_all_customers: false, customers_total: 2, carried: 1 })
  const billed = await owner.query(
    'select distinct company_id::int as id, currency from invoices where billing_run_id = $1',
    [run.id],
  )
  expect(billed.rows.some(({ id, currency }) => id === prairie && currency === 'CAD')).toBe(false)
  expect(new Set(billed.rows.map(({ id }) => id)).size).toBeLessThanOrEqual(2)
  const carried = await one<{ n: number }>(
    `select count(*)::int as n from transactions where authentication_id = 'CREDIT' and invoice_id is null`,
  )
  expect(carried.n).toBe(1)
  await owner.query(`delete from transactions where authentication_id = 'CREDIT'`)
})

test('INV-11 M7 M8 six concurrent runs from two connection pools bill nothing twice, skip no number and split no customer', async () => {
  const other = connect({ ...urls, poolSize: 6 })
  try {
    for (const end_date of ['2026-10-07', '2026-10-14', '2026-10-21']) {
      const started = await Promise.all(Array.from({ length: 6 }, () => start({ start_date: '2026-10-01', end_date })))
      expect(started.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202])
      const workers = [0, 1, 2, 3, 4, 5].map((n) => runDueBilling({ ...job, database: n % 2 ? other : database }))
      expect((await Promise.all(workers)).reduce((sum, done) => sum + done)).toBe(6)
      const ids = started.map(({ body }) => body.id)
      const split = await owner.query(
        'select company_id, currency from invoices where billing_run_id = any($1) group by 1, 2 having count(*) > 1',
        [ids],
      )
      expect(split.rows).toEqual([])
      expect(await unbilled(end_date)).toBe(0)
      expect(await breaches()).toEqual([])
    }
  } finally {
    await other.end()
  }
})

test('INV-11 C1 a run whose worker was killed continues after the last billed customer and bills none twice', async () => {
  const { body } = await start({ start_date: '2026-10-16', end_date: '2026-10-31' })
  let steps = 0
  // Stopped halfway, as by a signal: the customers billed so far are complete.
  await runDueBilling(job, () => ++steps <= 6)
  const half = await read(body.id)
  expect(half.customers_done).toBeGreaterThan(0)
  expect(half.customers_done).toBeLessThan(half.customers_total)
  // Then killed: the claim holds until its lease expires.
  await owner.query(
    `update billing_runs set status = 'running', attempts = attempts + 1, locked_until = $2 where id = $1`,
    [body.id, new Date(clock.now.getTime() + runLeaseMs)],
  )
  // A customer already billed gets another transaction in the same period. It belongs to the next run.
  const done = await one<{ company_id: number }>('select walk[1]::int as company_id from billing_runs where id = $1', [
    body.id,
  ])
  await owner.query(
    `update transactions set accepted_at = now() where id in (select id from transactions where company_id = $1 and invoice_id is null and txn_at < '2026-11-01')`,
    [done.company_id],
  )
  expect(await runDueBilling(job)).toBe(0)
  later(runLeaseMs + 1)
  expect(await runDueBilling(job)).toBe(1)
  expect(await read(body.id)).toMatchObject({ status: 'done', customers_done: half.customers_total })
  const twice = await owner.query(
    'select company_id from invoices where billing_run_id = $1 group by company_id, currency having count(*) > 1',
    [body.id],
  )
  expect(twice.rows).toEqual([])
  expect(await breaches()).toEqual([])
})

test('INV-11 C1 a worker that lost its claim writes nothing more', async () => {
  const { body } = await start({ start_date: '2026-11-01', end_date: '2026-11-07' })
  const claimedTwice = {
    ...database,
    transaction: (async (scope, work, options) => {
      const answer = await database.transaction(scope, work, options)
      // Another worker takes the claim right after this one.
      if (answer && typeof answer === 'object' && 'walk' in answer)
        await owner.query('update billing_runs set attempts = attempts + 1 where id = $1', [body.id])
      return answer
    }) as typeof database.transaction,
  }
  expect(await runDueBilling({ ...job, database: claimedTwice })).toBe(1)
  expect(await read(body.id)).toMatchObject({ status: 'running', customers_total: null, invoices_made: 0 })
  later(runLeaseMs + 1)
  await runDueBilling(job)
  expect((await read(body.id)).status).toBe('done')
})

test('INV-11 a run that never makes progress fails with a reason and keeps its complete invoices', async () => {
  const { body } = await start({ start_date: '2026-11-01', end_date: '2026-11-14' })
  const broken = {
    ...database,
    transaction: ((scope, work, options) => {
      // Claims and releases succeed; billing a customer fails.
      return database.transaction(
        scope,
        async (db, lead) => {
          const answer = await work(db, lead)
          if (answer === 'more') throw new Error('no room left')
          return answer
        },
        options,
      )
    }) as typeof database.transaction,
  }
  for (let turn = 0; turn < 8; turn++) {
    await runDueBilling({ ...job, database: broken })
    later(runLeaseMs + 1)
  }
  expect(await read(body.id)).toMatchObject({
    status: 'failed',
    invoices_made: 0,
    fault: expect.stringContaining('Start another run'),
  })
  const words = await one(
    `select action, user_email from audit_log where record_type = 'billing_run' and record_id = $1 order by id desc limit 1`,
    [body.id],
  )
  expect(words).toEqual({ action: 'billingRuns.failed', user_email: people.staff })
})

test('INV-11 C1 progress resets the attempt count: an interrupted run skips no customer', async () => {
  const customers = await Promise.all(['Northline Haulage', 'Prairie Freight'].map(companyOf))
  await buy(customers, 'CUT')
  const { body } = await start({ start_date: '2026-11-08', end_date: '2026-11-14', customers })
  // One more attempt without progress would be the last.
  await owner.query('update billing_runs set fruitless = 4 where id = $1', [body.id])
  let steps = 0
  const cut = {
    ...database,
    transaction: ((scope, work, options) =>
      database.transaction(
        scope,
        async (db, lead) => {
          const answer = await work(db, lead)
          // The customer list and the first customer are written; the second customer is not.
          if (answer === 'more' && ++steps === 3) throw new Error('no room left')
          return answer
        },
        options,
      )) as typeof database.transaction,
  }
  expect(await runDueBilling({ ...job, database: cut })).toBe(2)
  expect(await read(body.id)).toMatchObject({ status: 'done', customers_done: 2, left_out: [] })
})

/** The job's database with a very short lock timeout. */
const impatient = {
  ...database,
  transaction: ((scope, work, options) =>
    database.transaction(
      scope,
      async (db, lead) => {
        await sql`set local lock_timeout = '100ms'`.execute(db)
        return work(db, lead)
      },
      options,
    )) as typeof database.transaction,
}
test('INV-11 a customer whose records stay locked is skipped by name; the others are billed, and another run bills it', async () => {
  const names = ['Northline Haulage', 'Prairie Freight', 'Rocky View Logistics']
  const customers = await Promise.all(names.map(companyOf))
  const stuck = Math.min(...customers)
  const rest = customers.filter((id) => id !== stuck)
  await buy(customers, 'HELD')
  const turn = async () => {
    await runDueBilling({ ...job, database: impatient })
    later(runLeaseMs + 1)
  }
  const period = { start_date: '2026-11-08', end_date: '2026-11-14' }
  const holder = await owner.connect()
  let run: Awaited<ReturnType<typeof read>>
  try {
    await holder.query('begin')
    await holder.query('select from transactions where company_id = $1 and invoice_id is null for update', [stuck])
    const { body } = await start({ ...period, customers })
    await turn()
    // The others are billed at once, although the first customer in the list is locked.
    expect(await read(body.id)).toMatchObject({ status: 'queued', customers_done: 2, customers_total: 3, left_out: [] })
    for (let turns = 0; turns < 5; turns++) await turn()
    run = await read(body.id)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const { name } = await one<{ name: string }>('select name from companies where id = $1', [stuck])
  expect(run).toMatchObject({
    status: 'incomplete',
    customers_done: 2,
    customers_total: 3,
    left_out: [{ id: stuck, name }],
  })
  expect(run.fault).toContain('Bill these customers in another run')
  const billed = async (id: number) =>
    (await owner.query('select distinct company_id::int as id from invoices where billing_run_id = $1', [id])).rows
  expect((await billed(run.id)).map(({ id }) => id).sort()).toEqual(rest.sort())
  const note = await one(
    `select action, after->'left_out' as names from audit_log where record_type = 'billing_run' and record_id = $1 order by id desc limit 1`,
    [run.id],
  )
  expect(note).toEqual({ action: 'billingRuns.incomplete', names: [name] })
  // Repeated for the skipped customer and then for all: only that customer is billed, once.
  const again = await start({ ...period, customers: [stuck] })
  await turn()
  expect(await read(again.body.id)).toMatchObject({ status: 'done', left_out: [] })
  expect((await billed(again.body.id)).map(({ id }) => id)).toEqual([stuck])
  expect((await start({ ...period, customers })).body.error.code).toBe('billing.nothing')
  expect(await breaches()).toEqual([])
})

test('INV-12 billing settings are saved with a version, and invalid numbers are reported on their fields', async () => {
  const settings = {
    legal_name: 'Fresh Fuels Energy Inc.',
    address: '100 King St W\nToronto ON',
    gst_hst_number: '123456789 rt 0001',
    nsf_fee: 50.25,
  }
  const saved = await ask(people.staff, billing.change, { body: settings })
  expect(saved.body).toMatchObject({ ...settings, gst_hst_number: '123456789RT0001', qst_number: '', version: 1 })
  const bad = await ask(people.staff, billing.change, { body: { ...settings, qst_number: '12', nsf_fee: 1.005 } })
  expect(Object.keys(bad.body.error.fields).sort()).toEqual(['nsf_fee', 'qst_number'])
  expect((await ask(people.staff, billing.change, { body: { ...settings, version: 1 } })).body.version).toBe(2)
  expect((await ask(people.staff, billing.change, { body: { ...settings, version: 1 } })).body.error.code).toBe(
    'record.stale',
  )
  expect((await ask(people.staff, billing.settings)).body.nsf_fee).toBe(50.25)
})
