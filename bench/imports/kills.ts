import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDemoSite } from '../runner/demo-site.ts'
import { essoFile } from '../runner/esso-file.ts'
import { untilImported, upload } from '../runner/imports.ts'

/**
 * Kills the portal at random points of an import, like a power cut, and restarts it. After the kill, all or none of the
 * file is booked; after the restart, all of it is booked exactly once (C1). Exits with 1 on a breach.
 */
const kills = Number(process.env.KILLS ?? 10)
const rows = Number(process.env.ROWS ?? 8000)
const site = await openDemoSite({ companies: 200, cards: 60_000, transactions: 0 })
const headers = await site.signIn('admin@provider.test')
const owner = new pg.Client({ connectionString: site.database.ownerUrl })
await owner.connect()
const count = async () => Number((await owner.query(`select count(*) from transaction_lines`)).rows[0].count)
const fail = (message: string) => {
  console.error(message)
  process.exitCode = 1
}
try {
  const send = async (lot: string) => {
    const file = { content: essoFile(rows, lot).content, name: `lot-${lot}.xlsx` }
    return (await upload(site, headers, 'import_transactions?provider=ESSO', file)).import_id
  }
  // The kills are spread over the duration of an undisturbed import.
  const started = performance.now()
  await untilImported(site, headers, await send('undisturbed'))
  const usual = performance.now() - started
  const each = await count()
  console.log(`${rows} rows, ${each} lines booked, ${(usual / 1000).toFixed(1)} s undisturbed`)
  for (let kill = 0; kill < kills; kill++) {
    const before = await count()
    const lot = `kill${kill}x`
    // The clock starts at the first byte, because the response waits for a short file. A kill can precede the record.
    const sending = send(lot).catch(() => null)
    const after = Math.random() * usual
    await sleep(after)
    let left = 0
    await site.killAndRestart(async () => {
      // The database may still be rolling back the dead process's transaction.
      await sleep(300)
      left = (await count()) - before
    })
    await sending
    if (left !== 0 && left !== each)
      fail(`After a kill at ${after.toFixed(0)} ms, ${left} of ${each} lines were booked.`)
    const { rows: kept } = await owner.query('select id::int from imports where file_name = $1', [`lot-${lot}.xlsx`])
    const { record } = await untilImported(site, headers, kept[0]?.id ?? (await send(lot)))
    const booked = (await count()) - before
    console.log(
      `kill ${kill + 1} at ${after.toFixed(0)} ms: ${kept[0] ? '' : 'no record yet, '}${left} lines after the kill, ${record.status} with ${booked} after the restart`,
    )
    if (booked !== each) fail(`After the restart, ${booked} of ${each} lines were booked.`)
  }
} finally {
  await owner.end()
  await site.stop()
}
