import { asOwner } from '../../server/src/db/owner.ts'
import { demoCardNumber } from '../../server/src/demo/demo.queries.ts'
import { fileRows, type Purchase } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { essoHeader, essoRates } from '../../server/src/testing/rows/rate-rows.ts'

import type { Figure } from '../runner/bench.ts'
import { untilImported, upload } from '../runner/imports.ts'
import { cpuOfWork, cpuSum } from '../runner/measure.ts'

const [sites, purchases, most] = [400, 20_000, 3]
const days = ['2026-11-02', '2026-11-08'] as const
const siteOf = (n: number) => String(90_000 + (n % sites))
const two = (value: number) => String(value).padStart(2, '0')
const purchaseOf = (n: number): Purchase => ({
  card: demoCardNumber(1 + (n % 9000)),
  date: `2026-11-${two(2 + (n % 7))}`,
  time: `${two(n % 24)}:${two(n % 60)}`,
  auth: `RB${n}`,
  site: siteOf(n),
  province: 'ON',
  quantity: 100 + (n % 300),
  price: 1.5,
  product: 'DSL EFF LS',
})
const ratesFile = (priceOf: (n: number) => number): Buffer =>
  makeXlsx([
    essoHeader,
    ...Array.from({ length: sites }, (_, n) =>
      essoRates({
        0: days[0],
        1: days[1],
        2: siteOf(n),
        3: `Site ${n}`,
        4: 'Guelph',
        5: 'ON',
        7: priceOf(n),
        8: null,
        9: null,
        10: null,
        11: null,
      }),
    ),
  ])

/** A corrected rate file for a week of purchases that are not billed: every price changes, then one site's. */
export const rateSheetFigure: Figure = {
  name: 'rate-sheet',
  async measure({ site, note }) {
    const headers = await site.signIn('admin@provider.test')
    const uploadRates = (name: string, content: Buffer) =>
      cpuOfWork(site.cpu, async () => {
        const fields = { type: 'Esso' }
        const { import_id } = await upload(site, headers, 'upload-daily-rates', {
          content,
          name: `${name}.xlsx`,
          fields,
        })
        return untilImported(site, headers, import_id)
      })
    await uploadRates(
      'first rates',
      ratesFile(() => 190),
    )
    const lines = Array.from({ length: purchases }, (_, n) => purchaseOf(n))
    const content = makeXlsx(fileRows('Esso', lines))
    const { import_id } = await upload(site, headers, 'import_transactions?provider=ESSO', {
      content,
      name: 'week.xlsx',
    })
    const { record } = await untilImported(site, headers, import_id)
    note(`${record.counts.booked} of ${purchases} purchases booked.`)
    await asOwner(site.superuserUrl, 'portal bench', (owner) =>
      owner.query('vacuum analyze transactions, transaction_lines, daily_rates'),
    )
    const corrected = await uploadRates(
      'corrected',
      ratesFile((n) => 200 + (n % 9)),
    )
    const single = await uploadRates(
      'one price',
      ratesFile((n) => (n === 0 ? 150 : 200 + (n % 9))),
    )
    for (const [name, { server, database, seconds }] of Object.entries({
      'every price': corrected,
      'one site’s price': single,
    }))
      note(
        `- ${name}: ${seconds.toFixed(1)} s; CPU ${(server / 1000).toFixed(1)} s of the portal, ${(database / 1000).toFixed(1)} s of PostgreSQL`,
      )
    const cpu = cpuSum(corrected) / 1000
    return [
      {
        figure: `rate sheet of ${sites} sites over ${record.counts.booked.toLocaleString('en-CA')} unbilled purchases`,
        wanted: `≤ ${most} CPU s`,
        ours: `${cpu.toFixed(1)} CPU s`,
        met: cpu <= most,
      },
    ]
  },
}
