import type { Logger } from 'pino'
import { countForgotten } from './metrics.ts'

/**
 * Faults that no code waited for, distinguished by what they leave behind (decision 18).
 *
 * A promise that failed unheard has unwound its own work: each `finally` on its way has run, its transaction is rolled
 * back, and its claims run out. It is a defect, so the log has its stack; the process stays up.
 *
 * An exception outside any promise broke off a callback at an unknown point, such as in the middle of a connection's
 * protocol. What the process holds in memory is then unsure, so it stops in order and leaves with 1; its manager starts
 * another.
 */
export function watchStrayFaults(log: Pick<Logger, 'error'>, stop: () => Promise<unknown>): void {
  process.on('unhandledRejection', (reason) => {
    countForgotten()
    log.error(
      { err: reason instanceof Error ? reason : new Error(String(reason)) },
      'a promise that nothing waited for failed; the process goes on',
    )
  })
  process.on('uncaughtException', async (error) => {
    // To standard error, at every level of the log.
    console.error(error)
    await stop().catch(() => {})
    process.exit(1)
  })
}
