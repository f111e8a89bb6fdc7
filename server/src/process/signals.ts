import { constants } from 'node:os'

export type StopMode = 'fast' | 'immediate'
/** npm passes a Ctrl-C on to a child that the terminal has told already: the echo is not a second wish. */
const echoMs = 1_000

/**
 * SIGINT, SIGTERM and SIGHUP end the process in order: `stop('fast')` at the first one, `stop('immediate')` at another
 * one a second or more later. What `stop` answers is the exit code; without it that is 128 and the signal's number, as
 * a shell tells of a process that was interrupted.
 */
export function endOnSignal(stop: (mode: StopMode) => Promise<unknown>): void {
  let firstAt: number | undefined
  const onSignal = async (signal: NodeJS.Signals) => {
    if (firstAt !== undefined && Date.now() - firstAt < echoMs) return
    const mode = firstAt === undefined ? 'fast' : 'immediate'
    firstAt ??= Date.now()
    const code = await stop(mode).catch(() => 1)
    process.exit(typeof code === 'number' ? code : 128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
