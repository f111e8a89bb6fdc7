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
 * Imports transactions of Esso from one .xlsx, through the portal as it is started, and asks for another list meanwhile; beside it the cost of reading the
 * file alone and of copying as many finished lines into a bare table. It ends by itself and leaves nothing.
 */
const rows = Number(process.env.ROWS ?? 100_000)
const portal = await startPortal(18084, { companies: 2000, cards: 100_000 })
try {
  const { content, columns } = essoFile(rows)
  const path = join(portal.folder, 'transactions.xlsx')
  await writeFile(path, content)

  let started = performance.now()
  let read = 0
  for await (const batch of (await openSheet(path, 'xlsx')).rows) read += batch.length
  const parsing = performance.now() - started
  console.log(`${read} rows of ${columns} columns, ${(content.length / 1e6).toFixed(1)} MB; reading the file alone ${(parsing / 1000).toFixed(1)} s`)

  const watch = watching(portal)
  started = performance.now()
  const record = await importFile(portal, 'import_transactions?provider=ESSO', content, 'transactions.xlsx', watch.look)
  const whole = performance.now() - started
  console.log(record.status, record.counts, record.reason ?? '')
  console.log(`the whole way ${(whole / 1000).toFixed(1)} s, ${Math.round((rows / whole) * 1000)} rows/s`)
  watch.tell()

  const owner = new pg.Client({ connectionString: portal.ownerUrl })
  await owner.connect()
  const { rows: counts } = await owner.query(
    'select count(*)::int as transactions, (select count(*)::int from transaction_lines) as lines from transactions',
  )
  console.log(counts[0])
  const lines = await Array.fromAsync(owner.query(copyTo('copy transaction_lines to stdout')))
  await owner.query('create temp table bare (like transaction_lines)')
  started = performance.now()
  await pipeline(Readable.from(lines), owner.query(copyFrom('copy bare from stdin')))
  const copying = performance.now() - started
  console.log(
    `copying as many lines into a bare table ${(copying / 1000).toFixed(1)} s; the whole is ${(whole / (parsing + copying)).toFixed(2)} times both together`,
  )
  await owner.end()
} finally {
  await portal.stop()
}
