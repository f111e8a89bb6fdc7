import type { Bench, Figure } from '../runner/bench.ts'
import { alternate, cpuSum } from '../runner/measure.ts'
import type { BenchSite } from '../runner/site.ts'
import type { Row } from '../runner/table.ts'
import { measureBilling } from './billing.ts'
import { cardCalls } from './cards.ts'
import { measureImport } from './import.ts'

const names = ['list of ten cards', 'a card by id', 'update of a card', 'import of a row', 'billing of a transaction']
const [flat, linear] = [1.5, 1.3]
const row = (name: string, ratio: number | null, most: number): Row => ({
  figure: `10 × the data: ${name}`,
  wanted: `≤ ${most} ×`,
  ours: '',
  ratio: ratio?.toFixed(2) ?? '',
  met: ratio === null ? null : ratio <= most,
})

async function requests(bench: Bench, small: BenchSite): Promise<Row[]> {
  const sides = await Promise.all([small, bench.site].map(async (site) => ({ site, calls: await cardCalls({ site }) })))
  const rows: Row[] = []
  for (const [place, call] of (['list', 'get', 'update'] as const).entries()) {
    const [one, ten] = await alternate(
      sides.map(({ site, calls }) => ({ once: calls[call], cpu: site.cpu })),
      { rounds: 5, requests: 1500 },
    )
    if (!one || !ten) throw new Error('Nothing was measured')
    bench.note(`- ${names[place]}: ${cpuSum(one).toFixed(2)} and ${cpuSum(ten).toFixed(2)} ms of CPU`)
    rows.push(row(names[place] as string, cpuSum(ten) / cpuSum(one), flat))
  }
  return rows
}

/** The same work on a tenth of the data and on the whole, in alternating rounds of one run. */
export const tenTimesFigure: Figure = {
  name: 'ten-times',
  async measure(bench) {
    if (!bench.isLong) return names.map((name, place) => row(name, null, place < 3 ? flat : linear))
    const small = await bench.openCopy(bench.scale / 10)
    try {
      const rows = await requests(bench, small)
      const imports: number[] = []
      const bills: number[] = []
      for (const site of [small, bench.site]) {
        await measureImport(site, 2000, 'TW')
        imports.push(cpuSum(await measureImport(site, 50_000, 'T')))
        bills.push((await measureBilling(site, 2, 150)).micros)
      }
      const [oneImport = 1, tenImport = 1] = imports
      const [oneBill = 1, tenBill = 1] = bills
      bench.note(`- import of 50,000 rows: ${(oneImport / 1000).toFixed(1)} and ${(tenImport / 1000).toFixed(1)} CPU s`)
      bench.note(`- billing: ${oneBill.toFixed(0)} and ${tenBill.toFixed(0)} µs a transaction`)
      return [
        ...rows,
        row('import of a row', tenImport / oneImport, linear),
        row('billing of a transaction', tenBill / oneBill, linear),
      ]
    } finally {
      await small.stop()
    }
  },
}
