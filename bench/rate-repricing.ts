import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { demoCardNumber } from '../server/src/demo/demo.queries.ts'
import { fileRows, type Purchase } from '../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../server/src/testing/files/workbooks.ts'
import { essoHeader, essoRates as essoRate } from '../server/src/testing/rows/rate-rows.ts'
import { cpuOf, reapedOf } from './cpu.ts'
import { numberFrom } from './grown-portal.ts'
import { importEnded, importFile, startBenchPortal, watching } from './portal.ts'

/**
 * Uploads a corrected rate file for a week with unbilled purchases. Measures the time until the response, the response
 * time of a list meanwhile, and the portal's memory. Then uploads the same prices with one site changed, so that every
 * rate row is replaced but few prices change. `WATCH=0` reads no list meanwhile, so that the processor times are the upload's
 * alone. Cleans up after itself.
 */
const [sites, purchases] = [numberFrom('SITES', 400), numberFrom('PURCHASES', 20_000)]
const isWatched = numberFrom('WATCH', 1) > 0
const days = ['2026-11-02', '2026-11-08'] as const
const siteOf = (n: number) => String(90_000 + (n % sites))
function purchaseOf(n: number): Purchase {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    card: demoCardNumber(1 + (n % 9_000)),
    date: `2026-11-${two(2 + (n % 7))}`,
    time: `${two(n % 24)}:${two(n % 60)}`,
    auth: `RB${n}`,
    site: siteOf(n),
    province: 'ON',
    quantity: 100 + (n % 300),
    price: 1.5,
    product: 'DSL EFF LS',
  }
}
const ratesFile = (priceOf: (n: number) => number): Buffer =>
  makeXlsx([
    essoHeader,
    ...Array.from({ length: sites }, (_, n) =>
      essoRate({
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

const portal = await startBenchPortal(numberFrom('PORT', 18087), {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 100_000),
  transactions: numberFrom('TRANSACTIONS', 200_000),
})
const owner = new pg.Client({ connectionString: portal.ownerUrl })
await owner.connect()
const postmaster = Number(readFileSync(join(portal.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const cpu = () => ({ ...cpuOf(portal.pid(), postmaster), reader: reapedOf(portal.pid()) })
try {
  const upload = async (name: string, content: Buffer) => {
    const watch = watching(portal)
    let isDone = false
    const polling = (async () => {
      while (!isDone && isWatched) await watch.look()
    })()
    const form = new FormData()
    form.append('type', 'Esso')
    form.append('file', new Blob([content as never]), `${name}.xlsx`)
    const before = cpu()
    const started = performance.now()
    const response = await fetch(`${portal.origin}/v2/upload-daily-rates`, {
      method: 'POST',
      headers: portal.headers,
      body: form,
    })
    const result = (await response.json()) as {
      import_id: number
      status: string
      repriced_count: number
      repriced_totals: object[]
    }
    const answered = (performance.now() - started) / 1000
    if (result.status !== 'done') await importEnded(portal, result.import_id, () => sleep(200))
    const whole = (performance.now() - started) / 1000
    isDone = true
    await polling
    const after = cpu()
    const seconds = (of: 'server' | 'database' | 'reader') => ((after[of] - before[of]) / 1000).toFixed(2)
    console.log(
      `${name}: ${response.status} ${result.status} after ${answered.toFixed(1)} s, done after ${whole.toFixed(1)} s; repriced ${result.repriced_count}`,
      result.repriced_totals,
    )
    console.log(
      `  CPU seconds: portal ${seconds('server')}, reader ${seconds('reader')}, database ${seconds('database')}`,
    )
    if (isWatched) watch.report()
  }
  await upload(
    'first rates',
    ratesFile(() => 190),
  )
  const lines = Array.from({ length: purchases }, (_, n) => purchaseOf(n))
  const record = await importFile(
    portal,
    'import_transactions?provider=ESSO',
    makeXlsx(fileRows('Esso', lines)),
    'purchases.xlsx',
    () => sleep(200),
  )
  console.log('purchases:', record.status, record.counts)
  const { rows } = await owner.query(
    'select count(*)::int as all, count(*) filter (where invoice_id is null)::int as unbilled from transactions',
  )
  console.log('transactions:', rows[0])
  await owner.query('vacuum analyze')
  await upload(
    'all prices corrected',
    ratesFile((n) => 200 + (n % 9)),
  )
  await upload(
    'one price corrected',
    ratesFile((n) => (n === 0 ? 150 : 200 + (n % 9))),
  )
} finally {
  await owner.end()
  await portal.stop()
}
