import type { Logger } from 'pino'
import { countForgotten } from './metrics.ts'

/**
 * Unhandled errors, distinguished by what they leave behind (decision 18).
 *
 * A rejected promise has unwound its own work: each `finally` has run, its transaction is rolled back, and its claims
 * expire. It is a defect, so its stack is logged; the process continues.
 *
 * An exception outside any promise stopped a callback at an unknown point, such as within a connection's protocol. The
 * process can no longer trust its memory, so it stops in order and exits with 1; its manager starts another.
 */
export function watchStrayFaults(log: Pick<Logger, 'error'>, stop: () => Promise<unknown>): void {
  process.on('unhandledRejection', (reason) => {
    countForgotten()
    log.error(
      { err: reason instanceof Error ? reason : new Error(String(reason)) },
      'unhandled promise rejection; the process continues',
    )
  })
  process.on('uncaughtException', async (error) => {
    // Written to standard error at every log level.
    console.error(error)
    await stop().catch(() => {})
    process.exit(1)
  })
}
