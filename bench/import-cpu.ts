import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuOf, reapedOf } from './cpu.ts'
import { essoFile } from './esso-file.ts'
import { importFile, startBenchPortal } from './portal.ts'

/**
 * The processor time of an import by itself: of the portal, of the processes that read and book the file and of the
 * database, per row. Run it alternately on two versions to compare them, or with and without an index:
 * `WITHOUT=transactions_unit`.
 */
const rows = Number(process.env.ROWS ?? 50_000)
const portal = await startBenchPortal(18085, { companies: 2000, cards: 100_000 })
try {
  const owner = new pg.Client({ connectionString: portal.ownerUrl })
  await owner.connect()
  if (process.env.WITHOUT) await owner.query(`drop index ${pg.escapeIdentifier(process.env.WITHOUT)}`)
  // Match the state of a database that has been running for a while.
  await owner.query('vacuum analyze')
  await owner.end()
  const postmaster = Number(readFileSync(join(portal.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const measure = () => ({ ...cpuOf(portal.pid(), postmaster), reader: reapedOf(portal.pid()) })
  // The first walk over the cards of a new database takes as long as thousands of rows, and is not the import's.
  const isAtRest = async () => {
    const { server, database } = measure()
    await sleep(2000)
    const now = measure()
    return now.server + now.database - server - database < 100
  }
  while (!(await isAtRest()));
  const before = measure()
  const started = performance.now()
  const { content } = essoFile(rows)
  const record = await importFile(portal, 'import_transactions?provider=ESSO', content, 'file.xlsx', () => sleep(250))
  const seconds = (performance.now() - started) / 1000
  // The process that booked the file counts once it has ended.
  await sleep(2000)
  const after = measure()
  const perRow = (ms: number) => `${Math.round((ms * 1000) / rows)} µs`
  const [server, reader, database] = [
    after.server - before.server,
    after.reader - before.reader,
    after.database - before.database,
  ]
  console.log(
    `${record.status}, ${rows} rows in ${seconds.toFixed(1)} s; per row: portal ${perRow(server)}, reading and booking ${perRow(reader)}, database ${perRow(database)}, together ${perRow(server + reader + database)}`,
  )
} finally {
  await portal.stop()
}
