import { expect, test } from 'vitest'
import { runDueBilling } from '../billing/billing-runs.jobs.ts'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { testApp } from '../testing/test-app.ts'
import { billDemo } from './demo-billing.actions.ts'

const { owner, urls } = await testApp()

test('INV-13 the demo has invoices of every status in both currencies, one returned payment, and amounts that agree to the cent', async () => {
  await billDemo(urls, runDueBilling)
  const count = async (sql: string) => Number((await owner.query<{ n: string }>(sql)).rows[0]?.n)
  expect(await count('select count(*) as n from invoices')).toBeGreaterThanOrEqual(60)
  const { rows } = await owner.query('select status, currency from invoices group by 1, 2')
  for (const status of ['DRAFT', 'SENT', 'PARTIALLY_PAID', 'FULLY_PAID', 'VOID'])
    expect(rows.map((row) => row.status)).toContain(status)
  expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['CAD', 'USD']))
  expect(await count('select count(*) as n from settlements where reverses_id is not null')).toBe(1)
  expect(await count('select count(*) as n from invoices where is_nsf')).toBe(1)
  // Some invoices are overdue, and the last half month is unbilled.
  expect(
    await count(
      `select count(*) as n from invoices where due_cents > 0 and status = 'SENT' and due_date < '2026-11-15'`,
    ),
  ).toBeGreaterThan(0)
  expect(
    await count(`select count(*) as n from transactions where invoice_id is null and txn_at >= '2026-11-01'`),
  ).toBeGreaterThan(100)
  // Each change in the history has its invoice's day, in order; the customer and staff see the same time.
  const { rows: entries } = await owner.query<{ is_own_day: boolean; is_same: boolean; action: string }>(
    `select action, (at at time zone 'America/Toronto')::date = issued_date as is_own_day, action <> 'invoices.send' or at = sent_at as is_same
     from audit_log join invoices on invoices.id = record_id where record_type = 'invoice' and action in ('invoices.send', 'invoices.void')`,
  )
  expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['invoices.send', 'invoices.void']))
  expect(entries.filter(({ is_own_day, is_same }) => !is_own_day || !is_same)).toEqual([])
  const client = await owner.connect()
  expect((await reconcile(client)).breaches).toEqual([])
  client.release()
  // Growing the demo bills nothing twice.
  const before = await count('select count(*) as n from invoices')
  await billDemo(urls, runDueBilling)
  expect(await count('select count(*) as n from invoices')).toBe(before)
})
