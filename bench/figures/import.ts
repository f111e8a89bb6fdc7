import type { Bench, Figure } from '../runner/bench.ts'
import { memoryOf } from '../runner/cpu.ts'
import { essoFile } from '../runner/esso-file.ts'
import { untilImported, upload } from '../runner/imports.ts'
import { cpuOfWork, cpuSum } from '../runner/measure.ts'
import type { BenchSite } from '../runner/site.ts'

/** One .xlsx of Esso's transactions, from upload to commit. `lot` makes its transactions others than those of another lot. */
export async function measureImport(site: BenchSite, rows: number, lot: string) {
  const headers = await site.signIn('admin@provider.test')
  const { content } = essoFile(rows, lot)
  const before = memoryOf(site.portal.pid)
  const seen = await cpuOfWork(site.cpu, async () => {
    const { import_id } = await upload(site, headers, 'import_transactions?provider=ESSO', {
      content,
      name: `${lot}.xlsx`,
    })
    return untilImported(site, headers, import_id)
  })
  const { record, memory } = seen.result
  if (record.status !== 'done') throw new Error(`The import ended as ${record.status}: ${record.reason}`)
  return { ...seen, record, memory: { before, peak: memory } }
}

/** 100,000 rows with checks, prices and all: CPU, speed, and memory of the process that answers requests. */
export const importFigure: Figure = {
  name: 'import',
  async measure(bench: Bench) {
    const rows = 100_000
    // What is loaded and compiled once is not the file's.
    await measureImport(bench.site, 2000, 'W')
    const seen = await measureImport(bench.site, rows, 'I')
    const { server, database, seconds, record, memory } = seen
    const cpu = cpuSum(seen) / 1000
    const speed = rows / seconds
    const more = memory.peak - memory.before
    bench.note(
      `${record.counts.booked} of ${rows} rows booked, ${record.counts.quarantined} in quarantine, in ${seconds.toFixed(1)} s. ` +
        `CPU: ${(server / 1000).toFixed(1)} s of the portal and its processes, ${(database / 1000).toFixed(1)} s of PostgreSQL.`,
    )
    const figure = 'import of 100,000 rows from .xlsx'
    return [
      { figure, wanted: '≤ 13 CPU s', ours: `${cpu.toFixed(1)} CPU s`, met: cpu <= 13 },
      {
        figure: `${figure}, by the clock`,
        wanted: '≥ 12,000 rows/s',
        ours: `${Math.round(speed).toLocaleString('en-CA')} rows/s`,
        met: speed >= 12_000,
      },
      {
        figure: `${figure}, memory of the portal`,
        wanted: '+100 MB at most',
        ours: `${memory.before.toFixed(0)} MB, +${more.toFixed(0)} MB`,
        met: more <= 100,
      },
    ]
  },
}
