import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { runDueBilling, runLeaseMs } from './billing-runs.jobs.ts'

// No background worker runs here: the test decides when the job runs.
const { ask, owner, database, clock, later } = await testApp({ poolSize: 10 })
clock.now = new Date('2026-11-15T15:00:00Z')
const job = { database, clock: () => clock.now }
const period = { start_date: '2026-11-08', end_date: '2026-11-14' }
const start = (customers: number[]) => ask(people.staff, billingRuns.start, { body: { ...period, customers } })
const read = async (id: number) => (await ask(people.staff, billingRuns.get, { params: { id } })).body
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

/** Gives each customer a new transaction. */
async function buyForAll(code: string): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `with head as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       select id, $1 || '-' || id, '2026-11-09 08:00', 'CAD', 5000, 'manual' from companies where kind = 'customer' returning id, company_id)
     insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
       price_quantity_milli, pre_cents, amount_cents, formula)
     select id, company_id, 0, $1, 'OTH', 1000, 0, 0, 0, 0, 5000, 5000, 1 from head returning company_id::int as id`,
    [code],
  )
  return rows.map(({ id }) => id)
}

test('INV-11 C1 M7 several walkers of one run, stopped halfway, bill each customer once and number without a gap', async () => {
  const customers = await buyForAll('WALKED')
  const { body } = await start(customers)
  let steps = 0
  await runDueBilling({ ...job, walkers: 3 }, () => ++steps <= 6)
  const half = await read(body.id)
  expect([half.status, half.customers_done > 0, half.customers_done < customers.length]).toEqual(['queued', true, true])
  // A customer already billed gets another transaction. It belongs to the next run, whatever its place in the list.
  await buyForAll('LATE')
  const { rows: before } = await owner.query('select company_id from invoices where billing_run_id = $1', [body.id])
  expect(await runDueBilling({ ...job, walkers: 3 })).toBe(1)
  expect(await read(body.id)).toMatchObject({ status: 'done', customers_done: customers.length, left_out: [] })
  const { rows } = await owner.query(
    `select company_id from invoices where billing_run_id = $1 and currency = 'CAD' group by 1 having count(*) > 1`,
    [body.id],
  )
  expect(rows).toEqual([])
  const late = await one<{ n: number }>(
    `select count(*)::int as n from transactions where authentication_id like 'LATE-%' and invoice_id is null`,
  )
  expect(late.n).toBe(new Set(before.map(({ company_id }) => company_id)).size)
  expect(await breaches()).toEqual([])
})

test('INV-11 C1 walkers that lose their claim roll back what they have just billed', async () => {
  const customers = await buyForAll('LOST')
  const { body } = await start(customers)
  const stolen = {
    ...database,
    transaction: (async (scope, work, options) => {
      const answer = await database.transaction(scope, work, options)
      if (answer === 'more')
        await owner.query('update billing_runs set attempts = attempts + 1 where id = $1', [body.id])
      return answer
    }) as typeof database.transaction,
  }
  await runDueBilling({ ...job, database: stolen, walkers: 2 })
  expect(await read(body.id)).toMatchObject({ status: 'running', customers_done: 0, invoices_made: 0 })
  expect(await one('select count(*)::int as n from invoices where billing_run_id = $1', [body.id])).toEqual({ n: 0 })
  later(runLeaseMs + 1)
  await runDueBilling({ ...job, walkers: 2 })
  expect(await read(body.id)).toMatchObject({ status: 'done', customers_done: customers.length })
  expect(await breaches()).toEqual([])
})
