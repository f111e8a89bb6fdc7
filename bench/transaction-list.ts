import { request } from 'node:http'
import { transactionList } from '@portal/contract/transactions/transactions.ts'
import type pg from 'pg'
import { cellsOf, type GrownPortal, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 50_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const requests = numberFrom('REQUESTS', 20)
const port = 18088
const list = '/v2/fuel-transaction/authcode'

type Question = { name: string; query: string; isAbsent?: true }
type Stop = { id: string; authentication_id: string; card_number: string; site_number: string }
const withFilter = (filter: string, sort = transactionList.defaultSort): Question => ({
  name: `\`${filter}\` by ${sort}`,
  query: `size=10&sort=${sort}&filter=${encodeURIComponent(filter)}`,
})
/** What is dear by itself is asked for with days or a company besides. */
const withFilters = (filters: readonly string[]): Question => ({
  name: filters.map((filter) => `\`${filter}\``).join(' and '),
  query: `size=10&${filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&')}`,
})
const bySort = (field: string, pages: readonly number[]): Question[] =>
  ['asc', 'desc'].flatMap((way) =>
    pages.map((page) => ({
      name: `by ${field},${way}, page ${page}`,
      query: `size=10&sort=${field},${way}&page=${page}`,
    })),
  )

/** What anybody may ask: each of the filters, of which some fit nearly all and some hardly any. */
const filtersFor = ({ authentication_id, card_number, site_number }: Stop): Question[] => [
  ...[
    `authentication_id:${authentication_id}`,
    `authentication_id::${authentication_id.slice(1, 8)}`,
    'authentication_id::25',
  ].map((one) => withFilter(one)),
  ...[`card_number:${card_number}`, `card_number::${card_number.slice(-6)}`, 'card_number::7083'].map((one) =>
    withFilter(one),
  ),
  ...['txn_date:2026-10-01', 'txn_date:2026-10-01..2026-10-31', 'txn_date:2026-01-01..2026-12-31'].map((one) =>
    withFilter(one),
  ),
  ...['review:open', 'review:accepted', 'exceptions:any', 'exceptions:none', 'billing:open'].map((one) =>
    withFilter(one),
  ),
  withFilter('billing:billed'),
  ...['currency:CAD', 'currency:USD', `dtl_stn_no:${site_number}`, 'dtl_stn_prv:ON', 'location::Surrey'].map((one) =>
    withFilter(one),
  ),
  ...['txn_amount:400..410', 'txn_amount:1500..'].map((one) => withFilter(one)),
]
/** Nothing of this is there: a search that finds nothing must not cost more than one that finds something. */
const absent: Question[] = [
  ...[
    'authentication_id::4711471147',
    'authentication_id:qqqq',
    'card_number::4711471147',
    'location::qqqq',
    'dtl_stn_no:qqqq',
    'txn_amount:999999..',
  ],
  ...['txn_date:1990-01-01..1990-01-31', 'company_name::qqqq'],
].flatMap((filter) =>
  ['txn_date,desc', 'authentication_id,asc'].map((sort) => ({ ...withFilter(filter, sort), isAbsent: true as const })),
)
/** Over every company two orders have an index; the others are on offer where a filter leaves few enough. */
const questionsOfStaff = (stop: Stop): Question[] => [
  ...transactionList.sort
    .filter((field) => !transactionList.sortsWhenShort.includes(field))
    .flatMap((field) => bySort(field, [1, size.transactions / 20, size.transactions / 10])),
  ...filtersFor(stop),
  ...absent,
  ...['company_name:Northline Haulage', 'company_name::Northline', 'company_name::Fleet 0'].map((one) =>
    withFilter(one),
  ),
  ...transactionList.sort.map((field) => withFilter('company_name::Northline', `${field},asc`)),
  ...transactionList.sort.map((field) => withFilter('txn_date:2026-10-01', `${field},asc`)),
  ...[
    ['txn_date:2026-10-01..2026-10-07', `authentication_id::${stop.authentication_id.slice(0, 8)}`],
    ['txn_date:2026-10-01..2026-10-07', 'location::Surrey'],
    ['txn_date:2026-10-01..2026-10-07', 'txn_amount:1500..'],
    ['company_name:Northline Haulage', 'txn_amount:400..410'],
  ].map(withFilters),
  withFilter(`authentication_id::${stop.authentication_id.slice(0, 8)}`),
  withFilter('review:open', 'txn_date,asc'),
  withFilter('review:open', 'authentication_id,asc'),
  {
    name: '`txn_date:2026-10-01..2026-10-31`, page 4000',
    query: 'size=10&page=4000&filter=txn_date:2026-10-01..2026-10-31',
  },
  { name: '`currency:CAD`, page 50000', query: 'size=10&page=50000&filter=currency:CAD' },
]
const questionsOfCustomer = (stop: Stop, lastPage: number): Question[] => [
  ...transactionList.sort.flatMap((field) => bySort(field, [1, lastPage])),
  ...filtersFor(stop),
]

/** Until the first rows of the file are there; the rest is not waited for. */
function beginningOfFile(headers: Record<string, string>, query: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const call = request({ host: '127.0.0.1', port, path: `${list}?format=csv&${query}`, headers }, (response) => {
    let seen = ''
    response.on('error', () => {})
    response.setEncoding('utf8').on('data', (chunk: string) => {
      seen += chunk
      if (seen.split('\r\n').length < 3) return
      if (response.statusCode === 200) resolve()
      else reject(new Error(seen.slice(0, 300)))
      call.destroy()
    })
    response.on('end', () => reject(new Error(`The file ended early: ${seen.slice(0, 300)}`)))
  })
  call.on('error', reject)
  call.end()
  return promise
}

type Reader = { who: string; headers: Record<string, string>; portal: GrownPortal }
async function tellLists({ who, headers, portal }: Reader, questions: readonly Question[]): Promise<void> {
  for (const { name, query, isAbsent } of questions) {
    let total = ''
    const seen = await portal.measure(requests, async () => {
      const { metadata, transactions } = JSON.parse(await portal.get(`${list}?${query}`, headers))
      if (isAbsent && transactions.length > 0) throw new Error(`${query} found ${transactions.length}`)
      if (transactions.some(({ txn_attr }: { txn_attr: unknown[] }) => txn_attr.length === 0))
        throw new Error(`${query} left out lines`)
      total = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
    })
    console.log(`| ${who} | ${name} | ${total} | ${cellsOf(seen)} |`)
  }
}
async function tellOthers({ who, headers, portal }: Reader, stop: Stop, isStaff: boolean): Promise<void> {
  const say = async (name: string, once: () => Promise<unknown>) =>
    console.log(`| ${who} | ${name} | | ${cellsOf(await portal.measure(requests, once))} |`)
  await say('one by its code', () =>
    portal.get(`/v2/fuel-transaction/transactionsbyid/${stop.authentication_id}`, headers),
  )
  await say('one by its id', () => portal.get(`/v2/fuel-transaction/transactionsbyid/${stop.id}`, headers))
  if (isStaff)
    await say('how the prices of one came about', () => portal.get(`/v2/fuel-transaction/${stop.id}/explain`, headers))
  await say('a file, until its first rows', () => beginningOfFile(headers, 'sort=txn_date,desc'))
  await say('a file of a month, until its first rows', () =>
    beginningOfFile(headers, `filter=${encodeURIComponent('txn_date:2026-10-01..2026-10-31')}`),
  )
}

let stop: Stop | undefined
let ownCount = 0
/** A stop of the customer's that has a line or more, from the middle of its time. */
async function prepare(owner: pg.Client): Promise<void> {
  await owner.query('select fold_transaction_counts()')
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(`
    select id, authentication_id, card_number, site_number from transactions
    where company_id = (select id from companies where name = 'Northline Haulage') order by txn_at`)
  stop = rows[rows.length >> 1]
  ownCount = rows.length
  for (const { relname, rows: count, size: bytes, indexes } of (
    await owner.query(`select relname, reltuples::bigint as rows, pg_size_pretty(pg_table_size(oid)) as size, pg_size_pretty(pg_indexes_size(oid)) as indexes
      from pg_class where relname in ('transactions', 'transaction_lines') order by 1 desc`)
  ).rows)
    console.log(`${relname}: ${count} rows, ${bytes}, indexes ${indexes}`)
}

await onGrownPortal({ port, size, prepare }, async (portal) => {
  if (!stop) throw new Error('The customer has no transactions')
  console.log(`| who | question | total | ${measuredHeads} |\n|---|---|---|---|---|---|`)
  const staff = { who: 'staff', headers: await portal.signIn('admin@provider.test'), portal }
  if (process.env.ONLY === 'absent') return tellLists(staff, absent)
  if (process.env.ONLY !== 'customer') {
    await tellLists(staff, questionsOfStaff(stop))
    await tellOthers(staff, stop, true)
  }
  const customer = { who: 'a customer', headers: await portal.signIn('admin@northline.test'), portal }
  await tellLists(customer, questionsOfCustomer(stop, Math.ceil(ownCount / 10)))
  await tellOthers(customer, stop, false)
})
