import { readConfig } from './config.ts'
import { sayFault } from './platform/say-fault.ts'
import { startPortal } from './start.ts'

/** npm passes a Ctrl-C on to a child that the terminal has told already: the echo is not a second wish. */
const echoMs = 1_000

async function run(): Promise<void> {
  const portal = startPortal(readConfig(process.env), console.log, { withWeb: !process.argv.includes('--no-web') })
  let firstAt: number | undefined
  const onSignal = async () => {
    if (firstAt === undefined) {
      firstAt = Date.now()
      console.log('Stopping.')
      await portal.stop()
      process.exit(0)
    }
    if (Date.now() - firstAt < echoMs) return
    await portal.stop('immediate')
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('uncaughtException', async (error) => {
    // A defect, not a fault of the person's: here the stack is wanted.
    console.error(error)
    await portal.stop().catch(() => {})
    process.exit(1)
  })
  await portal.started
}

try {
  await run()
} catch (error) {
  sayFault(error)
  process.exit(1)
}
