import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../../db/connect.ts'
import { testApp } from '../../testing/test-app.ts'
import { staffScope } from '../access/scope.ts'
import { type Claimed, claimNext, endClaim, type Queue, releaseClaim, renewClaim } from './claims.ts'
import { type Failure, keepClaim, runDue, type Work } from './work-queue.ts'

const { owner, database, clock, later, urls } = await testApp({ poolSize: 8 })
/** The pool of another process. */
const other = connect({ ...urls, poolSize: 8 })
afterAll(() => other.end())

// Imports stand for any queue here; only their claims are used.
const queue: Queue<'imports'> = { table: 'imports', busy: 'running', first: 'oldest' }
type Row = Claimed<'imports'>
const leaseMs = 30_000
const pausesMs = [1000, 5000]
const context = { database, clock: () => clock.now }
const inScope = staffScope(0)
const away = () => new Error('Connection terminated unexpectedly')

async function enqueue(count = 1): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into imports (company_id, kind, file_name, size_bytes, sha256, mode)
     select (select min(id) from companies), 'cards', 'drill.csv', 1, sha256('x'), 'good' from generate_series(1, $1) returning id::int`,
    [count],
  )
  return rows.map(({ id }) => id)
}
const rowOf = async (id: number) =>
  (await owner.query('select *, attempts::int, progress_done::int from imports where id = $1', [id])).rows[0]
const claim = () => database.transaction(inScope, (db) => claimNext(db, queue, clock.now, leaseMs)) as Promise<Row>
const finish = (claimed: Row) => database.transaction(inScope, (db) => endClaim(db, queue, claimed, { status: 'done' }))

/** A job that ends each record at once by default, and stores its reports. */
function jobOf(changes: Partial<Work<'imports'>> = {}): Work<'imports'> & { reports: Failure[]; ended: Failure[] } {
  const reports: Failure[] = []
  const ended: Failure[] = []
  return {
    queue,
    leaseMs,
    pausesMs,
    attempt: async (claimed) => (write) => write((db) => endClaim(db, queue, claimed, { status: 'done' })),
    report: (_claimed, failure) => reports.push(failure),
    end: async (claimed, failure, write) => {
      await write((db) => endClaim(db, queue, claimed, { status: 'failed' }))
      ended.push(failure)
    },
    ...changes,
    reports,
    ended,
  }
}

beforeEach(async () => {
  await owner.query(`delete from imports where file_name = 'drill.csv'`)
  clock.now = new Date()
})

test('C4 workers of two processes at once claim every record once, the oldest first', async () => {
  const ids = await enqueue(40)
  const worked: number[] = []
  const job = jobOf({
    attempt: async (claimed) => {
      worked.push(claimed.id)
      return (write) => write((db) => endClaim(db, queue, claimed, { status: 'done' }))
    },
  })
  const counts = await Promise.all(
    [database, other, database, other, database, other].map((one) => runDue(job, { ...context, database: one })),
  )
  expect(counts.reduce((sum, count) => sum + count)).toBe(40)
  expect([...worked].sort((a, b) => a - b)).toEqual(ids)
  const [last] = await enqueue(1)
  const [first] = await enqueue(1)
  expect([(await claim()).id, (await claim()).id, await claim()]).toEqual([last, first, null])
})

test('C1 a dead worker’s record is claimed again once its lease expires, and the dead worker can no longer change it', async () => {
  const [id = 0] = await enqueue()
  const dead = await claim()
  later(leaseMs - 1)
  expect(await claim()).toBeNull()
  later(1)
  const living = await claim()
  expect([living.id, dead.attempts, living.attempts]).toEqual([id, 1, 2])
  const before = await rowOf(id)
  const writes = await database.transaction(inScope, async (db) => [
    await renewClaim(db, queue, dead, new Date(0), { progress_done: 9 }),
    await releaseClaim(db, queue, dead, new Date(0)),
    await endClaim(db, queue, dead, { status: 'failed' }),
  ])
  expect([writes, await rowOf(id)]).toEqual([[false, false, false], before])
  expect([await finish(living), (await rowOf(id)).status]).toEqual([true, 'done'])
})

test('OPS-3 OPS-5 a failed attempt is reported once and followed by a pause; after the last one the record ends', async () => {
  const [id = 0] = await enqueue()
  const faults = ['first', 'second', 'third'].map((word) => new Error(word))
  let attempts = 0
  const job = jobOf({
    attempt: () => Promise.reject(faults[attempts++]),
    kept: ({ error }) => ({ reason: (error as Error).message }),
  })
  for (const pauseMs of pausesMs) {
    expect(await runDue(job, context)).toBe(1)
    expect(await rowOf(id)).toMatchObject({
      status: 'queued',
      locked_until: null,
      reason: faults[attempts - 1]?.message,
    })
    expect(job.reports.at(-1)).toEqual({
      error: faults[attempts - 1],
      nextAttemptAt: new Date(clock.now.getTime() + pauseMs),
    })
    later(pauseMs - 1)
    expect(await runDue(job, context)).toBe(0)
    later(1)
  }
  expect(await runDue(job, context)).toBe(1)
  const last = { error: faults[2], nextAttemptAt: null }
  expect([job.reports.slice(2), job.ended]).toEqual([[last], [last]])
  expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 3 })
  later(leaseMs)
  expect([await runDue(job, context), attempts]).toEqual([0, 3])
})

test('OPS-3 a final error ends the record at its first attempt; a record that every worker died of is not tried again', async () => {
  const [refused = 0] = await enqueue()
  const certain = new RangeError('too large')
  const strict = jobOf({ attempt: () => Promise.reject(certain), isFinal: (error) => error instanceof RangeError })
  await runDue(strict, context)
  expect(strict.ended).toEqual([{ error: certain, nextAttemptAt: null }])
  expect(await rowOf(refused)).toMatchObject({ status: 'failed', attempts: 1 })
  const [deadly = 0] = await enqueue()
  for (let workers = 0; workers <= pausesMs.length; workers++) {
    expect((await claim()).id).toBe(deadly)
    later(leaseMs)
  }
  const job = jobOf({ attempt: () => Promise.reject(new Error('it was tried')) })
  await runDue(job, context)
  const cutOff = { error: null, nextAttemptAt: null }
  expect([job.reports, job.ended, (await rowOf(deadly)).status]).toEqual([[cutOff], [cutOff], 'failed'])
})

test('C1 a live worker keeps its claim while it works, and others see its progress', async () => {
  const [id = 0] = await enqueue()
  const progress = { progress_done: 0 }
  const claimed = await claim()
  let isLost = false
  const keeping = keepClaim({ queue, leaseMs }, context, claimed, {
    everyMs: 5,
    progress: () => progress,
    onLost: () => {
      isLost = true
    },
  })
  for (const done of [1, 2, 3]) {
    progress.progress_done = done
    later(leaseMs - 1000)
    const until = clock.now.getTime() + leaseMs
    await expect.poll(async () => (await rowOf(id)).locked_until.getTime()).toBe(until)
    await expect.poll(async () => (await rowOf(id)).progress_done).toBe(done)
    expect(await claim()).toBeNull()
  }
  await keeping.stop()
  expect([isLost, await finish(claimed)]).toEqual([false, true])
})

test.each([
  ['deleted', 'delete from imports where id = $1', undefined],
  ['ended', `update imports set status = 'failed', locked_until = null where id = $1`, 'failed'],
])(
  'C1 a record that is %s while claimed is cancelled: the worker is notified and writes nothing',
  async (_how, cancel, status) => {
    const [id = 0] = await enqueue()
    let wasOurs: boolean | undefined
    const job = jobOf({
      attempt: async (claimed) => {
        const cancelled = Promise.withResolvers<void>()
        const keeping = keepClaim(job, context, claimed, {
          everyMs: 5,
          progress: () => ({}),
          onLost: cancelled.resolve,
        })
        await owner.query(cancel, [id])
        await cancelled.promise
        await keeping.stop()
        return (write) =>
          write(async (db) => {
            wasOurs = await endClaim(db, queue, claimed, { status: 'done' })
          })
      },
    })
    expect([await runDue(job, context), wasOurs, (await rowOf(id))?.status]).toEqual([1, false, status])
  },
)

/** A database that is away for `times` transactions, once `isAway` returns true. */
function flaky(times: number, isAway: () => boolean): Database & { left: () => number } {
  let left = times
  const transaction: Database['transaction'] = async (...given) => {
    if (isAway() && left-- > 0) throw away()
    return database.transaction(...given)
  }
  return { ...database, transaction, left: () => left }
}

test('OPS-3 an attempt’s outcome is recorded once the database is back, and the work is not repeated', async () => {
  const [done = 0, failed = 0] = await enqueue(2)
  let attempts = 0
  const job = jobOf({
    attempt: async (claimed) => {
      attempts += 1
      if (claimed.id === failed) throw new Error('no luck')
      return (write) => write((db) => endClaim(db, queue, claimed, { status: 'done' }))
    },
  })
  const lost = flaky(3, () => attempts > 0)
  expect(await runDue(job, { ...context, database: lost })).toBe(2)
  expect([attempts, lost.left() < 0, (await rowOf(done)).status]).toEqual([2, true, 'done'])
  // The failed record is released, so that it need not wait for its lease.
  expect(await rowOf(failed)).toMatchObject({ status: 'queued', locked_until: null })
})

test('OPS-3 a claim is renewed once the database is back; recording an outcome gives up at a stop or after its limit', async () => {
  const [id = 0] = await enqueue()
  const claimed = await claim()
  const lost = flaky(3, () => true)
  later(1000)
  const keeping = keepClaim({ queue, leaseMs }, { ...context, database: lost }, claimed, {
    everyMs: 5,
    progress: () => ({ progress_done: 7 }),
    onLost: () => {},
  })
  await expect.poll(async () => (await rowOf(id)).progress_done).toBe(7)
  await keeping.stop()
  const ending = (noteForMs: number, goOn?: () => boolean) => {
    let isWorked = false
    const job = jobOf({
      noteForMs,
      attempt: async () => {
        isWorked = true
        return (write) => write(() => Promise.resolve())
      },
    })
    later(leaseMs + 1)
    return runDue(job, { ...context, database: flaky(1e6, () => isWorked) }, goOn && (() => !isWorked && goOn()))
  }
  await expect(ending(60_000, () => true)).rejects.toThrow('Connection terminated')
  await expect(ending(0)).rejects.toThrow('Connection terminated')
})

test('OPS-3 a stopping job finishes its record and claims no more', async () => {
  const ids = await enqueue(3)
  let worked = 0
  const job = jobOf({
    attempt: async (claimed) => {
      worked += 1
      return (write) => write((db) => endClaim(db, queue, claimed, { status: 'done' }))
    },
  })
  expect(await runDue(job, context, () => worked < 2)).toBe(2)
  expect((await Promise.all(ids.map(rowOf))).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['done', 1],
    ['done', 1],
    ['queued', 0],
  ])
})
