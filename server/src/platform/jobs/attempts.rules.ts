/**
 * The pause after the failed attempt with this number, counted from 1. Null after the last: there is one more attempt
 * than pauses.
 */
export const pauseAfter = (pausesMs: readonly number[], attempt: number): number | null => pausesMs[attempt - 1] ?? null

/** Every attempt's worker was lost, so another one would be lost too. */
export const isExhausted = (pausesMs: readonly number[], attempt: number): boolean => attempt > pausesMs.length + 1

/** The next time that it is `time` (such as 03:15) in UTC. */
export function nextDaily(time: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`)
  return today > now ? today : new Date(today.getTime() + 86_400_000)
}
