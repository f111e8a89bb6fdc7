import { type FuelProviderName, fuelProviders, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import pg from 'pg'
import { demoCardNumber } from '../../server/src/demo/demo.queries.ts'
import { type FileCell, fileRows, type Purchase } from '../../server/src/testing/files/transaction-files.ts'
import { makeXls, makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { openDemoSite } from '../runner/demo-site.ts'
import { type Imported, untilImported, upload } from '../runner/imports.ts'

/**
 * Imports random files of all five fuel providers, as .xls and .xlsx, with cells emptied or replaced by nonsense. Every
 * row is booked, a duplicate, in quarantine or rejected (I7). Booked lines are in the database, and importing the same
 * file again adds nothing. Exits with 1 at the first breach.
 */
const files = Number(process.env.FILES ?? 500)
const seed = Number(process.env.SEED ?? 20261115)
let state = seed
/** Seeded, so that the files are the same on every machine. */
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const upTo = (n: number) => Math.floor(random() * n)
const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T

const products: Record<FuelProviderName, readonly string[]> = {
  Esso: ['DSL EFF LS', 'DEF', 'REG', 'no such thing'],
  Suncore: ['DIESEL', 'DEF', 'MARKED DIESEL', '??'],
  Comdata: ['#2', '#1', 'REEFER', 'OIL', 'CASH', 'FEES', 'O'],
  Pipeline: ['ULSD', 'DEF', 'D1', 'XX'],
  'TA-Petro': ['D1', 'DEF', 'RF', 'ZZ'],
}
const nonsense: readonly FileCell[] = [
  '',
  null,
  'much',
  '12,34',
  '1e3',
  '2026-13-45',
  '=1+1',
  -1,
  0,
  99_999_999_999,
  '\u0000',
  'Ünïcode '.repeat(20),
]

let code = 0
function purchase(provider: FuelProviderName): Purchase {
  const isNew = random() > 0.3
  if (isNew) code += 1
  const day = 1 + upTo(13)
  return {
    card: random() < 0.1 ? String(4_000_000_000 + upTo(1000)) : demoCardNumber(1 + upTo(500)),
    date: random() < 0.03 ? '2031-01-01' : `2026-11-${String(day).padStart(2, '0')}`,
    time: `${String(upTo(24)).padStart(2, '0')}:${String(upTo(60)).padStart(2, '0')}`,
    auth: `R${provider[0]}${code}`,
    site: String(100 + upTo(30)),
    province: pick(['ON', 'QC', 'BC', 'AB', 'TX', 'QQ']),
    product: pick(products[provider]),
    quantity: (random() < 0.08 ? -1 : 1) * (1 + upTo(400_000) / 1000),
    price: 1 + upTo(20_000) / 10_000,
  }
}
function randomFile(provider: FuelProviderName): FileCell[][] {
  const [header = [], ...lines] = fileRows(
    provider,
    Array.from({ length: 1 + upTo(40) }, () => purchase(provider)),
  )
  const damaged = lines.map((line) => line.map((cell) => (random() < 0.02 ? pick(nonsense) : cell)))
  const again = damaged.filter(() => random() < 0.05)
  return [header, ...damaged, ...again]
}

const site = await openDemoSite({ companies: 20, cards: 600, transactions: 0 })
const headers = await site.signIn('admin@provider.test')
const owner = new pg.Client({ connectionString: site.database.ownerUrl })
await owner.connect()
const count = async () => Number((await owner.query('select count(*) from transaction_lines')).rows[0].count)
/** A file that is refused before it is read has no record. */
async function importFile(path: string, content: Buffer, name: string): Promise<Imported> {
  const { import_id, error } = await upload(site, headers, path, { content, name })
  if (import_id === undefined) return { status: 'refused', reason: JSON.stringify(error), counts: nothing }
  return (await untilImported(site, headers, import_id)).record
}
const nothing = { read: 0, booked: 0, duplicate: 0, quarantined: 0, failed: 0 }
const sums = { ...nothing }
let refused = 0
try {
  for (let n = 0; n < files; n++) {
    const provider = pick(fuelProviders)
    const rows = randomFile(provider)
    const isOld = random() < 0.4
    const content = isOld ? makeXls(rows as never) : makeXlsx(rows as never)
    const name = `random-${n}.${isOld ? 'xls' : 'xlsx'}`
    const path = `import_transactions?provider=${providerFacts[provider].importName}`
    const send = () => importFile(path, content, name)
    const before = await count()
    const { status, reason, counts } = await send()
    const summary = `file ${n} of seed ${seed} (${provider}, ${rows.length - 1} rows): ${status} ${JSON.stringify(counts)} ${reason ?? ''}`
    const { read, booked, duplicate, quarantined, failed } = counts
    if (read !== booked + duplicate + quarantined + failed) throw new Error(`The counts do not add up. ${summary}`)
    const added = (await count()) - before
    if (booked > 0 !== added > 0) throw new Error(`${added} lines were added. ${summary}`)
    if (status !== 'done') refused += 1
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += counts[key]
    if (n % 5 === 0 && status === 'done') {
      const second = await send()
      if ((second.counts?.booked ?? 0) !== 0 || (await count()) !== before + added)
        throw new Error(`Importing the same file again added lines. ${summary}`)
    }
    if (n % 50 === 49) console.log(`${n + 1} files: ${JSON.stringify(sums)}, ${refused} files with nothing booked`)
  }
} finally {
  await owner.end()
  await site.stop()
}
