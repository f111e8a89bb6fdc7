import { asOwner } from '../../server/src/db/owner.ts'
import type { Bench, Figure } from '../runner/bench.ts'
import { memoryOf } from '../runner/cpu.ts'
import { essoFile } from '../runner/esso-file.ts'
import type { CallHeaders } from '../runner/http.ts'
import { untilImported, upload } from '../runner/imports.ts'
import { quantile } from '../runner/measure.ts'
import { fleet } from '../seed/dataset.ts'
import { cardCalls } from './cards.ts'

const [most, bearable] = [3, 25]
/** One round of a work that runs beside the reads. */
type Work = { name: string; once(signal: AbortSignal): Promise<unknown> }

async function works({ site }: Bench, headers: CallHeaders): Promise<Work[]> {
  const ids = await asOwner(site.database.ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select id::int from invoices where issued_cents is not null order by id desc limit 300`,
    )
    return rows.map(({ id }) => id)
  })
  const own = await site.signIn(fleet.email)
  const address = `http://127.0.0.1:${site.portal.port}/v2`
  const download =
    (path: string, given: RequestInit = {}) =>
    async (signal: AbortSignal) => {
      const answer = await fetch(`${address}/${path}`, { ...given, headers: { ...headers, ...given.headers }, signal })
      if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`)
      for await (const _ of answer.body);
    }
  let lot = 0
  const report = { parameters: { from: '2025-11-15', to: '2026-11-14', group_by: 'unit' } }
  return [
    { name: 'cards as CSV', once: download('fuel-card-management?format=csv') },
    { name: 'transaction lines as CSV', once: download('fuel-transaction/authcode?format=csv&by=line') },
    { name: 'transaction lines as XLSX', once: download('fuel-transaction/authcode?format=xlsx&by=line') },
    {
      name: 'a ZIP of 300 invoices',
      once: download('spol/invoices/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids, type: 'PDF' }),
      }),
    },
    {
      name: 'an import',
      async once() {
        const { content } = essoFile(20_000, `P${lot++}x`)
        const { import_id } = await upload(site, headers, 'import_transactions?provider=ESSO', {
          content,
          name: 'beside.xlsx',
        })
        await untilImported(site, headers, import_id)
      },
    },
    { name: 'a report of a fleet’s year', once: () => site.post('/v2/reports/spend/run', own, report) },
  ]
}

/** Light reads, one after the other, for so many seconds or until the work is over. */
async function readLightly(bench: Bench, get: (n: number) => Promise<string>, seconds: number) {
  const times: number[] = []
  let memory = 0
  const end = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < end; n++) {
    const started = performance.now()
    await get(n)
    times.push(performance.now() - started)
    if (n % 50 === 0) memory = Math.max(memory, memoryOf(bench.site.portal.pid))
  }
  return {
    count: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slowest: Math.max(...times),
    memory,
  }
}

/** One caller reads cards by id while another does one heavy thing after the other. */
export const besideFigure: Figure = {
  name: 'beside',
  async measure(bench) {
    const seconds = bench.isLong ? 15 : 6
    const headers = await bench.site.signIn('admin@provider.test')
    const { get } = await cardCalls(bench)
    await readLightly(bench, get, 3)
    bench.note('| beside | reads/s | median ms | p99 ms | slowest ms | memory MB |\n|---|---|---|---|---|---|')
    const report = async (name: string) => {
      const seen = await readLightly(bench, get, seconds)
      bench.note(
        `| ${name} | ${seen.count.toFixed(0)} | ${seen.p50.toFixed(1)} | ${seen.p99.toFixed(1)} | ${seen.slowest.toFixed(1)} | ${seen.memory.toFixed(0)} |`,
      )
      return seen
    }
    const alone = await report('nothing')
    let worst = { name: '', p99: 0 }
    for (const { name, once } of await works(bench, headers)) {
      const over = new AbortController()
      const working = (async () => {
        while (!over.signal.aborted) await once(over.signal)
      })().catch((error) => {
        if (!over.signal.aborted) return error
      })
      const seen = await report(name)
      over.abort()
      const fault = await working
      if (fault) throw fault
      if (seen.p99 > worst.p99) worst = { name, p99: seen.p99 }
    }
    const ratio = worst.p99 / alone.p99
    return [
      {
        figure: 'light reads beside exports, a ZIP, an import, a report: p99',
        wanted: `≤ ${most} × alone, or ${bearable} ms`,
        ours: `${worst.p99.toFixed(1)} ms beside ${worst.name}, ${alone.p99.toFixed(1)} alone`,
        ratio: ratio.toFixed(2),
        met: ratio <= most || worst.p99 <= bearable,
      },
    ]
  },
}
