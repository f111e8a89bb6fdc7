import { setTimeout as sleep } from 'node:timers/promises'
import { runDueBilling } from '../server/src/billing/billing-runs.jobs.ts'
import { connect } from '../server/src/db/connect.ts'

/**
 * One of the benchmark's processes: takes up whatever run is due, in so many lanes, until it is told to end or is
 * killed.
 */
const lanes = Number(process.env.LANES ?? 6)
const database = connect({ appUrl: String(process.env.DATABASE_URL), poolSize: lanes + 2 })
let isOver = false
process.on('message', (word) => {
  isOver = word === 'end'
})
const lane = async () => {
  while (!isOver) {
    // A short lease, so that what a killed one left is taken up within the benchmark's patience.
    await runDueBilling({ database, leaseMs: 1500 }, () => !isOver).catch((error) => console.error(String(error)))
    await sleep(20)
  }
}
process.send?.('ready')
await Promise.all(Array.from({ length: lanes }, lane))
await database.end()
process.disconnect()
