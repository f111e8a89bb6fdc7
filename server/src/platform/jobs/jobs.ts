import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from '../../db/connect.ts'
import { isUnavailable } from '../http/errors.ts'
import { countTurn } from './metrics.ts'

export type Log = Pick<FastifyBaseLogger, 'error' | 'info'>
export type Running = { stop(): Promise<void> }
const sealEveryMs = 3000
/**
 * A turn that keeps failing, such as while the database is away, comes less and less often, but never less often than
 * this.
 */
const slowestMs = 2000

/**
 * A loop that waits for its own end before it waits for the next turn. Whatever a turn throws goes to `onError`, and
 * the loop goes on.
 */
export function every(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Running {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  const turn = async () => {
    try {
      await work()
      failures = 0
    } catch (error) {
      failures += 1
      onError(error)
    } finally {
      const wait = failures === 0 ? ms : Math.max(ms, Math.min(ms * 2 ** failures, slowestMs))
      if (!isStopped) timer = setTimeout(begin, wait)
    }
  }
  let current = Promise.resolve()
  const begin = () => {
    current = turn()
  }
  begin()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

export type Job = { name: string; everyMs: number; log: Log; lanes?: number }
/**
 * A job's loops. A turn that fails is a log line and a metric (OPS-5), and the next one comes all the same. `goOn`
 * turns false when it is to stop.
 */
export function startJob(
  { name, everyMs, log, lanes = 1 }: Job,
  work: (goOn: () => boolean) => Promise<unknown>,
): Running {
  let isStopping = false
  const turn = async () => {
    await work(() => !isStopping)
    countTurn(name, true)
  }
  const complain = (error: unknown) => {
    countTurn(name, false)
    log.error({ err: error, job: name }, 'a job failed and will be tried again')
  }
  const loops = Array.from({ length: lanes }, () => every(everyMs, turn, complain))
  return {
    async stop() {
      isStopping = true
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

const againMs = 200
/**
 * Writes down what became of claimed work. While the database is away it tries again, for as long as the claim lasts:
 * what was done is then not done a second time, and what was not done is free at once for another attempt (OPS-3).
 */
export async function insist<T>(
  write: () => Promise<T>,
  { forMs, goOn = () => true }: { forMs: number; goOn?: () => boolean },
): Promise<T> {
  for (const until = performance.now() + forMs; ; await sleep(againMs)) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof Error && isUnavailable(error)) || !goOn() || performance.now() > until) throw error
    }
  }
}

/** What runs without anybody asking: the audit seal every few seconds, and the nightly clearing of what has run out. */
export async function startJobs({ database, log }: { database: Database; log: Log }): Promise<Running> {
  const staff = database.pools.portal_staff
  const complain = (error: unknown) =>
    log.error({ err: error, job: 'schedule' }, 'a job failed and will be tried again')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => staff.query(text, values ?? []) },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
  })
  boss.on('error', complain)
  await boss.start()
  await boss.createQueue('remove-expired')
  await boss.schedule('remove-expired', '15 3 * * *')
  await boss.work('remove-expired', async () => {
    const removing = staff.query('select remove_expired(now())')
    await removing.then(
      () => countTurn('remove-expired', true),
      (error: unknown) => {
        // The queue tries it again by itself and says nothing.
        countTurn('remove-expired', false)
        log.error({ err: error, job: 'remove-expired' }, 'a job failed and will be tried again')
        throw error
      },
    )
  })
  const sealing = startJob({ name: 'seal', everyMs: sealEveryMs, log }, () => staff.query('select seal_audit()'))
  return {
    async stop() {
      await Promise.all([sealing.stop(), boss.stop({ graceful: true, timeout: 5000 })])
    },
  }
}
