import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile.ts'
import { runDueBilling } from '../invoices/billing-runs.jobs.ts'
import { testApp } from '../testing/test-app.ts'
import { billDemo } from './demo-billing.actions.ts'

const { owner, urls } = await testApp()

test('INV-13 the demo has invoices of every status in both currencies, one bounced payment, and money that agrees to the cent', async () => {
  await billDemo(urls, runDueBilling)
  const count = async (sql: string) => Number((await owner.query<{ n: string }>(sql)).rows[0]?.n)
  expect(await count('select count(*) as n from invoices')).toBeGreaterThanOrEqual(60)
  const { rows } = await owner.query('select status, currency from invoices group by 1, 2')
  for (const status of ['DRAFT', 'SENT', 'PARTIALLY_PAID', 'FULLY_PAID', 'VOID']) expect(rows.map((row) => row.status)).toContain(status)
  expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['CAD', 'USD']))
  expect(await count('select count(*) as n from payments where reverses_id is not null')).toBe(1)
  expect(await count('select count(*) as n from invoices where is_nsf')).toBe(1)
  // Something is overdue, and the last half month is left to be billed.
  expect(await count(`select count(*) as n from invoices where due_cents > 0 and status = 'SENT' and due_date < '2026-11-15'`)).toBeGreaterThan(0)
  expect(await count(`select count(*) as n from transactions where invoice_id is null and txn_at >= '2026-11-01'`)).toBeGreaterThan(100)
  const client = await owner.connect()
  expect((await reconcile(client)).breaches).toEqual([])
  client.release()
  // Growing the demo bills nothing a second time.
  const before = await count('select count(*) as n from invoices')
  await billDemo(urls, runDueBilling)
  expect(await count('select count(*) as n from invoices')).toBe(before)
})
