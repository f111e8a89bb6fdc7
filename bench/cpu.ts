import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports process times in these clock ticks on every common machine. */
const ticksPerSecond = 100
const fields = (pid: string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
const ticksOf = (pid: string): number => {
  try {
    const [utime = '0', stime = '0'] = fields(pid).slice(11, 13)
    return Number(utime) + Number(stime)
  } catch {
    return 0
  }
}
/** CPU of exited children, so that a pool closing an idle connection does not lower the sum. */
const reapedTicks = (pid: number): number => {
  const [cutime = '0', cstime = '0'] = fields(String(pid)).slice(13, 15)
  return Number(cutime) + Number(cstime)
}
const childrenOf = (parent: number): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return fields(name)[1] === String(parent)
    } catch {
      return false
    }
  })

/** CPU milliseconds of one process so far, by the scheduler's clock, which is finer than the ticks. */
export const cpuOfProcess = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** CPU milliseconds so far of a server process and of the database's backends. */
export const cpuOf = (serverPid: number, postmasterPid: number): { server: number; database: number } => ({
  server: (ticksOf(String(serverPid)) * 1000) / ticksPerSecond,
  database:
    (childrenOf(postmasterPid).reduce((sum, pid) => sum + ticksOf(pid), reapedTicks(postmasterPid)) * 1000) /
    ticksPerSecond,
})
/** CPU milliseconds of a process's children that have exited. */
export const reapedOf = (pid: number): number => (reapedTicks(pid) * 1000) / ticksPerSecond
