import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { staffScope } from '../access/scope.ts'
import { isUnavailable } from '../http/errors.ts'
import { countPass } from './metrics.ts'
import { announceJob, notePass, type Pass, withdrawJob } from './pass-outcomes.ts'

export type Log = Pick<FastifyBaseLogger, 'error' | 'info'>
export type Running = { stop(): Promise<void> }
/** A job acts for no single company and sees all of them. */
export const jobScope = staffScope(0)
/** Repeated failures, such as while the database is away, slow the passes down to this interval. */
const slowestMs = 2000

/** Runs `work` repeatedly, `ms` after the last pass ended. An error goes to `onError` and does not end the loop. */
export function every(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Running {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  const pass = async () => {
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
    current = pass()
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

export type Job = { name: string; everyMs: number; log: Log; workers?: number }
/** Counts a pass, and remembers it for the operations page; with `error` it failed (OPS-5). */
export function reportPass(pass: Pass): void {
  countPass(pass.job, !('error' in pass))
  notePass(pass)
}

/**
 * Starts a job's workers. A failed pass is a log line and a metric (OPS-5), and the next one follows. `goOn` returns
 * false once the job should stop.
 */
export function startJob(
  { name, everyMs, log, workers = 1 }: Job,
  work: (goOn: () => boolean) => Promise<unknown>,
): Running {
  let isStopping = false
  const startWorker = () => {
    let began = 0
    const passed = () => ({ job: name, everyMs, seconds: (performance.now() - began) / 1000 })
    const pass = async () => {
      began = performance.now()
      await work(() => !isStopping)
      reportPass(passed())
    }
    return every(everyMs, pass, (error) => {
      reportPass({ ...passed(), error })
      log.error({ err: error, job: name }, 'job failed and will be retried')
    })
  }
  announceJob(name, everyMs)
  const loops = Array.from({ length: workers }, startWorker)
  return {
    async stop() {
      isStopping = true
      await Promise.all(loops.map((loop) => loop.stop()))
      withdrawJob(name)
    },
  }
}

const againMs = 200
/**
 * Records how claimed work ended. While the database is away it retries for as long as the claim lasts: finished work
 * is not repeated, and unfinished work is released at once (OPS-3).
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
