import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../server/src/db/seed/demo.ts'
import { openSheet } from '../server/src/platform/sheets/open-sheet.ts'
import { fileRows, type Purchase } from '../server/src/testing/transaction-files.ts'
import { makeXlsx } from '../server/src/testing/workbooks.ts'

/**
 * Imports transactions of Esso from one .xlsx, through the portal as it is started, and asks for another list meanwhile; beside it the cost of reading the
 * file alone and of copying as many finished lines into a bare table. It ends by itself and leaves nothing.
 */
const rows = Number(process.env.ROWS ?? 100_000)
const port = 18084
const origin = `http://127.0.0.1:${port}`
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const database = await startEmbedded({ dataDir: folder, log: () => {} })
const portal = { pid: 0, kill: () => {} }
try {
  await migrate(database)
  await seedDemo(database.ownerUrl, { companies: 2000, cards: 100_000 })
  const env = {
    ...process.env,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts'), '--no-web'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  Object.assign(portal, { pid: child.pid, kill: () => child.kill() })
  for (let tries = 0; tries < 100 && !(await fetch(`${origin}/readyz`).catch(() => null))?.ok; tries++) await sleep(100)
  const login = await fetch(`${origin}/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@provider.test', password: demoPassword }),
  })
  const headers = { authorization: login.headers.get('authorization') ?? '' }
  const card = (n: number) => String(70_830_500_000_000 + (1 + (n % 50_000)) * 7919)
  const purchase = (n: number): Purchase => ({
    ...{
      card: card(n),
      date: `2026-11-${String(1 + (n % 12)).padStart(2, '0')}`,
      time: `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
    },
    ...{
      auth: `B${Math.floor(n / 2)}-${n % 2 ? 'DF' : 'TA'}`,
      site: String(1000 + (n % 400)),
      province: 'ON',
      quantity: 100 + (n % 300),
      price: 1.5,
    },
    product: 'DSL EFF LS',
  })
  // Two rows a stop.
  const file = fileRows(
    'Esso',
    Array.from({ length: rows }, (_, n) => ({ ...purchase(n - (n % 2)), auth: purchase(n).auth, product: n % 2 ? 'DEF' : 'DSL EFF LS' })),
  )
  const header = file[0] as string[]
  const content = makeXlsx(file)
  const path = join(folder, 'transactions.xlsx')
  await import('node:fs/promises').then(({ writeFile }) => writeFile(path, content))

  let started = performance.now()
  let read = 0
  for await (const batch of (await openSheet(path, 'xlsx')).rows) read += batch.length
  const parsing = performance.now() - started
  console.log(
    `${read} rows of ${header.length} columns, ${(content.length / 1e6).toFixed(1)} MB; reading the file alone ${(parsing / 1000).toFixed(1)} s`,
  )

  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8'))?.[1]) / 1024
  const before = memory()
  let most = before
  const waits: number[] = []
  const form = new FormData()
  form.append('file', new Blob([content as never]), 'transactions.xlsx')
  started = performance.now()
  const { import_id } = (await (await fetch(`${origin}/v2/import_transactions?provider=ESSO`, { method: 'POST', headers, body: form })).json()) as {
    import_id: number
  }
  let record: { status: string; counts: object; reason: string | null }
  do {
    const asked = performance.now()
    await (await fetch(`${origin}/v2/fuel-card-management?size=10`, { headers })).text()
    waits.push(performance.now() - asked)
    most = Math.max(most, memory())
    await sleep(100)
    record = (await (await fetch(`${origin}/v2/imports/${import_id}`, { headers })).json()) as typeof record
  } while (record.status === 'queued' || record.status === 'running')
  const whole = performance.now() - started
  waits.sort((a, b) => a - b)
  console.log(record.status, record.counts, record.reason ?? '')
  console.log(`the whole way ${(whole / 1000).toFixed(1)} s, ${Math.round((rows / whole) * 1000)} rows/s`)
  console.log(`a list meanwhile: median ${waits[waits.length >> 1]?.toFixed(0)} ms, slowest ${waits.at(-1)?.toFixed(0)} ms`)
  console.log(`memory of the portal: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  console.log(
    (await owner.query('select count(*)::int as transactions, (select count(*)::int from transaction_lines) as lines from transactions')).rows[0],
  )
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
  portal.kill()
  await sleep(500)
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
