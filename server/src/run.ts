import { watchStrayFaults } from './platform/jobs/stray-faults.ts'
import { readConfig } from './process/config.ts'
import { openLog } from './process/logging.ts'
import { sayFault } from './process/say-fault.ts'
import { endOnSignal } from './process/signals.ts'
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
