import { readdirSync, readFileSync } from 'node:fs'
import { pathOf } from '@portal/contract/endpoint.ts'
import { type OperationsFinding, operations } from '@portal/contract/operations/operations.ts'
import { jobWords } from '@portal/contract/operations/operations-words.data.ts'
import { levels, modules } from '@portal/contract/permissions.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { users } from '@portal/contract/users/users.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { recordOutcomes } from '../platform/jobs/job-outcomes.ts'
import { announceJob, notePass, takeUnwritten, withdrawJob } from '../platform/jobs/pass-outcomes.ts'
import { people, userBody } from '../testing/factories.ts'
import { sealPatience } from '../testing/fresh-database.ts'
import { testApp } from '../testing/test-app.ts'

const { app, ask, owner, database, clock, tokenOf } = await testApp()
// What jobs of earlier test files in this process left.
takeUnwritten().isDone()
const read = async () => (await ask(people.staff, operations.get)).body
const ofJobs = async () =>
  ((await read()).findings as OperationsFinding[]).filter(({ message }) => /job|worker/.test(message.key))
const record = (role: 'all' | 'api' = 'all') => recordOutcomes({ database, role }, clock.now)

test('OPS-5 the provider’s Admin reads version, database, queues, seal and storage', async () => {
  await record()
  const state = await read()
  expect(state).toMatchObject({
    is_demo: true,
    database: { kind: 'embedded', version: expect.stringMatching(/^1[6-9]/), has_own_gate: true },
    migrations: { are_current: true, are_functions_current: true, newest: expect.stringMatching(/^\d{4}_/) },
    queues: { mail: { waiting: expect.any(Number) }, imports: { waiting: 0, running: 0 } },
    seal: { sealed: expect.any(Number) },
    backup: { is_scheduled: false, last_at: null },
    replica: { configured: false, usable: false },
    processes: [{ role: 'all', is_missing: false }],
  })
  expect(state.migrations.applied).toBe(state.migrations.known)
  expect(state.storage.free_bytes).toBeGreaterThan(0)
  expect(state.storage.database_bytes).toBeGreaterThan(1_000_000)
  const stored = await owner.query('select (select count(*) from files) + (select count(*) from issued_documents) as n')
  expect(state.storage.files).toBe(Number(stored.rows[0].n))
})

test('OPS-5 PERM-4 other staff with full access, customers and a switched Admin are refused', async () => {
  const { rows } = await owner.query(`select id::int from companies where kind = 'provider'`)
  const full = Object.fromEntries(modules.map((module) => [module, levels.full]))
  const made = await ask(people.staff, users.create, { body: userBody({ company: rows[0].id, ...full }) })
  expect(made.status).toBe(201)
  await owner.query(
    `update users set password_hash = (select password_hash from users where email = $1), is_active = true where id = $2`,
    [people.staff, made.body.id],
  )
  const who = made.body.email
  expect((await ask(who, profiles.user)).body.is_provider_admin).toBe(false)
  expect((await ask(people.staff, profiles.user)).body.is_provider_admin).toBe(true)
  for (const email of [who, people.clerk, people.northline])
    expect([email, (await ask(email, operations.get)).status]).toEqual([email, 403])
  const login = await app.inject({
    method: 'POST',
    url: '/v2/login',
    payload: { username: people.staff, password: demoPassword },
  })
  const northline = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
  const switched = await app.inject({
    method: switching.to.method,
    url: pathOf(switching.to, { id: northline.rows[0].id }),
    headers: { authorization: String(login.headers.authorization) },
  })
  const headers = { authorization: String(switched.headers.authorization) }
  expect((await app.inject({ url: pathOf(operations.get), headers })).statusCode).toBe(403)
  expect((await app.inject({ url: pathOf(profiles.user), headers })).statusCode).toBe(200)
})

test('OPS-5 AUTH-8 the page asks on its own, which does not keep the session alive', async () => {
  const token = await tokenOf(people.staff)
  const used = async () =>
    (
      await owner.query(
        `select max(last_seen_at) as at from sessions join users on users.id = user_id where email = $1`,
        [people.staff],
      )
    ).rows[0].at
  await ask(people.staff, profiles.user)
  const before = await used()
  clock.now = new Date(clock.now.getTime() + 5 * 60_000)
  await app.inject({ url: pathOf(operations.get), headers: { authorization: token } })
  expect(await used()).toEqual(before)
})

test('OPS-5 a failing job is a finding with its masked reason until a pass succeeds; the newest outcomes stay', async () => {
  const failed = new Error('card 7083050000791912 of anna@northline.test')
  const pass = { job: 'seal', everyMs: 3000, seconds: 0.5 }
  announceJob('seal', 3000)
  notePass(pass, clock.now)
  notePass({ ...pass, error: failed }, clock.now)
  await record()
  const bad = await read()
  const reason = 'card ************1912 of ***@northline.test'
  expect(bad.jobs).toMatchObject([{ job: 'seal', state: 'failing', failure: reason, last_seconds: 0.5 }])
  expect(await ofJobs()).toMatchObject([
    { severity: 'warning', message: { key: 'operations.job-failing', params: { name: 'seal', reason } } },
  ])
  notePass(pass, clock.now)
  await record()
  const good = await read()
  expect(await ofJobs()).toEqual([])
  expect(good.jobs).toMatchObject([{ state: 'done', failing_since: null, failure: reason }])
})

test('OPS-5 processes without a sign of life are missing, and without a worker that is the only finding of jobs', async () => {
  await record()
  clock.now = new Date(clock.now.getTime() + 20 * 60_000)
  expect(await ofJobs()).toMatchObject([{ message: { key: 'operations.no-worker' } }])
  await record('api')
  const state = await read()
  expect(state.processes).toMatchObject([{ role: 'api', is_missing: false }])
  expect(await ofJobs()).toMatchObject([{ message: { key: 'operations.no-worker' } }])
  await record('all')
  expect(await ofJobs()).toMatchObject([{ message: { key: 'operations.job-late' } }])
})

test('OPS-5 only jobs that a living process announces are listed, also before their first pass', async () => {
  const listed = async () => {
    await record()
    const { jobs, backup, processes } = await read()
    return [jobs.map(({ job }: { job: string }) => job), backup.is_scheduled, processes[0].jobs]
  }
  await owner.query(
    `insert into job_outcomes (job, every_seconds, last_failed_at, failure, failing_since, process, version)
     values ('backup', 60, $1, 'Full.', $1, 'gone:1', '1')`,
    [clock.now],
  )
  expect(await listed()).toEqual([['seal'], false, ['seal']])
  announceJob('backup', 60_000)
  announceJob('remove-expired', 86_400_000)
  const all = ['backup', 'remove-expired', 'seal']
  expect(await listed()).toEqual([all, true, all])
  // An announcement does not make up for a failure.
  expect((await read()).jobs).toMatchObject([
    { state: 'failing', failure: 'Full.' },
    { state: 'done', last_done_at: null, every_seconds: 86_400 },
    { job: 'seal' },
  ])
  withdrawJob('backup')
  withdrawJob('remove-expired')
  expect(await listed()).toEqual([['seal'], false, ['seal']])
  withdrawJob('seal')
})

test('OPS-5 the newest backup, its failure and its trial are read from the table', async () => {
  await owner.query(`insert into backups (cause, file_name, started_at, finished_at, size_bytes, failure, tested_at, test_failure)
    values ('schedule', 'a', now() - interval '3 hours', now() - interval '2 hours', 4200, null, now() - interval '1 hour', null),
      ('command', 'b', now() - interval '1 hour', now(), null, 'No space left', null, null)`)
  const { backup, findings } = await read()
  expect(backup).toMatchObject({ is_scheduled: false, size_bytes: 4200, failure: 'No space left', test_failure: null })
  expect(backup.tested_at).not.toBeNull()
  expect(findings).toContainEqual(
    expect.objectContaining({ message: expect.objectContaining({ key: 'operations.backup-failed' }) }),
  )
})

test('OPS-5 API-5 the seal counts the entries that wait, and names its head once they are sealed', async () => {
  await owner.query(`insert into audit_log (action, at) values ('denied', '2026-01-01T00:00:00Z')`)
  const before = (await read()).seal
  expect(before.unsealed).toBeGreaterThan(0)
  expect(new Date(before.oldest_unsealed_at)).toEqual(new Date('2026-01-01T00:00:00Z'))
  // Transactions of other tests in the cluster delay it.
  const seal = async () => {
    await owner.query('select seal_audit()')
    return (await read()).seal.unsealed
  }
  await expect.poll(seal, sealPatience).toBe(0)
  const { rows } = await owner.query(
    `select seal_no::int, encode(hash, 'hex') as hash from audit_seals order by audit_seals.seal_no desc limit 1`,
  )
  expect((await read()).seal).toMatchObject({
    unsealed: 0,
    oldest_unsealed_at: null,
    sealed: rows[0].seal_no,
    head: rows[0].hash,
  })
})

test('OPS-5 every job has its plain words', () => {
  const root = new URL('../', import.meta.url)
  const started = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.jobs.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(/startJob\(\{ name: '([a-z-]+)'/g)])
    .map(([, name = '']) => name)
  expect(started.length).toBeGreaterThan(12)
  expect([...started, 'remove-expired'].filter((name) => !Object.hasOwn(jobWords, name))).toEqual([])
})
