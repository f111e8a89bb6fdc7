import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Log, type Running, startJob } from './jobs.ts'

/** Below everything that serves requests. */
const backgroundPriority = 10

type OwnerCommand = {
  name: string
  everyMs: number
  log: Log
  /** A file in `commands`, and its arguments. */
  command: string
  args: string[]
  isDue: () => Promise<boolean>
}
/**
 * A job that only the owner of the tables can do: a command in a process of its own, at a low priority. Several workers
 * may start it at once; the command itself admits one.
 */
export function startOwnerCommand({ name, everyMs, log, command, args, isDue }: OwnerCommand): Running {
  const program = fileURLToPath(new URL(`../../commands/${command}`, import.meta.url))
  let child: ChildProcess | null = null
  let isStopping = false
  const run = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const running = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = running
    if (running.pid) setPriority(running.pid, backgroundPriority)
    const lines = { out: '', err: '' }
    running.stdout.on('data', (text) => (lines.out += text))
    running.stderr.on('data', (text) => (lines.err += text))
    running.once('error', reject)
    running.once('close', (code, signal) => {
      child = null
      // Not as the message, in which the digits of dates and sizes are masked like card numbers.
      if (lines.out) log.info({ job: name, said: lines.out.trim().split('\n') }, 'command')
      if (code === 0 || isStopping) resolve()
      else reject(new Error(lines.err.trim().slice(-2000) || `The command ended with ${signal ?? code}.`))
    })
    await promise
  }
  const job = startJob({ name, everyMs, log }, async (goOn) => {
    if (goOn() && (await isDue()) && goOn()) await run()
  })
  return {
    async stop() {
      isStopping = true
      const stopped = job.stop()
      child?.kill('SIGTERM')
      await stopped
    },
  }
}
