import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../server/src/db/embedded/postmaster.ts'
import { allFigures } from './figures/all.ts'
import type { Bench, Figure } from './runner/bench.ts'
import { describeRun, loadNow } from './runner/machine.ts'
import { type BenchSite, openSite, type Server, startServer } from './runner/site.ts'
import { heads, type Notes, type Row, resultsPage, rowText } from './runner/table.ts'
import { copyData, keepData } from './seed/dataset.ts'

/** `npm run bench [-- NAME… --long --scale N --data FOLDER --only-data]`; see README.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    scale: { type: 'string' },
    data: { type: 'string' },
    'only-data': { type: 'boolean', default: false },
  },
})
const isLong = values.long
const scale = Number(values.scale ?? (isLong ? 1 : 0.1))
if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number up to 1, such as 0.1.')
const unknown = positionals.filter((name) => !allFigures.some((figure) => figure.name === name))
if (unknown.length > 0)
  throw new Error(
    `There is no figure ${unknown.join(', ')}. They are ${allFigures.map(({ name }) => name).join(', ')}.`,
  )
const chosen: readonly Figure[] =
  positionals.length > 0 ? allFigures.filter(({ name }) => positionals.includes(name)) : allFigures
const parent = resolve(values.data ?? 'data/bench')

mkdirSync(parent, { recursive: true, mode: 0o711 })
const kept = await keepData(parent, scale)

const scratch = mkdtempSync(join(tmpdir(), 'portal-bench-'))
// If root runs this, PostgreSQL runs as another user, which needs access.
chmodSync(scratch, 0o711)
const open: { stop(): Promise<void> }[] = []
async function openCopy(of: number): Promise<BenchSite> {
  const folder = join(parent, `work-${process.pid}-${of}`)
  copyData(of === scale ? kept : await keepData(parent, of), folder)
  const site = await openSite(folder)
  let isOpen = true
  const stop = async () => {
    if (isOpen) await site.stop()
    isOpen = false
    rmSync(folder, { recursive: true, force: true })
  }
  open.push({ stop })
  return { ...site, stop }
}
async function openBare(site: BenchSite): Promise<Server> {
  const log = { port: await freePort(), logFile: join(scratch, 'bare.log'), path: '/ready' }
  return startServer('bench/runner/bare-server.ts', { BENCH_URL: site.database.ownerUrl }, log)
}

/** The other figures are still measured. */
function failed({ name }: Figure, error: unknown): Row[] {
  console.error(error)
  process.exitCode = 1
  return [{ figure: name, wanted: '', ours: `failed: ${error instanceof Error ? error.message : error}`, met: false }]
}
async function run(): Promise<void> {
  const before = loadNow()
  const started = performance.now()
  const site = await openCopy(scale)
  const bare = await openBare(site)
  open.unshift(bare)
  const rows: Row[] = []
  const notes: Notes[] = []
  console.log(heads)
  for (const figure of chosen) {
    const lines: string[] = []
    const bench: Bench = { scale, isLong, site, bare, scratch, note: (line) => void lines.push(line), openCopy }
    const begun = performance.now()
    const measured = await figure.measure(bench).catch((error) => failed(figure, error))
    for (const row of measured) console.log(rowText(row))
    lines.push('', `Measured in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
    rows.push(...measured)
    notes.push({ name: figure.name, lines })
    if (positionals.length > 0) console.log(['', ...lines, ''].join('\n'))
  }
  if (positionals.length > 0) return
  const minutes = (performance.now() - started) / 60_000
  const settings = await describeRun({ site, scale, isLong, before, minutes })
  writeFileSync(new URL('RESULTS.md', import.meta.url), resultsPage(rows, settings, notes))
  console.log('Written to bench/RESULTS.md.')
}

async function close(): Promise<void> {
  for (const one of open) await one.stop()
  rmSync(scratch, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)))
try {
  if (!values['only-data']) await run()
  else console.log(`The data is in ${kept}.`)
} finally {
  await close()
}
