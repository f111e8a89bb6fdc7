import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { runDueBilling } from '../billing/billing-runs.jobs.ts'
import { demoAccounts, demoPassword, seedDemo } from '../demo/demo.queries.ts'
import { billDemo } from '../demo/demo-billing.actions.ts'
import { startSealing } from '../platform/audit/sealing.jobs.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { readConfig } from '../process/config.ts'
import { ask, auditPlaceIn, freshDatabase } from '../testing/fresh-database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { asOwner } from './owner.ts'
import { reconcile } from './reconcile/reconcile.ts'

test('OPS-2 a second portal in one cluster fills its demo, bills, signs in, runs its jobs and reconciles', async () => {
  const { prefix, ownerUrl, appUrl, gateUrl } = await freshDatabase()
  const given = { ownerUrl, appUrl, gateUrl, rolePrefix: prefix }
  await migrate(given)
  await seedDemo(ownerUrl, { cards: 60, transactions: 300 })
  await billDemo(given, runDueBilling)
  expect((await asOwner(ownerUrl, 'test', reconcile)).breaches).toEqual([])
  const [invoices] = await ask<{ count: number }>(ownerUrl, 'select count(*)::int as count from invoices')
  expect(invoices?.count).toBeGreaterThan(0)
  const database = connect(given)
  const storage = await openFolder('/tmp')
  const app = await buildApp({
    database,
    storage,
    config: { ...readConfig({}), logLevel: 'silent' },
    webRoot: '/nowhere',
  })
  const faults: unknown[] = []
  const log = { error: (fault: unknown) => faults.push(fault), info: () => {} } as never
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-second-'))
  const jobs = startSealing({ database, place: auditPlaceIn(dataDir), log })
  try {
    for (const { email } of demoAccounts) {
      const reply = await app.inject({
        method: 'POST',
        url: '/v2/login',
        payload: { username: email, password: demoPassword },
      })
      expect(reply.statusCode).toBe(200)
      const cards = await app.inject({
        url: '/v2/fuel-card-management',
        headers: { authorization: String(reply.headers.authorization) },
      })
      expect([email, cards.statusCode]).toEqual([email, 200])
    }
    const sealed = () =>
      ask<{ count: number }>(ownerUrl, 'select count(*)::int as count from audit_seals').then(([row]) => row?.count)
    await expect.poll(sealed).toBeGreaterThan(0)
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    expect(faults).toEqual([])
  } finally {
    await jobs.stop()
    await app.close()
    await database.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
