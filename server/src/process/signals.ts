import { constants } from 'node:os'

export type StopMode = 'fast' | 'immediate'
/** npm forwards a Ctrl-C that the terminal already sent to the child; ignore that duplicate. */
const echoMs = 1_000

/**
 * SIGINT, SIGTERM and SIGHUP end the process in order: `stop('fast')` on the first signal, `stop('immediate')` on
 * another one a second or more later. The exit code is the number that `stop` returns, else 128 plus the signal's
 * number, as in a shell.
 */
export function endOnSignal(stop: (mode: StopMode, signal: NodeJS.Signals) => Promise<unknown>): void {
  let firstAt: number | undefined
  const onSignal = async (signal: NodeJS.Signals) => {
    if (firstAt !== undefined && Date.now() - firstAt < echoMs) return
    const mode = firstAt === undefined ? 'fast' : 'immediate'
    firstAt ??= Date.now()
    const code = await stop(mode, signal).catch(() => 1)
    process.exit(typeof code === 'number' ? code : 128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
