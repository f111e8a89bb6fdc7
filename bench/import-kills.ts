import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { essoFile } from './esso-file.ts'
import { importEnded, startPortal } from './portal.ts'

/**
 * Kills the portal at random points of an import, as a power cut would, and starts it again: what is booked by then is
 * all of the file or nothing, and after the restart it is all of it, once (C1). Exits with 1 at the first breach.
 */
const kills = Number(process.env.KILLS ?? 10)
const rows = Number(process.env.ROWS ?? 8000)
const portal = await startPortal(18085, { companies: 200, cards: 60_000, transactions: 0 })
const owner = new pg.Client({ connectionString: portal.ownerUrl })
await owner.connect()
const count = async () => Number((await owner.query(`select count(*) from transaction_lines`)).rows[0].count)
const fail = (sentence: string) => {
  console.error(sentence)
  process.exitCode = 1
}
try {
  const send = async (lot: string) => {
    const form = new FormData()
    form.append('file', new Blob([essoFile(rows, lot).content as never]), `lot-${lot}.xlsx`)
    const reply = await fetch(`${portal.origin}/v2/import_transactions?provider=ESSO`, {
      method: 'POST',
      headers: portal.headers,
      body: form,
    })
    return ((await reply.json()) as { import_id: number }).import_id
  }
  // How long one takes when nothing disturbs it: the kills are spread over that.
  const started = performance.now()
  await importEnded(portal, await send('undisturbed'), () => sleep(20))
  const usual = performance.now() - started
  const each = await count()
  console.log(`${rows} rows, ${each} lines booked, undisturbed ${(usual / 1000).toFixed(1)} s`)
  for (let kill = 0; kill < kills; kill++) {
    const before = await count()
    const lot = `kill${kill}x`
    // The answer waits for a short file, so the clock runs from the first byte; a kill may come before there is any
    // record.
    const sending = send(lot).catch(() => null)
    const after = Math.random() * usual
    await sleep(after)
    let left = 0
    await portal.killAndRestart(async () => {
      // The database may still be ending what the dead process left in the middle.
      await sleep(300)
      left = (await count()) - before
    })
    await sending
    if (left !== 0 && left !== each) fail(`After a kill at ${after.toFixed(0)} ms ${left} of ${each} lines were there.`)
    const { rows: kept } = await owner.query('select id::int from imports where file_name = $1', [`lot-${lot}.xlsx`])
    const record = await importEnded(portal, kept[0]?.id ?? (await send(lot)), () => sleep(200))
    const booked = (await count()) - before
    console.log(
      `kill ${kill + 1} at ${after.toFixed(0)} ms: ${kept[0] ? '' : 'no record yet, '}${left} lines right after, ${record.status} with ${booked}`,
    )
    if (booked !== each) fail(`After the restart ${booked} of ${each} lines were booked.`)
  }
} finally {
  await owner.end()
  await portal.stop()
}
