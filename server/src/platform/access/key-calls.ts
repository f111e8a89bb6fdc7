const minute = 60_000
/** More keys than any installation has; beyond it, those without a recent call are forgotten. */
const mostKept = 10_000

type Taken = {
  /** Calls a minute; 0 if there is no limit. */
  limit: number
  remaining: number
  /** Until the oldest call of the last minute no longer counts. */
  resetSeconds: number
  isRefused: boolean
}
/** The calls of service keys in this process. Each process counts on its own. */
export type KeyCalls = {
  take(keyId: number, now: Date): Taken
  /** Whether the last use should be recorded; at most once a minute. */
  isTouchDue(keyId: number, now: Date): boolean
}

/** Allows `limit` calls in any 60 seconds (INTEG-4). Times after now are of a clock that was set back. */
export function keyCallsOf(limit: number): KeyCalls {
  const calls = new Map<number, number[]>()
  const touches = new Map<number, number>()
  const isRecent = (time: number, now: number) => time > now - minute && time <= now
  const forgetIdle = (now: number) => {
    if (touches.size < mostKept) return
    for (const [id, touched] of touches) if (!isRecent(touched, now)) touches.delete(id)
    for (const [id, times] of calls) if (!isRecent(times.at(-1) ?? 0, now)) calls.delete(id)
  }
  return {
    take(keyId, at) {
      const now = at.getTime()
      if (limit === 0) return { limit, remaining: 0, resetSeconds: 0, isRefused: false }
      const times = (calls.get(keyId) ?? []).filter((time) => isRecent(time, now))
      const isRefused = times.length >= limit
      if (!isRefused) times.push(now)
      calls.set(keyId, times)
      const resetSeconds = Math.ceil(((times[0] ?? now) + minute - now) / 1000)
      return { limit, remaining: limit - times.length, resetSeconds, isRefused }
    },
    isTouchDue(keyId, at) {
      const now = at.getTime()
      if (isRecent(touches.get(keyId) ?? Number.NEGATIVE_INFINITY, now)) return false
      forgetIdle(now)
      touches.set(keyId, now)
      return true
    },
  }
}
