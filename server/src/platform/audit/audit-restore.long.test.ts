import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { verifyAudit } from '../../db/audit/audit-verify.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { testApp } from '../../testing/test-app.ts'

const { owner: source, database } = await testApp()
const tables = ['audit_log', 'audit_seals', 'audit_sealing'] as const

/**
 * Copies the audit log as a dump would into a fresh cluster: the same rows and numbers, without the old cluster's
 * transactions.
 */
async function restore(into: pg.Client): Promise<void> {
  await into.query('delete from audit_sealing')
  await into.query(
    'alter table audit_log drop constraint audit_log_user_id_fkey, drop constraint audit_log_company_id_fkey',
  )
  for (const table of tables) {
    const { rows } = await source.query(`select to_jsonb(t)::text as row from ${table} t`)
    await into.query(
      `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, one::jsonb)).* from unnest($1::text[]) one`,
      [rows.map(({ row }) => row)],
    )
  }
  await into.query(`select setval(pg_get_serial_sequence('audit_log', 'id'), (select max(id) from audit_log))`)
}

test('API-5 an audit log copied into a younger cluster is complete there, and sealing continues', async () => {
  // The old cluster's transaction numbers are far ahead, and its last rows are unsealed.
  await source.query(`insert into audit_log (action) select 'sealed before' from generate_series(1, 20)`)
  await expect
    .poll(async () => {
      await database.pools.portal_staff.query('select seal_audit()')
      return (await verifyAudit(source)).unsealed
    })
    .toBe(0)
  await source.query(`do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$`)
  await source.query('select seal_audit()')
  await source.query(`insert into audit_log (action) select 'not sealed before' from generate_series(1, 20)`)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-restored-'))
  const embedded = await startEmbedded({ dataDir, durable: false })
  const target = new pg.Client({ connectionString: embedded.ownerUrl })
  try {
    await migrate(embedded)
    await target.connect()
    await restore(target)
    const copied = await verifyAudit(target)
    expect(copied.breaches).toEqual([])
    expect(copied.unsealed).toBeGreaterThanOrEqual(20)
    const sealed = async () => {
      await target.query('select seal_audit()')
      return (await verifyAudit(target)).unsealed
    }
    await expect.poll(sealed).toBe(0)
    await target.query(`insert into audit_log (action) select 'after the copy' from generate_series(1, 5)`)
    await expect.poll(sealed).toBe(0)
    const { breaches, sealed: count } = await verifyAudit(target)
    expect([breaches, count]).toEqual([[], copied.sealed + copied.unsealed + 5])
    await target.query(`insert into audit_log (action, xid) values ('smuggled', '3')`)
    expect((await verifyAudit(target)).breaches).toMatchObject([{ what: 'the row was put in behind the seal' }])
  } finally {
    await target.end()
    await embedded.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
