import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openSheet } from '../server/src/platform/sheets/open-sheet.ts'
import { essoFile } from './esso-file.ts'
import { importFile, startPortal, watching } from './portal.ts'

/**
 * Imports transactions of Esso from one .xlsx, through the portal as it is started, and asks for another list
 * meanwhile; beside it, on the same machine in the same minute, the cost of reading the file alone and of copying the
 * finished rows: lines into a bare table, and all that was written into tables with the same indexes, without
 * references and triggers. It ends by itself and leaves nothing.
 */
const rows = Number(process.env.ROWS ?? 100_000)
const portal = await startPortal(18084, { companies: 2000, cards: 100_000 })
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
  // As a database is that has been running for a while.
  await owner.query('vacuum analyze')
  const first = await seconds(read)
  const watch = watching(portal)
  const started = performance.now()
  const record = await importFile(portal, 'import_transactions?provider=ESSO', content, 'transactions.xlsx', watch.look)
  const whole = (performance.now() - started) / 1000
  console.log(record.status, record.counts, record.reason ?? '')
  console.log(
    `${rows} rows of ${columns} columns, ${(content.length / 1e6).toFixed(1)} MB; the whole way ${whole.toFixed(1)} s, ${Math.round(rows / whole)} rows/s`,
  )
  watch.tell()

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
  console.log(`reading the file alone ${parsing.toFixed(1)} s`)
  console.log(
    `copying the lines into a bare table ${bare.toFixed(1)} s: the whole is ${(whole / (parsing + bare)).toFixed(2)} times both`,
  )
  console.log(
    `copying stops, lines and identities into indexed tables ${indexed.toFixed(1)} s: the whole is ${(whole / (parsing + indexed)).toFixed(2)} times both`,
  )
  await owner.end()
} finally {
  await portal.stop()
}
