import { setTimeout as sleep } from 'node:timers/promises'
import { runDueBilling } from '../../server/src/billing/billing-runs.jobs.ts'
import { connect } from '../../server/src/db/connect.ts'

/** A billing process of the benchmark: claims due runs, `CONCURRENCY` at a time, until it gets 'end' or is killed. */
const concurrency = Number(process.env.CONCURRENCY ?? 6)
const database = connect({
  appUrl: String(process.env.DATABASE_URL),
  gateUrl: process.env.DATABASE_GATE_URL ?? null,
  poolSize: 2 * concurrency + 2,
})
let isEnding = false
process.on('message', (word) => {
  isEnding = word === 'end'
})
const claimRuns = async () => {
  while (!isEnding) {
    // A short lease, so that another process soon claims the run of a killed one.
    await runDueBilling({ database, leaseMs: 1500, walkers: 2 }, () => !isEnding).catch((error) =>
      console.error(String(error)),
    )
    await sleep(20)
  }
}
process.send?.('ready')
await Promise.all(Array.from({ length: concurrency }, claimRuns))
await database.end()
process.disconnect()
