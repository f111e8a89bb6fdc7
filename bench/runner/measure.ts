import { type Cpu, cpuSince } from './cpu.ts'

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN

/** One side of a comparison: what it does, and its CPU so far. */
export type Side = { once(n: number): Promise<unknown>; cpu(): Cpu }
type Load = { rounds: number; requests: number; callers?: number }

async function load(side: Side, from: number, { requests, callers = 8 }: Load): Promise<void> {
  let next = from
  const until = from + requests
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < until) await side.once(next++)
    }),
  )
}

/**
 * CPU milliseconds a request of each side, in alternating rounds after one to warm up, so that what else the machine does meets
 * both. The median of the rounds counts.
 */
export async function alternate(sides: readonly Side[], given: Load): Promise<Cpu[]> {
  const rounds: Cpu[][] = sides.map(() => [])
  for (let round = 0; round <= given.rounds; round++)
    for (const [place, side] of sides.entries()) {
      const before = side.cpu()
      await load(side, round * given.requests, given)
      const { server, database } = cpuSince(before, side.cpu())
      if (round > 0) rounds[place]?.push({ server: server / given.requests, database: database / given.requests })
    }
  return rounds.map((seen) => ({
    server: median(seen.map(({ server }) => server)),
    database: median(seen.map(({ database }) => database)),
  }))
}
export const cpuSum = ({ server, database }: Cpu): number => server + database
export const cpuText = ({ server, database }: Cpu): string => `${server.toFixed(2)} + ${database.toFixed(2)} ms`

/**
 * CPU milliseconds of one request after the other. Six come first, because PostgreSQL chooses a named statement's generic plan
 * on the sixth execution.
 */
export async function cpuOfEach(cpu: () => Cpu, requests: number, once: () => Promise<unknown>): Promise<Cpu> {
  for (let warm = 0; warm < 6; warm++) await once()
  const before = cpu()
  for (let n = 0; n < requests; n++) await once()
  const { server, database } = cpuSince(before, cpu())
  return { server: server / requests, database: database / requests }
}

/** CPU milliseconds of one long work, of everything that it starts. What it leaves to finish counts after a pause. */
export async function cpuOfWork<T>(
  cpu: () => Cpu,
  work: () => Promise<T>,
): Promise<Cpu & { seconds: number; result: T }> {
  const before = cpu()
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return { ...cpuSince(before, cpu()), seconds, result }
}
