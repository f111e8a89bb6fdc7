import { connect } from '../db/connect.ts'
import { type ApartMessage, type ApartTask, faultToSend } from '../imports/import-apart.ts'
import { bookFile } from '../imports/import-file.actions.ts'
import type { ImportWork } from '../platform/sheets/import-work.ts'

/** What is done with each kind of file, loaded only when needed. */
const works: Record<string, () => Promise<ImportWork>> = {
  cards: async () => (await import('../cards/sheets/card-imports.routes.ts')).cardImportWork,
  rates: async () => (await import('../pricing/rate-repricing.actions.ts')).rateImportWork,
  transactions: async () => (await import('../booking/transaction-imports.actions.ts')).transactionImportWork,
}

async function run({ appUrl, rolePrefix, ...fetched }: ApartTask): Promise<ApartMessage> {
  // One connection books, and another one renews the claim.
  const database = connect({ appUrl, ...(rolePrefix === undefined ? {} : { rolePrefix }), poolSize: 1 })
  try {
    const work = await works[fetched.claimed.kind]?.()
    if (!work) throw new Error(`There is no work for imports of ${fetched.claimed.kind}.`)
    await bookFile({ database }, work, fetched)
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
process.once('message', async (task: ApartTask) => {
  const message = await run(task)
  process.send?.(message, () => process.exit(0))
})
