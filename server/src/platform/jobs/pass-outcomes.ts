import { maskSecrets } from '../../process/logging.ts'

/** How the passes of a job ended in this process. */
export type PassOutcome = {
  job: string
  every_seconds: number
  last_done_at: string | null
  last_failed_at: string | null
  failure: string | null
  /** Null unless the last pass failed. */
  failing_since: string | null
  last_seconds: number | null
}
/** `isTurn`: just announced, or one that differs from the pass before. */
type Noted = PassOutcome & { isWritten: boolean; isTurn: boolean }
export type Pass = { job: string; everyMs: number; seconds: number; error?: unknown }

const noted = new Map<string, Noted>()
const announced = new Set<string>()
let onTurn: () => void = () => {}

/** The failure in one line, masked as log lines are (A3). */
const failureText = (error: unknown): string => {
  const { message = '', code = '', name = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  const text = message || code || name || String(error)
  return maskSecrets(text.replace(/\s+/g, ' ').trim()).slice(0, 500) || 'Error'
}

const unknown = { last_done_at: null, last_failed_at: null, failure: null, failing_since: null, last_seconds: null }
/** Says that this process runs the job until it is withdrawn, so that it is known before its first pass (OPS-5). */
export function announceJob(job: string, everyMs: number): void {
  announced.add(job)
  noted.set(job, { ...unknown, ...noted.get(job), job, every_seconds: everyMs / 1000, isWritten: false, isTurn: true })
  onTurn()
}
export const withdrawJob = (job: string): boolean => announced.delete(job)
export const announcedJobs = (): string[] => [...announced].sort()

/** Remembers how a pass ended, with an `error` if it failed. Costs the job nothing: a writer picks it up later. */
export function notePass({ job, everyMs, seconds, ...pass }: Pass, now = new Date()): void {
  const before = noted.get(job)
  const hasFailed = 'error' in pass
  const at = now.toISOString()
  const isTurn = !before || (before.failing_since !== null) !== hasFailed
  noted.set(job, {
    job,
    every_seconds: everyMs / 1000,
    last_done_at: hasFailed ? (before?.last_done_at ?? null) : at,
    last_failed_at: hasFailed ? at : (before?.last_failed_at ?? null),
    failure: hasFailed ? failureText(pass.error) : (before?.failure ?? null),
    failing_since: hasFailed ? (before?.failing_since ?? at) : null,
    last_seconds: seconds,
    isWritten: false,
    isTurn: isTurn || (before?.isTurn === true && !before.isWritten),
  })
  if (isTurn) onTurn()
}

/** Calls `listener` when a job turns from good to failed or back. */
export function listenToTurns(listener: () => void): void {
  onTurn = listener
}

/** What is not written yet. `isDone` marks exactly these: a pass that ended meanwhile stays unwritten. */
export function takeUnwritten(): { outcomes: PassOutcome[]; isDone: () => void } {
  const taken = [...noted.values()].filter(({ isWritten }) => !isWritten)
  return {
    outcomes: taken.map(({ isWritten, isTurn, ...outcome }) => outcome),
    isDone: () => {
      for (const one of taken) one.isWritten = true
    },
  }
}
export const hasUnwrittenTurn = (): boolean => [...noted.values()].some(({ isWritten, isTurn }) => isTurn && !isWritten)
