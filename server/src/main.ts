import { readConfig } from './config.ts'
import { openLog } from './platform/logging.ts'
import { sayFault } from './platform/say-fault.ts'
import { endOnSignal } from './platform/signals.ts'
import { watchStrayFaults } from './platform/stray-faults.ts'
import { startPortal } from './start.ts'

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const portal = startPortal(config, console.log, { withWeb: !process.argv.includes('--no-web') })
  endOnSignal(async (mode) => {
    if (mode === 'fast') console.log('Stopping.')
    await portal.stop(mode)
    return mode === 'fast' ? 0 : 1
  })
  watchStrayFaults(openLog(config.logLevel), () => portal.stop())
  await portal.started
}

try {
  await run()
} catch (error) {
  sayFault(error)
  process.exit(1)
}
