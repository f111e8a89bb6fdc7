import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connect } from '../server/src/db/connect.ts'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { demoPassword, seedDemo } from '../server/src/demo/demo.queries.ts'
import { drawIssued, readerOf } from '../server/src/invoices/draw-invoice.actions.ts'
import { getPaper } from '../server/src/invoices/invoice-documents.queries.ts'
import { asIssued } from '../server/src/invoices/invoice-paper.rules.ts'
import { staffScope } from '../server/src/platform/access/scope.ts'
import { makeInvoice, setBillingSettings } from '../server/src/testing/invoices.ts'

/**
 * Draws issued invoices as PDF with code and attachments, and as CSV: 1, 100, 5,000 and 20,000 lines in this process, then a ZIP of 500 invoices of 100 lines
 * through a running portal, with its memory and the response time of a list meanwhile. Cleans up after itself. `KEEP`
 * names a folder to store the PDFs in.
 */
const port = 18086
const origin = `http://127.0.0.1:${port}`
const zipped = Number(process.env.INVOICES ?? 500)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
const owner = new pg.Client({ connectionString: embedded.ownerUrl })
const portal = { pid: 0, kill: () => {} }
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Measures the longest time that the event loop was blocked. */
function watchEventLoop(): () => number {
  let longest = 0
  let last = performance.now()
  const watching = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5)
    last = performance.now()
  }, 5)
  return () => {
    clearInterval(watching)
    return longest
  }
}

async function printInProcess(companyId: number): Promise<void> {
  const database = connect({ ...embedded })
  const reader = readerOf(database, staffScope(0))
  const proof = {
    code: '7KQ2M9XV4TRB',
    address: 'https://cards.example.com/verify?code=7KQ2M9XV4TRB',
    today: '2026-11-17',
  }
  const draw = async (id: number) =>
    drawIssued(reader, asIssued(await reader.read((db) => getPaper(db, reader.scope, id)), proof))
  for (const [lines, times] of [
    [1, 200],
    [100, 100],
    [5000, 5],
    [20_000, 2],
  ] as const) {
    const { id, number } = await makeInvoice(owner, {
      companyId,
      lines,
      cards: Math.ceil(lines / 40),
      language: lines === 100 ? 'fr' : 'en',
    })
    const { PDF: content } = await draw(id)
    if (process.env.KEEP) writeFileSync(join(process.env.KEEP, `${lines}-${number}.pdf`), content)
    const before = process.memoryUsage().rss
    const longestBlock = watchEventLoop()
    const started = performance.now()
    const cpu = process.cpuUsage()
    for (let n = 0; n < times; n++) await draw(id)
    const took = (performance.now() - started) / times
    const used = process.cpuUsage(cpu)
    const grown = (process.memoryUsage().rss - before) / 1e6
    console.log(
      `${lines} lines: ${took.toFixed(1)} ms each, CPU ${((used.user + used.system) / 1000 / times).toFixed(1)} ms, ${(content.length / 1000).toFixed(0)} kB, ` +
        `longest block ${longestBlock().toFixed(0)} ms, memory ${grown >= 0 ? '+' : ''}${grown.toFixed(0)} MB`,
    )
  }
  await database.end()
}

async function exportThroughPortal(companyId: number): Promise<void> {
  const ids: number[] = []
  for (let n = 0; n < zipped; n++) ids.push((await makeInvoice(owner, { companyId, lines: 100 })).id)
  const env = {
    ...process.env,
    DATABASE_URL: embedded.appUrl,
    DATABASE_GATE_URL: embedded.gateUrl,
    DATABASE_OWNER_URL: embedded.ownerUrl,
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts'), '--no-web'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  Object.assign(portal, { pid: child.pid, kill: () => child.kill() })
  for (let tries = 0; tries < 200 && !(await fetch(`${origin}/readyz`).catch(() => null))?.ok; tries++) await sleep(100)
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${origin}/v2/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin@provider.test', password: demoPassword }),
  })
  const headers = { ...json, authorization: login.headers.get('authorization') ?? '' }
  for (const type of ['PDF', 'CSV']) {
    const before = memoryOf(portal.pid)
    let peak = before
    let isDone = false
    const waits: number[] = []
    const watching = (async () => {
      while (!isDone) {
        const asked = performance.now()
        await (await fetch(`${origin}/v2/fuel-card-management?size=10`, { headers })).text()
        waits.push(performance.now() - asked)
        peak = Math.max(peak, memoryOf(portal.pid))
        await sleep(100)
      }
    })()
    const started = performance.now()
    const response = await fetch(`${origin}/v2/spol/invoices/export`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ids, type }),
    })
    let bytes = 0
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length
    const took = performance.now() - started
    isDone = true
    await watching
    const sorted = waits.sort((one, other) => one - other)
    console.log(
      `${zipped} invoices of 100 lines to a ZIP of ${type}: ${(took / 1000).toFixed(1)} s, ${((zipped * 1000) / took).toFixed(0)} per second, ` +
        `${(bytes / 1e6).toFixed(1)} MB; memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB peak; ` +
        `a list meanwhile: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`,
    )
  }
}

try {
  await migrate(embedded)
  await seedDemo(embedded.ownerUrl, {})
  await owner.connect()
  await setBillingSettings(owner)
  const { rows } = await owner.query<{ id: string }>(`select id from companies where name = 'Northline Haulage'`)
  const companyId = Number(rows[0]?.id)
  if (process.env.ONLY !== 'zip') await printInProcess(companyId)
  if (zipped > 0) await exportThroughPortal(companyId)
} finally {
  portal.kill()
  await owner.end()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
