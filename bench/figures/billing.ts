import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '../../server/src/db/owner.ts'
import type { Figure } from '../runner/bench.ts'
import type { CallHeaders } from '../runner/http.ts'
import { cpuOfWork, cpuSum, median } from '../runner/measure.ts'
import type { BenchSite } from '../runner/site.ts'
import type { Row } from '../runner/table.ts'
import { fillForCopies } from '../seed/caches.ts'
import { chooseCopies, newlyBought, writeCopies } from '../seed/copies.ts'
import { pastTriggers } from '../seed/sql.ts'

/** Gives each of the customers so many purchases that can be billed. */
async function addUnbilled(site: BenchSite, customers: readonly number[], each: number): Promise<void> {
  await pastTriggers(site.superuserUrl, async (client) => {
    await chooseCopies(client, newlyBought(customers, each))
    await writeCopies(client)
    await fillForCopies(client)
  })
  await asOwner(site.superuserUrl, 'portal bench', (owner) =>
    owner.query('vacuum analyze transactions, unbilled_transactions'),
  )
}

/** On every connection of the portal, single transactions are accepted just before: the plans for one must not bill many. */
async function acceptSingly(site: BenchSite, headers: CallHeaders): Promise<void> {
  const answer = await site.get('/v2/fuel-transaction/authcode?size=50&filter=review:open', headers)
  const { transactions } = JSON.parse(answer) as { transactions: { id: number }[] }
  await Promise.all(transactions.map(({ id }) => site.post('/v2/fuel-transaction/accept', headers, { ids: [id] })))
}

async function bill(site: BenchSite, headers: CallHeaders, customers: readonly number[] | null) {
  const period = { start_date: '2026-11-01', end_date: '2026-11-15', customers }
  const seen = await cpuOfWork(site.cpu, async () => {
    const { id } = JSON.parse(await site.post('/v2/billing-runs', headers, period)) as { id: number }
    for (;;) {
      const run = JSON.parse(await site.get(`/v2/billing-runs/${id}`, headers)) as { id: number; status: string }
      if (run.status !== 'queued' && run.status !== 'running') return run
      await sleep(300)
    }
  })
  const { id, status } = seen.result
  if (status !== 'done') throw new Error(`The billing run ended as ${status}`)
  const billed = await asOwner(site.database.ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select count(*)::int as count from billed_transactions b join invoices i on i.id = b.invoice_id where billing_run_id = $1`,
      [id],
    )
    return Number(rows[0].count)
  })
  return { ...seen, billed }
}

const customersOf = (site: BenchSite): Promise<number[]> =>
  asOwner(site.database.ownerUrl, 'portal bench', async (owner) => {
    const { rows } = await owner.query(
      `select id::int from companies where kind = 'customer' and status = 'active' order by id % 97, id`,
    )
    return rows.map(({ id }) => id)
  })

/** Microseconds of CPU for each of 80 transactions a customer, in rounds. What was open before is billed first. */
export async function measureBilling(
  site: BenchSite,
  rounds: number,
  most: number,
): Promise<{ micros: number; notes: string[] }> {
  const headers = await site.signIn('admin@provider.test')
  const customers = (await customersOf(site)).slice(0, most)
  await bill(site, headers, null)
  const seen: number[] = []
  const notes: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await addUnbilled(site, customers, 80)
    await acceptSingly(site, headers)
    const { billed, server, database, seconds } = await bill(site, headers, customers)
    const micros = (ms: number) => (ms * 1000) / billed
    seen.push(micros(server + database))
    notes.push(
      `- round ${round}: ${billed} transactions of ${customers.length} customers in ${seconds.toFixed(1)} s; ` +
        `${micros(server).toFixed(0)} µs of the portal and ${micros(database).toFixed(0)} µs of PostgreSQL each`,
    )
  }
  return { micros: median(seen), notes }
}

/** 80 transactions a customer; in the long form also a million by the clock. */
export const billingFigure: Figure = {
  name: 'billing',
  async measure(bench) {
    const { site, isLong } = bench
    const { micros, notes } = await measureBilling(site, 3, 300)
    for (const line of notes) bench.note(line)
    const rows: Row[] = [
      {
        figure: 'billing a transaction, 80 a customer, single ones accepted just before',
        wanted: '≤ 100 µs of CPU, the invoice included',
        ours: `${micros.toFixed(0)} µs`,
        met: micros <= 100,
      },
    ]
    const million = { figure: 'billing a million transactions by the clock', wanted: '≤ 60 s' }
    if (!isLong) return [...rows, { ...million, ours: '', met: null }]
    const customers = await customersOf(site)
    await addUnbilled(site, customers, Math.ceil(1_000_000 / customers.length))
    const headers = await site.signIn('admin@provider.test')
    const seen = await bill(site, headers, null)
    const { seconds, billed } = seen
    bench.note(`- ${billed} transactions in ${seconds.toFixed(0)} s, ${(cpuSum(seen) / 1000).toFixed(0)} CPU s`)
    return [...rows, { ...million, ours: `${seconds.toFixed(0)} s for ${billed}`, met: seconds <= 60 }]
  },
}
