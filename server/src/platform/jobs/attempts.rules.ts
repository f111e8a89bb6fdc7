/**
 * How long work rests after its failed attempt of that number, counted from 1. Null after the last one: there is one
 * attempt more than there are pauses.
 */
export const pauseAfter = (pausesMs: readonly number[], attempt: number): number | null => pausesMs[attempt - 1] ?? null

/** The workers that made every attempt never came back, so another one would only be the next to be lost. */
export const isExhausted = (pausesMs: readonly number[], attempt: number): boolean => attempt > pausesMs.length + 1

/** The next time that the clock shows `time` (such as 03:15) in UTC. */
export function nextDaily(time: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`)
  return today > now ? today : new Date(today.getTime() + 86_400_000)
}
