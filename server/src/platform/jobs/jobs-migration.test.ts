import { expect, test } from 'vitest'
import { ask, freshBefore } from '../../testing/fresh-database.ts'

test('OPS-7 queued, paused and running work survives the upgrade, and the former queue is gone', async () => {
  const { ownerUrl, upgrade } = await freshBefore('0043_jobs.sql')
  await ask(ownerUrl, `insert into companies (kind, name) values ('provider', 'Fresh Fuels')`)
  await ask(
    ownerUrl,
    `insert into billing_runs (company_id, start_date, end_date, issued_date, status, locked_until)
     select id, '2026-11-01', '2026-11-15', '2026-11-16', run.status, until::timestamptz from companies,
       (values ('queued', null), ('queued', '2026-11-16T10:00:00Z'), ('running', '2026-11-16T11:00:00Z'), ('done', null)) run (status, until)`,
  )
  await ask(
    ownerUrl,
    `insert into imports (company_id, kind, file_name, size_bytes, sha256, mode, attempts, due_at)
     select id, 'cards', 'cards.csv', 1, sha256('x'), 'good', 1, '2026-11-16T12:00:00Z' from companies`,
  )
  await ask(ownerUrl, 'create schema pgboss; create table pgboss.job (id int)')
  expect(await upgrade()).toContain('0043_jobs.sql')
  const runs = await ask(
    ownerUrl,
    `select status, locked_until at time zone 'UTC' = '2026-11-16 11:00' as is_locked, next_attempt_at = '-infinity' as is_due,
       next_attempt_at at time zone 'UTC' = '2026-11-16 10:00' as rests from billing_runs order by id`,
  )
  expect(runs).toEqual([
    { status: 'queued', is_locked: null, is_due: true, rests: false },
    { status: 'queued', is_locked: null, is_due: false, rests: true },
    { status: 'running', is_locked: true, is_due: true, rests: false },
    { status: 'done', is_locked: null, is_due: true, rests: false },
  ])
  const [imported] = await ask(ownerUrl, 'select attempts::int, next_attempt_at from imports')
  expect(imported).toEqual({ attempts: 1, next_attempt_at: new Date('2026-11-16T12:00:00Z') })
  expect(await ask(ownerUrl, `select from pg_namespace where nspname = 'pgboss'`)).toEqual([])
})
