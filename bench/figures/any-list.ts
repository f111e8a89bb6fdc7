import { asOwner } from '../../server/src/db/owner.ts'
import type { Bench, Figure } from '../runner/bench.ts'
import type { CallHeaders } from '../runner/http.ts'
import { cpuOfEach } from '../runner/measure.ts'
import type { Row } from '../runner/table.ts'
import { customer, sizeOf } from '../seed/dataset.ts'
import { cardQueries, customerQueries, type Query, transactionQueries } from './list-queries.ts'

const most = 150
const lists = {
  cards: '/v2/fuel-card-management',
  transactions: '/v2/fuel-transaction/authcode',
} as const
type List = keyof typeof lists
type Seen = { who: string; name: string; database: number; server: number; total: string }

async function measureQuery(
  { site }: Bench,
  list: List,
  headers: CallHeaders,
  { name, query, isAbsent }: Query,
): Promise<Omit<Seen, 'who'>> {
  let total = ''
  const once = async () => {
    const answer = JSON.parse(await site.get(`${lists[list]}?${query}`, headers))
    if (isAbsent && answer[list].length > 0) throw new Error(`${query} found ${answer[list].length}`)
    total = `${answer.metadata.total_count}${answer.metadata.total_kind === 'exact' ? '' : '+'}`
  }
  // Most take a few milliseconds, where three requests are enough to see that.
  const few = await cpuOfEach(site.cpu, 3, once)
  const seen = few.database < 15 ? few : await cpuOfEach(site.cpu, 10, once)
  return { name, total, ...seen }
}

async function worstOf(
  bench: Bench,
  list: List,
  asked: readonly { who: string; headers: CallHeaders; queries: Query[] }[],
): Promise<Row> {
  const seen: Seen[] = []
  for (const { who, headers, queries } of asked)
    for (const query of queries) seen.push({ who, ...(await measureQuery(bench, list, headers, query)) })
  const ordered = seen.toSorted((one, other) => other.database - one.database)
  const [worst] = ordered
  if (!worst) throw new Error('No list was asked')
  bench.note(`${list}: ${seen.length} requests. The slowest, CPU ms of PostgreSQL and of the server:`)
  bench.note('')
  bench.note('| user | request | total | PostgreSQL | server |\n|---|---|---|---|---|')
  for (const { who, name, total, database, server } of ordered.slice(0, 15))
    bench.note(`| ${who} | ${name} | ${total} | ${database.toFixed(1)} | ${server.toFixed(1)} |`)
  bench.note('')
  const size = sizeOf(bench.scale)[list].toLocaleString('en-CA')
  return {
    figure: `any page, sort and filter of ${size} ${list}, found or not: the worst of ${seen.length}`,
    wanted: `≤ ${most} ms of PostgreSQL`,
    ours: `${worst.database.toFixed(0)} ms: ${worst.name}, ${worst.who}`,
    met: worst.database <= most,
  }
}

/** Every sort on offer, far pages, and filters of every kind, also those that nothing matches. */
export const anyListFigure: Figure = {
  name: 'any-list',
  async measure(bench) {
    const { site, scale } = bench
    const staff = await site.signIn('admin@provider.test')
    const own = await site.signIn(customer.email)
    const { sample, count } = await asOwner(site.database.ownerUrl, 'portal bench', async (owner) => {
      const { rows } = await owner.query(
        `select id, authentication_id, card_number, site_number from transactions
         where company_id = (select id from companies where name = $1) order by txn_at`,
        [customer.name],
      )
      return { sample: rows[rows.length >> 1], count: rows.length }
    })
    const { cards, transactions } = sizeOf(scale)
    return [
      await worstOf(bench, 'transactions', [
        { who: 'staff', headers: staff, queries: transactionQueries(sample, transactions) },
        { who: 'a customer', headers: own, queries: customerQueries(sample, count) },
      ]),
      await worstOf(bench, 'cards', [{ who: 'staff', headers: staff, queries: cardQueries(cards) }]),
    ]
  },
}
