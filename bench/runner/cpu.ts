import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports process times in these clock ticks on every common machine. */
const ticksPerSecond = 100
type Stat = { parent: number; own: number; reaped: number }

/** One line of `/proc/PID/stat`. The name in parentheses may itself have parentheses and spaces. */
export function readStat(line: string): Stat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const number = (at: number) => Number(fields[at] ?? 0)
  return { parent: number(1), own: number(11) + number(12), reaped: number(13) + number(14) }
}

/** Ticks of a process and of all its descendants, with those that have exited and were waited for. */
export function ticksOfTree(stats: ReadonlyMap<number, Stat>, root: number): number {
  const { own, reaped } = stats.get(root) ?? { own: 0, reaped: 0 }
  let sum = own + reaped
  for (const [pid, { parent }] of stats) if (parent === root) sum += ticksOfTree(stats, pid)
  return sum
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name))
      try {
        stats.set(Number(name), readStat(readFileSync(`/proc/${name}/stat`, 'utf8')))
      } catch {
        // It has just ended.
      }
  return stats
}

export type Cpu = { server: number; database: number }
/** CPU milliseconds so far of a server with the processes that it starts, and of the database with all its backends. */
export function cpuOf(serverPid: number, postmasterPid: number): Cpu {
  const stats = readStats()
  const ms = (pid: number) => (ticksOfTree(stats, pid) * 1000) / ticksPerSecond
  return { server: ms(serverPid), database: ms(postmasterPid) }
}
export const cpuSince = (before: Cpu, after: Cpu): Cpu => ({
  server: after.server - before.server,
  database: after.database - before.database,
})

/** CPU milliseconds of one process so far, by the scheduler's clock, which is finer than the ticks. */
export const cpuOfProcess = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Resident memory in megabytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Memory in megabytes of a process and its descendants, where what they share counts once. */
export function sharedMemoryOf(root: number): number {
  const stats = readStats()
  const sum = (pid: number): number => {
    const children = [...stats].filter(([, { parent }]) => parent === pid)
    const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
    return children.reduce((more, [child]) => more + sum(child), own)
  }
  return sum(root)
}
