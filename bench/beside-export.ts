import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeInvoice, setBillingSettings } from '../server/src/testing/invoices.ts'
import { callPortal, must } from './calls.ts'
import { cpuOf } from './cpu.ts'
import { type GrownPortal, numberFrom, onGrownPortal } from './grown-portal.ts'

/**
 * Measures light reads alone and beside a full download. One caller reads cards by id, one after the other, while
 * another downloads cards or transactions as CSV or XLSX, or invoices as a ZIP, at full speed. At the end, a client
 * reads a CSV very slowly while the portal's memory is sampled. `CARDS`, `TRANSACTIONS`, `INVOICES` and `SECONDS` change
 * the size, `ONLY` selects downloads, `DATA_DIR` keeps the database.
 */
const port = 18102
const size = { companies: 200, cards: numberFrom('CARDS', 100_000), transactions: numberFrom('TRANSACTIONS', 50_000) }
const invoices = numberFrom('INVOICES', 300)
const seconds = numberFrom('SECONDS', 10)
const only = process.env.ONLY?.split(',')

type Headers = Record<string, string>
type Download = { name: string; method: string; path: string; body?: unknown }
const downloads = (ids: readonly number[]): Download[] => [
  { name: 'cards as CSV', method: 'GET', path: '/v2/fuel-card-management?format=csv' },
  { name: 'cards as XLSX', method: 'GET', path: '/v2/fuel-card-management?format=xlsx' },
  { name: 'transactions as CSV', method: 'GET', path: '/v2/fuel-transaction/authcode?format=csv' },
  { name: 'transaction lines as CSV', method: 'GET', path: '/v2/fuel-transaction/authcode?format=csv&by=line' },
  { name: 'transaction lines as XLSX', method: 'GET', path: '/v2/fuel-transaction/authcode?format=xlsx&by=line' },
  { name: 'invoices as a ZIP of PDFs', method: 'POST', path: '/v2/spol/invoices/export', body: { ids, type: 'PDF' } },
  { name: 'invoices as a ZIP of CSVs', method: 'POST', path: '/v2/spol/invoices/export', body: { ids, type: 'CSV' } },
]

/** Repeats a download until it is stopped. `pause` slows the reader down. */
function repeatDownload(headers: Headers, { method, path, body }: Download, pause = 0) {
  let isOver = false
  const seen = { bytes: 0, whole: 0 }
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const call = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { ...headers, ...(payload ? { 'content-type': 'application/json' } : {}) },
        },
        async (response) => {
          if (response.statusCode !== 200) return reject(new Error(`${path} returned ${response.statusCode}`))
          for await (const chunk of response) {
            seen.bytes += chunk.length
            if (isOver) break
            if (pause) await sleep(pause)
          }
          if (!isOver) seen.whole += 1
          resolve()
        },
      )
      call.on('error', reject)
      call.end(payload)
    })
  const ended = (async () => {
    while (!isOver) await once()
  })()
  // `stop` reports a failure. Until then it must not end the benchmark, which still has processes to stop.
  ended.catch(() => {})
  const stop = () => {
    isOver = true
    return ended
  }
  return { seen, stop }
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function readLightly({ pid, postmaster }: GrownPortal, headers: Headers, ids: readonly number[]) {
  const times: number[] = []
  let peak = 0
  const before = cpuOf(pid, postmaster)
  const end = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < end; n++) {
    const started = performance.now()
    must(await callPortal(port, 'GET', `/v2/fuel-card-management/${ids[n % ids.length]}`, headers))
    times.push(performance.now() - started)
    if (n % 20 === 0) peak = Math.max(peak, memoryOf(pid))
  }
  const after = cpuOf(pid, postmaster)
  times.sort((one, other) => one - other)
  const at = (part: number) => (times[Math.min(times.length - 1, Math.floor(times.length * part))] as number).toFixed(1)
  const busy = [after.server - before.server, after.database - before.database].map(
    (ms) => `${(ms / seconds / 10).toFixed(0)} %`,
  )
  return `${(times.length / seconds).toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${peak.toFixed(0)} MB | ${busy.join(' | ')}`
}

await onGrownPortal(
  {
    port,
    size,
    async prepare(owner) {
      await setBillingSettings(owner)
      const { rows } = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
      const { rowCount } = await owner.query(`select 1 from invoices where invoice_number like 'INV-2026-8%' limit 1`)
      if (rowCount === 0)
        for (let n = 0; n < invoices; n++) await makeInvoice(owner, { companyId: rows[0].id, lines: 100 })
      await owner.query('vacuum analyze')
    },
  },
  async (portal) => {
    const headers = await portal.signIn('admin@provider.test')
    const cards = JSON.parse(await portal.get('/v2/fuel-card-management?size=50', headers)).cards as { id: number }[]
    const ids = cards.map(({ id }) => id)
    const listed = JSON.parse(await portal.get('/v2/spol/invoices?paged=false', headers)).invoices as { id: number }[]
    const chosen = listed.slice(0, invoices).map(({ id }) => id)
    for (let warm = 0; warm < 500; warm++)
      must(await callPortal(port, 'GET', `/v2/fuel-card-management/${ids[warm % ids.length]}`, headers))
    console.log(
      '| beside | reads/s | median ms | p99 ms | slowest ms | peak memory | server CPU | PostgreSQL CPU | MB/s |',
    )
    console.log(`| nothing | ${await readLightly(portal, headers, ids)} | |`)
    for (const one of downloads(chosen)) {
      if (only && !only.some((word) => one.name.includes(word))) continue
      const download = repeatDownload(headers, one)
      console.log(
        `| ${one.name} | ${await readLightly(portal, headers, ids)} | ${(download.seen.bytes / seconds / 1e6).toFixed(1)} |`,
      )
      await download.stop()
    }
    console.log(`| nothing, again | ${await readLightly(portal, headers, ids)} | |`)
    const before = memoryOf(portal.pid)
    const slow = repeatDownload(headers, downloads(chosen)[0] as Download, 200)
    console.log(
      `| cards as CSV, read slowly | ${await readLightly(portal, headers, ids)} | ${(slow.seen.bytes / seconds / 1e6).toFixed(1)} |`,
    )
    console.log(`Memory before the slow reader: ${before.toFixed(0)} MB`)
    await slow.stop()
  },
)
