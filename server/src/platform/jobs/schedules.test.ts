import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { testApp } from '../../testing/test-app.ts'
import { dailyJobs } from './housekeeping.jobs.ts'
import { readMetrics } from './metrics.ts'
import { pausesMs, runDueSchedule, type Schedule } from './schedules.ts'

const { owner, database, clock, later } = await testApp({ poolSize: 8 })
const lines: unknown[] = []
const log = { error: (...line: unknown[]) => lines.push(line), info: () => {} }
const runs: string[] = []
const schedule: Schedule = {
  database,
  clock: () => clock.now,
  log,
  jobs: { 'remove-expired': { at: '03:15', run: async (_database, now) => runs.push(now.toISOString()) } },
}
const failing = (error: Error): Schedule => ({
  ...schedule,
  jobs: { 'remove-expired': { at: '03:15', run: () => Promise.reject(error) } },
})
const cleanup = dailyJobs({ retention: readConfig({}).retention, storage: { remove: async () => {} }, log })
const read = async () => (await owner.query('select *, attempts::int from scheduled_jobs')).rows
const at = (time: string) => {
  clock.now = new Date(time)
}

beforeEach(async () => {
  await owner.query(
    `update scheduled_jobs set status = 'queued', attempts = 0, locked_until = null, finished_at = null, next_attempt_at = '2026-11-17T03:15:00Z'`,
  )
  runs.length = 0
  lines.length = 0
})

test('OPS-3 a daily job runs once a day, however many workers look, and a missed day is made up', async () => {
  at('2026-11-17T03:14:59Z')
  expect(await runDueSchedule(schedule)).toBe(0)
  at('2026-11-17T03:15:30Z')
  const counts = await Promise.all([1, 2, 3, 4].map(() => runDueSchedule(schedule)))
  expect([counts.sort(), runs]).toEqual([[0, 0, 0, 1], ['2026-11-17T03:15:30.000Z']])
  const [row] = await read()
  expect(row).toMatchObject({ name: 'remove-expired', status: 'queued', attempts: 0, finished_at: clock.now })
  expect(row.next_attempt_at.toISOString()).toBe('2026-11-18T03:15:00.000Z')
  // After three days without a run, one run is enough.
  at('2026-11-21T10:00:00Z')
  expect([await runDueSchedule(schedule), await runDueSchedule(schedule), runs.length]).toEqual([1, 0, 2])
  expect((await read())[0].next_attempt_at.toISOString()).toBe('2026-11-22T03:15:00.000Z')
})

test('OPS-5 a failed daily job is a log line and a metric, is retried after a pause, and finally waits for the next day', async () => {
  const count = async () =>
    Number(/portal_job_turns_total\{name="remove-expired",outcome="failed"\} (\d+)/.exec(await readMetrics())?.[1] ?? 0)
  const before = await count()
  const error = new Error('no room left')
  at('2026-11-17T03:15:00Z')
  for (const pauseMs of [...pausesMs, 0]) {
    expect(await runDueSchedule(failing(error))).toBe(1)
    later(pauseMs)
  }
  const line = [{ err: error, job: 'remove-expired' }, 'job failed and will be retried']
  expect([lines, (await count()) - before]).toEqual([Array(4).fill(line), 4])
  const [row] = await read()
  expect(row).toMatchObject({ status: 'queued', attempts: 0, finished_at: null })
  expect(row.next_attempt_at.toISOString()).toBe('2026-11-18T03:15:00.000Z')
})

test('AUTH-8 the nightly cleanup removes only what has expired, and every scheduled job is known', async () => {
  expect((await read()).map(({ name }) => name)).toEqual(Object.keys(cleanup))
  await owner.query(
    `insert into throttles (key, attempts, resets_at) values ('old', 1, '2026-11-16T00:00:00Z'), ('new', 1, '2026-11-19T00:00:00Z')`,
  )
  at('2026-11-17T03:15:00Z')
  expect(await runDueSchedule({ ...schedule, jobs: cleanup })).toBe(1)
  const { rows } = await owner.query(`select key from throttles where key in ('old', 'new')`)
  expect([rows, lines]).toEqual([[{ key: 'new' }], []])
  // It is recorded only when all of it is done; until then it is repeated.
  const half: Schedule['jobs'] = {
    'remove-expired': {
      at: '03:15',
      run: async (given, now) => {
        await cleanup['remove-expired']?.run(given, now)
        throw new Error('no room left')
      },
    },
  }
  at('2026-11-20T03:15:00Z')
  expect(await runDueSchedule({ ...schedule, jobs: half })).toBe(1)
  expect((await owner.query(`select from throttles where key = 'new'`)).rowCount).toBe(0)
  expect((await read())[0].finished_at.toISOString()).toBe('2026-11-17T03:15:00.000Z')
})
