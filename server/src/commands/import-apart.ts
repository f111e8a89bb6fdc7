import { connect } from '../db/connect.ts'
import { type ApartMessage, type ApartTask, faultToSend, stopReading } from '../imports/import-apart.ts'
import { bookFile, type Watching } from '../imports/import-file.actions.ts'
import type { ImportWork } from '../platform/sheets/import-work.ts'

/** What is done with each kind of file, loaded only when needed. */
const works: Record<string, () => Promise<ImportWork>> = {
  cards: async () => (await import('../cards/sheets/card-imports.routes.ts')).cardImportWork,
  rates: async () => (await import('../pricing/rate-repricing.actions.ts')).rateImportWork,
  transactions: async () => (await import('../booking/transaction-imports.actions.ts')).transactionImportWork,
}

let stop = () => {}
const watching: Watching = {
  onProgress: (done, total) => process.send?.({ type: 'progress', done, total } satisfies ApartMessage),
  onStart: (given) => {
    stop = given
  },
}

async function run({ appUrl, rolePrefix, ...fetched }: ApartTask): Promise<ApartMessage> {
  // Its pools open nothing: the file has a connection of its own, and the portal renews the claim.
  const database = connect({ appUrl, ...(rolePrefix === undefined ? {} : { rolePrefix }), poolSize: 1 })
  try {
    const work = await works[fetched.claimed.kind]?.()
    if (!work) throw new Error(`There is no work for imports of ${fetched.claimed.kind}.`)
    await bookFile({ database }, work, fetched, watching)
    return { type: 'done' }
  } catch (error) {
    return { type: 'failed', fault: faultToSend(error) }
  } finally {
    await database.end()
  }
}

// Without the portal nothing is booked. A signal to the process group is for the portal, which first finishes its work.
process.on('disconnect', () => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('message', async (told: ApartTask | typeof stopReading) => {
  if (told === stopReading) return stop()
  const message = await run(told)
  process.send?.(message, () => process.exit(0))
})
