import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openSheet } from '../server/src/platform/sheets/open-sheet.ts'
import { essoFile } from './esso-file.ts'
import { importFile, startBenchPortal, watching } from './portal.ts'

/**
 * Imports Esso transactions from one .xlsx through a running portal, and reads a list meanwhile. For comparison, it
 * measures reading the file alone and copying the finished rows: lines into a bare table, then everything into tables
 * with the same indexes but without foreign keys and triggers. Cleans up after itself.
 */
const rows = Number(process.env.ROWS ?? 100_000)
const portal = await startBenchPortal(18084, { companies: 2000, cards: 100_000 })
try {
  const { content, columns } = essoFile(rows)
  const path = join(portal.folder, 'transactions.xlsx')
  await writeFile(path, content)

  const seconds = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return (performance.now() - started) / 1000
  }
  const read = async () => {
    for await (const _ of (await openSheet(path, 'xlsx')).rows);
  }
  const owner = new pg.Client({ connectionString: portal.ownerUrl })
  await owner.connect()
  // Match the state of a database that has been running for a while.
  await owner.query('vacuum analyze')
  const first = await seconds(read)
  const watch = watching(portal)
  const started = performance.now()
  const record = await importFile(portal, 'import_transactions?provider=ESSO', content, 'transactions.xlsx', watch.look)
  const whole = (performance.now() - started) / 1000
  console.log(record.status, record.counts, record.reason ?? '')
  console.log(
    `${rows} rows of ${columns} columns, ${(content.length / 1e6).toFixed(1)} MB; upload to commit: ${whole.toFixed(1)} s, ${Math.round(rows / whole)} rows/s`,
  )
  watch.report()

  const parsing = (first + (await seconds(read))) / 2
  const copied = async (table: string, like: string) => {
    const kept = await Array.fromAsync(owner.query(copyTo(`copy ${table} to stdout`)))
    await owner.query(`create table finished_${table} (like ${table} ${like})`)
    const took = await seconds(() =>
      pipeline(Readable.from(kept), owner.query(copyFrom(`copy finished_${table} from stdin`))),
    )
    await owner.query(`drop table finished_${table}`)
    return took
  }
  const bare = await copied('transaction_lines', '')
  let indexed = 0
  for (const table of ['transactions', 'transaction_lines', 'transaction_identities'])
    indexed += await copied(table, 'including all')
  console.log(`reading the file alone: ${parsing.toFixed(1)} s`)
  console.log(
    `copying the lines into a bare table: ${bare.toFixed(1)} s; the import takes ${(whole / (parsing + bare)).toFixed(2)} times both`,
  )
  console.log(
    `copying transactions, lines and identities into indexed tables: ${indexed.toFixed(1)} s; the import takes ${(whole / (parsing + indexed)).toFixed(2)} times both`,
  )
  await owner.end()
} finally {
  await portal.stop()
}
