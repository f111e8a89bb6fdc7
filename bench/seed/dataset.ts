import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningCluster, startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { knownMigrations } from '../../server/src/db/migrations.ts'
import { asOwner } from '../../server/src/db/owner.ts'
import { seedDemo } from '../../server/src/demo/demo.queries.ts'
import { setBillingSettings } from '../../server/src/testing/invoices.ts'
import { fillForAll } from './caches.ts'
import { copyCards } from './cards.ts'
import { addUnits, cardCopies, chooseCopies, historyOf, writeCopies } from './copies.ts'
import { billOwnPurchases, makeDocuments, settleDocuments } from './documents.ts'
import { type Made, whatToDo } from './kept.ts'
import { pastTriggers, timedStep } from './sql.ts'

/** Changes with every change of what is made. */
const seeder = 1
/** The whole size: about 3,000,000 lines and 50,000 invoices. */
const whole = { companies: 2000, cards: 1_000_000, transactions: 2_000_000, fleetLines: 100_000, units: 300 }
const linesOfTransaction = 1.626
/** One card and transaction in ten is the demo's. The others are copies. */
const share = 10
export const sizeOf = (scale: number) => ({
  companies: Math.round(whole.companies * scale),
  cards: Math.round(whole.cards * scale),
  transactions: Math.round(whole.transactions * scale),
  fleetLines: Math.round(whole.fleetLines * scale),
  units: Math.max(20, Math.round(whole.units * scale)),
})
/** The fleet with a year of its own, and an ordinary customer. Both have an Admin in the demo. */
export const fleet = { name: 'Prairie Freight', email: 'admin@prairie.test' }
export const customer = { name: 'Northline Haulage', email: 'admin@northline.test' }

/** Copies the demo's cards. */
export const growCards = (superuserUrl: string, base: number): Promise<void> =>
  pastTriggers(superuserUrl, (client) => timedStep('cards', () => copyCards(client, base, cardCopies)))

type Grown = Pick<ReturnType<typeof sizeOf>, 'transactions' | 'fleetLines' | 'units'>
/** Grows the demo's purchases to this size, with copies of these first cards, and bills and settles them. */
export async function growPurchases(superuserUrl: string, grown: Grown, cards: number): Promise<void> {
  const { transactions, fleetLines, units } = grown
  await pastTriggers(superuserUrl, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from transactions) as present, (select min(id)::int from companies where name = $1) as id`,
      [fleet.name],
    )
    const [{ present, id }] = rows
    const own = Math.round(fleetLines / linesOfTransaction)
    await timedStep('choosing copies', () =>
      chooseCopies(client, historyOf(id, { own, others: Math.max(0, transactions - present - own), units, cards })),
    )
    await timedStep('invoices', () => makeDocuments(client))
    await timedStep('rows and indexes', () =>
      writeCopies(client, async () => {
        await billOwnPurchases(client)
      }),
    )
    await addUnits(client, id, units)
    await timedStep('sums and counts', () => fillForAll(client))
    await timedStep('payments', async () => {
      await settleDocuments(client)
      await client.query('select fold_receivables(provider_day(now()))')
    })
  })
}

async function build(folder: string, scale: number): Promise<void> {
  const { companies, cards, transactions } = sizeOf(scale)
  const embedded = await startEmbedded({ dataDir: folder })
  try {
    await timedStep('migrations', () => migrate(embedded))
    const superuserUrl = runningCluster(folder)?.superuserUrl ?? ''
    await timedStep('demo', () =>
      seedDemo(embedded.ownerUrl, { companies, cards: cards / share, transactions: transactions / share }),
    )
    await asOwner(embedded.ownerUrl, 'portal bench', (owner) => setBillingSettings(owner))
    await growCards(superuserUrl, cards / share)
    await growPurchases(superuserUrl, sizeOf(scale), cards / share)
    await timedStep('vacuum', () => asOwner(superuserUrl, 'portal bench', (owner) => owner.query('vacuum analyze')))
  } finally {
    await embedded.stop()
  }
}

const infoFile = (folder: string) => join(folder, 'bench.json')
const readMade = (folder: string): Made | null =>
  existsSync(infoFile(folder)) ? JSON.parse(readFileSync(infoFile(folder), 'utf8')) : null

/** Builds the data of this scale in a folder of its own under `parent`, or brings up to date what is there. Returns the folder. */
export async function keepData(parent: string, scale: number): Promise<string> {
  const folder = join(parent, `scale-${scale}`)
  const migrations = (await knownMigrations()).map(({ name, checksum }) => `${checksum}  ${name}`)
  const wanted: Made = { seeder, scale, migrations }
  const todo = whatToDo(readMade(folder), wanted)
  if (todo === 'use') return folder
  console.log(todo === 'build' ? `Building the data in ${folder}:` : `Migrating the data in ${folder}:`)
  if (todo === 'build') {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    await build(folder, scale)
  } else {
    const embedded = await startEmbedded({ dataDir: folder })
    try {
      await timedStep('migrations', () => migrate(embedded))
      await timedStep('vacuum', () =>
        asOwner(embedded.ownerUrl, 'portal bench', (owner) => owner.query('vacuum analyze')),
      )
    } finally {
      await embedded.stop()
    }
  }
  writeFileSync(infoFile(folder), JSON.stringify(wanted))
  return folder
}

/** The measurements work on a copy, so that the kept data stays as it was made. */
export function copyData(folder: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  const { status, stderr } = spawnSync('cp', ['-a', '--reflink=auto', folder, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The data could not be copied: ${stderr}`)
}
