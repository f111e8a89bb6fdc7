/** Lets `limit` works run at the same time; the others wait in order. */
export function slotsFor(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot goes to the next that waits, so that no newcomer takes it in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
