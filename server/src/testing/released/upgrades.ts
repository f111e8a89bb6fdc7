import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { buildApp } from '../../app.ts'
import { findEvidence, verifyAudit } from '../../db/audit/audit-verify.ts'
import { connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { asOwner } from '../../db/owner.ts'
import { reconcile } from '../../db/reconcile/reconcile.ts'
import { demoPassword } from '../../demo/demo.queries.ts'
import { signSeals } from '../../platform/audit/signing.ts'
import { openFolder } from '../../platform/storage/storage.ts'
import { readConfig } from '../../process/config.ts'
import { ask, auditPlaceIn, type Fresh, freshDatabase, sealPatience, tablesIn } from '../fresh-database.ts'
import { loadData, type ReleasedData, readReleasedData } from './released-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Migrations gave these tables another name. */
const renamed: Record<string, string> = {
  payments: 'receipts',
  stop_sums: 'transaction_sums',
  stop_totals: 'transaction_totals',
  invoice_series: 'document_series',
}
/**
 * Reference data that each version brings along, and sums that migrations count again, which `reconcile` proves. The
 * series of credit notes begins with the first void invoice (0059), and cursors have a secret of their own (0092).
 */
const refilled = ['cities', 'loaded_files', 'tax_rates', 'product_codes', 'document_series', 'secrets']
const counted = ['purchase_entries', 'purchase_sums', 'purchase_totals', 'stop_entries', 'transaction_entries']
const keptTables = ({ tables }: ReleasedData) =>
  tables.filter(({ name }) => ![...refilled, ...counted].includes(renamed[name] ?? name))

async function rowsOf(ownerUrl: string, tables: string[]): Promise<Record<string, number>> {
  const counts = tables.map((name) => `select '${name}' as name, count(*)::int as rows from ${name}`)
  const found = await ask<{ name: string; rows: number }>(ownerUrl, counts.join(' union all '))
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

/** Money by currency, under the names of any version. What a void invoice came to becomes a credit note (0059). */
async function moneyIn(ownerUrl: string): Promise<unknown[]> {
  const tables = await tablesIn(ownerUrl)
  const isOld = tables.includes('payments')
  const sums = {
    transactions: 'select currency, amount_cents as cents from transactions',
    lines: 'select t.currency, l.amount_cents from transaction_lines l join transactions t on t.id = l.transaction_id',
    'on invoices': 'select currency, amount_cents from transactions where invoice_id is not null',
    invoices: 'select currency, total_cents from invoices',
    due: 'select currency, due_cents from invoices',
    received: `select currency, amount_cents from ${isOld ? 'payments' : 'receipts'}`,
    settled: isOld
      ? 'select currency, amount_cents from payments'
      : `select currency, amount_cents from settlements where kind = 'payment'`,
    limits: isOld
      ? 'select currency, credit_limit_cents from customers where credit_limit_cents is not null'
      : `select l.currency, l.cents from customers, lateral (values ('CAD', credit_limit_cad_cents), ('USD', credit_limit_usd_cents)) as l (currency, cents) where l.cents is not null`,
    'on cards': `select '', weekly_product_balance_cents + refreshing_cash_balance_cents + dash_cash_balance_cents from cards`,
    void: isOld
      ? 'select currency, voided_cents from invoices where voided_cents > 0'
      : `select currency, total_cents from credit_notes where kind = 'void'`,
  }
  const queries = Object.entries(sums).map(
    ([what, query]) =>
      `select '${what}' as what, currency, count(*)::int as rows, sum(cents)::text as cents from (${query}) as s (currency, cents) group by 2`,
  )
  return ask(ownerUrl, `${queries.join(' union all ')} order by 1, 2`)
}

async function upgraded(version: string) {
  const fresh = await freshDatabase()
  const data = readReleasedData(version)
  await loadData(fresh, data)
  const before = { money: await moneyIn(fresh.ownerUrl), audit: await asOwner(fresh.ownerUrl, 'test', sealedIn) }
  await migrate({ ...fresh, rolePrefix: fresh.prefix })
  return { fresh, data, before }
}
type Owner = Parameters<typeof verifyAudit>[0]
const sealedIn = async (owner: Owner): Promise<number> =>
  (await owner.query('select count(*)::int as sealed from audit_seals')).rows[0].sealed

/** Invoices whose documents are drawn from their rows; the content of stored files is not part of the data. */
const drawnInvoices = `select distinct on (status) i.id from invoices i where status in ('DRAFT', 'SENT')
  and not exists (select from issued_documents d where d.invoice_id = i.id) order by status, i.id`

const placeOf = ({ prefix }: Fresh) => auditPlaceIn(join(folder, prefix))

/** Signs in with the passwords of that time, reads lists, downloads invoices, and seals what this added to the log. */
async function useApp(fresh: Fresh): Promise<void> {
  const { appUrl, gateUrl, ownerUrl, prefix } = fresh
  const database = connect({ appUrl, gateUrl, rolePrefix: prefix, poolSize: 2 })
  const config = { ...readConfig({}), logLevel: 'silent' as const, dataDir: folder }
  const app = await buildApp({ database, config, storage: await openFolder(folder), webRoot: '/nowhere' })
  const signIn = async (username: string) => {
    const payload = { username, password: demoPassword }
    const { headers } = await app.inject({ method: 'POST', url: '/v2/login', payload })
    return (path: string) =>
      app.inject({ url: `/v2${path}`, headers: { authorization: String(headers.authorization) } })
  }
  try {
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    const staff = await signIn('admin@provider.test')
    const lists = ['/fuel-card-management', '/fuel-transaction/authcode', '/spol/invoices', '/fuel-payment']
    for (const get of [staff, await signIn('admin@northline.test')])
      for (const path of lists) {
        const reply = await get(path)
        const rows = Object.values<unknown>(reply.json()).find(Array.isArray)
        expect([path, reply.statusCode, (rows?.length ?? 0) > 0]).toEqual([path, 200, true])
      }
    const invoices = await ask<{ id: number }>(ownerUrl, drawnInvoices)
    expect(invoices).not.toEqual([])
    for (const { id } of invoices) {
      const { statusCode, rawPayload } = await staff(`/spol/invoices/${id}/download`)
      expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    }
    const unsealed = async () => {
      await database.pools.portal_staff.query('select seal_audit()')
      return asOwner(ownerUrl, 'test', async (owner) => (await verifyAudit(owner)).unsealed)
    }
    // Signing begins with the end of the unsigned log.
    expect(await signSeals(database, placeOf(fresh))).toBe(1)
    await expect.poll(unsealed, sealPatience).toBe(0)
    await signSeals(database, placeOf(fresh))
  } finally {
    await app.close()
    await database.end()
  }
}

/** Upgrades a portal of the version with its data, compares what it had, and uses it. */
export async function expectUpgraded(version: string): Promise<void> {
  const { fresh, data, before } = await upgraded(version)
  const { ownerUrl } = fresh
  const kept = keptTables(data).map(({ name, rows }): [string, number] => [renamed[name] ?? name, rows])
  expect(
    await rowsOf(
      ownerUrl,
      kept.map(([name]) => name),
    ),
  ).toEqual(Object.fromEntries(kept))
  expect(await moneyIn(ownerUrl)).toEqual(before.money)
  expect((await asOwner(ownerUrl, 'test', reconcile)).breaches).toEqual([])
  const audit = await asOwner(ownerUrl, 'test', verifyAudit)
  expect([audit.breaches, audit.sealed]).toEqual([[], before.audit])
  await useApp(fresh)
  const evidence = await findEvidence(placeOf(fresh))
  const later = await asOwner(ownerUrl, 'test', (owner) => verifyAudit(owner, evidence))
  expect(later).toMatchObject({ breaches: [], unsealed: 0, signed: later.sealed })
  expect(later.sealed).toBeGreaterThan(before.audit)
}
