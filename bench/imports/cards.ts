import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openSheet } from '../../server/src/platform/sheets/open-sheet.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { memoryOf } from '../runner/cpu.ts'
import { openDemoSite } from '../runner/demo-site.ts'
import { untilImported, upload } from '../runner/imports.ts'

/** Imports cards from one .xlsx through a running portal. Cleans up after itself. */
const rows = Number(process.env.ROWS ?? 100_000)
const site = await openDemoSite({ companies: 2000, cards: 100_000 })
try {
  const headers = await site.signIn('admin@provider.test')
  const csv = await site.get('/v2/fuel-card-management/download-fuel-card-csv?format=csv', headers)
  const [head = '', example = ''] = csv.replace('\uFEFF', '').trim().split('\r\n')
  const cells = (line: string) =>
    [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const header = cells(head)
  const values = cells(example)
  const typed = (name: string, text: string) =>
    /^\d+$/.test(text) && /Balance|Limit|Amount/.test(name) ? Number(text) : text
  const line = (n: number) =>
    header.map((name, at) =>
      name === 'Card Number'
        ? String(5_000_000_000 + n)
        : name === 'Driver Name'
          ? `Driver ${n}`
          : typed(name, values[at] ?? ''),
    )
  const content = makeXlsx([header, ...Array.from({ length: rows }, (_, n) => line(n))])
  const path = join(site.folder, 'cards.xlsx')
  await writeFile(path, content)

  let started = performance.now()
  let read = 0
  for await (const batch of (await openSheet(path, 'xlsx')).rows) read += batch.length
  const parsing = performance.now() - started
  console.log(
    `${read} rows of ${header.length} columns, ${(content.length / 1e6).toFixed(1)} MB; reading the file alone: ${(parsing / 1000).toFixed(1)} s`,
  )

  const before = memoryOf(site.portal.pid)
  started = performance.now()
  const file = { content, name: 'cards.xlsx' }
  const { import_id } = await upload(site, headers, 'fuel-card-management/upload-fuel-card-csv', file)
  const { record, memory } = await untilImported(site, headers, import_id)
  const whole = performance.now() - started
  console.log(record.status, record.counts, record.reason ?? '')
  console.log(`upload to commit: ${(whole / 1000).toFixed(1)} s, ${Math.round((rows / whole) * 1000)} rows/s`)
  console.log(`memory of the portal: ${before.toFixed(0)} MB before, ${memory.toFixed(0)} MB peak`)
  const owner = new pg.Client({ connectionString: site.database.ownerUrl })
  await owner.connect()
  console.log((await owner.query('select count(*)::int as cards from cards')).rows[0])
  await owner.end()
} finally {
  await site.stop()
}
