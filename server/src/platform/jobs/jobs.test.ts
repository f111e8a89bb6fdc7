import { expect, test } from 'vitest'
import { asAppError } from '../http/errors.ts'
import { insist, startJob } from './jobs.ts'
import { readMetrics } from './metrics.ts'

const away = () => new Error('Connection terminated unexpectedly')

test('OPS-3 the outcome of claimed work is recorded once the database is back, and other errors are thrown at once', async () => {
  let tries = 0
  const written = insist(
    async () => {
      tries += 1
      if (tries < 3) throw away()
      return 'written'
    },
    { forMs: 60_000 },
  )
  expect([await written, tries]).toEqual(['written', 3])
  const failing = (fault: Error, rest: { forMs: number; goOn?: () => boolean }) =>
    insist(() => Promise.reject(fault), rest)
  await expect(failing(new Error('a defect'), { forMs: 60_000 })).rejects.toThrow('a defect')
  await expect(failing(away(), { forMs: 60_000, goOn: () => false })).rejects.toThrow('Connection terminated')
  await expect(failing(away(), { forMs: 0 })).rejects.toThrow('Connection terminated')
})

test('OPS-3 any kind of unreachable database is a 503 that may succeed next time', () => {
  const codes = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']
  const faults = [
    ...codes.map((code) => Object.assign(new Error('connect'), { code })),
    away(),
    new Error('timeout expired'),
  ]
  expect(faults.map((fault) => asAppError(fault).code)).toEqual(faults.map(() => 'service.unavailable'))
})

test('OPS-5 a failed pass of a job, however it fails, is a log line and a metric, and the next pass follows', async () => {
  const lines: [string, string, string][] = []
  const log = {
    error: ({ err, job }: { err: Error; job: string }, sentence?: string) =>
      lines.push([job, err.message, sentence ?? '']),
    info: () => {},
  }
  let passes = 0
  const job = startJob({ name: 'drill', everyMs: 1, log }, () => {
    passes += 1
    if (passes === 1) throw new Error('at once')
    if (passes === 2) return Promise.reject(new Error('later'))
    return Promise.resolve()
  })
  await expect.poll(() => passes).toBeGreaterThan(3)
  await job.stop()
  const ended = passes
  expect(lines).toEqual([
    ['drill', 'at once', 'job failed and will be retried'],
    ['drill', 'later', 'job failed and will be retried'],
  ])
  const metrics = await readMetrics()
  expect(metrics).toContain('portal_job_turns_total{name="drill",outcome="failed"} 2\n')
  expect(metrics).toContain(`portal_job_turns_total{name="drill",outcome="done"} ${ended - 2}\n`)
  expect(metrics).toMatch(/portal_job_last_done_timestamp_seconds\{name="drill"\} \d+/)
})
