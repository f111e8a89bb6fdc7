import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-15T15:00:00Z')

test('INV-11 without dates, the preview covers the period due for most customers and shows whose cycle ends with it', async () => {
  const due = async () => (await ask(people.staff, billingRuns.preview, { query: {} })).body
  const setAll = (cycle: string) => owner.query('update customers set billing_cycle = $1', [cycle])
  const periods: Record<string, [string, string]> = {
    weekly: ['2026-11-02', '2026-11-08'],
    'semi-monthly': ['2026-10-16', '2026-10-31'],
    monthly: ['2026-10-01', '2026-10-31'],
  }
  for (const [cycle, days] of Object.entries(periods)) {
    await setAll(cycle)
    const { start_date, end_date, rows } = await due()
    expect([start_date, end_date]).toEqual(days)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.every((row: { is_due: boolean }) => row.is_due)).toBe(true)
  }
  const { company_id } = (await due()).rows[0]
  await owner.query(`update customers set billing_cycle = 'weekly' where company_id = $1`, [company_id])
  const mixed = await due()
  expect(mixed.end_date).toBe('2026-10-31')
  const late = mixed.rows.filter((row: { is_due: boolean }) => !row.is_due)
  expect(new Set(late.map((row: { company_id: number }) => row.company_id))).toEqual(new Set([company_id]))
  expect((await ask(people.staff, billingRuns.preview, { query: { start_date: '2026-10-01' } })).status).toBe(400)
})
