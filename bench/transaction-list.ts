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

type Query = { name: string; query: string; isAbsent?: true }
type Sample = { id: string; authentication_id: string; card_number: string; site_number: string }
const withFilter = (filter: string, sort = transactionList.defaultSort): Query => ({
  name: `\`${filter}\` by ${sort}`,
  query: `size=10&sort=${sort}&filter=${encodeURIComponent(filter)}`,
})
/** Filters that are expensive alone, combined with days or a company. */
const withFilters = (filters: readonly string[]): Query => ({
  name: filters.map((filter) => `\`${filter}\``).join(' and '),
  query: `size=10&${filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&')}`,
})
const bySort = (field: string, pages: readonly number[]): Query[] =>
  ['asc', 'desc'].flatMap((way) =>
    pages.map((page) => ({
      name: `by ${field},${way}, page ${page}`,
      query: `size=10&sort=${field},${way}&page=${page}`,
    })),
  )

/** Filters that every user has; some match nearly all rows and some hardly any. */
const filtersFor = ({ authentication_id, card_number, site_number }: Sample): Query[] => [
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
/** No record matches these. A search without a match must not cost more than one with matches. */
const absent: Query[] = [
  'authentication_id::4711471147',
  'authentication_id:qqqq',
  'card_number::4711471147',
  'location::qqqq',
  'dtl_stn_no:qqqq',
  'txn_amount:999999..',
  'txn_date:1990-01-01..1990-01-31',
  'company_name::qqqq',
].flatMap((filter) =>
  ['txn_date,desc', 'authentication_id,asc'].map((sort) => ({ ...withFilter(filter, sort), isAbsent: true as const })),
)
/** Across all companies only two sorts have an index; the others need a filter that leaves few enough rows. */
const staffRequests = (sample: Sample): Query[] => [
  ...transactionList.sort
    .filter((field) => !transactionList.sortsWhenShort.includes(field))
    .flatMap((field) => bySort(field, [1, size.transactions / 20, size.transactions / 10])),
  ...filtersFor(sample),
  ...absent,
  ...['company_name:Northline Haulage', 'company_name::Northline', 'company_name::Fleet 0'].map((one) =>
    withFilter(one),
  ),
  ...transactionList.sort.map((field) => withFilter('company_name::Northline', `${field},asc`)),
  ...transactionList.sort.map((field) => withFilter('txn_date:2026-10-01', `${field},asc`)),
  ...[
    ['txn_date:2026-10-01..2026-10-07', `authentication_id::${sample.authentication_id.slice(0, 8)}`],
    ['txn_date:2026-10-01..2026-10-07', 'location::Surrey'],
    ['txn_date:2026-10-01..2026-10-07', 'txn_amount:1500..'],
    ['company_name:Northline Haulage', 'txn_amount:400..410'],
  ].map(withFilters),
  withFilter(`authentication_id::${sample.authentication_id.slice(0, 8)}`),
  withFilter('review:open', 'txn_date,asc'),
  withFilter('review:open', 'authentication_id,asc'),
  {
    name: '`txn_date:2026-10-01..2026-10-31`, page 4000',
    query: 'size=10&page=4000&filter=txn_date:2026-10-01..2026-10-31',
  },
  { name: '`currency:CAD`, page 50000', query: 'size=10&page=50000&filter=currency:CAD' },
]
const customerRequests = (sample: Sample, lastPage: number): Query[] => [
  ...transactionList.sort.flatMap((field) => bySort(field, [1, lastPage])),
  ...filtersFor(sample),
]

/** Resolves with the first rows of the file, and cancels the rest. */
function readFirstRows(headers: Record<string, string>, query: string): Promise<void> {
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
async function reportLists({ who, headers, portal }: Reader, queries: readonly Query[]): Promise<void> {
  for (const { name, query, isAbsent } of queries) {
    let total = ''
    const seen = await portal.measure(requests, async () => {
      const { metadata, transactions } = JSON.parse(await portal.get(`${list}?${query}`, headers))
      if (isAbsent && transactions.length > 0) throw new Error(`${query} found ${transactions.length}`)
      if (transactions.some(({ txn_attr }: { txn_attr: unknown[] }) => txn_attr.length === 0))
        throw new Error(`${query} omitted lines`)
      total = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
    })
    console.log(`| ${who} | ${name} | ${total} | ${cellsOf(seen)} |`)
  }
}
async function reportOthers({ who, headers, portal }: Reader, sample: Sample, isStaff: boolean): Promise<void> {
  const report = async (name: string, once: () => Promise<unknown>) =>
    console.log(`| ${who} | ${name} | | ${cellsOf(await portal.measure(requests, once))} |`)
  await report('one transaction by its code', () =>
    portal.get(`/v2/fuel-transaction/transactionsbyid/${sample.authentication_id}`, headers),
  )
  await report('one transaction by its id', () =>
    portal.get(`/v2/fuel-transaction/transactionsbyid/${sample.id}`, headers),
  )
  if (isStaff)
    await report('price explanation of one transaction', () =>
      portal.get(`/v2/fuel-transaction/${sample.id}/explain`, headers),
    )
  await report('CSV, until its first rows', () => readFirstRows(headers, 'sort=txn_date,desc'))
  await report('CSV of a month, until its first rows', () =>
    readFirstRows(headers, `filter=${encodeURIComponent('txn_date:2026-10-01..2026-10-31')}`),
  )
}

let sample: Sample | undefined
let ownCount = 0
/** Picks the customer's middle transaction by time as the sample. */
async function prepare(owner: pg.Client): Promise<void> {
  await owner.query('select fold_transaction_counts()')
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(`
    select id, authentication_id, card_number, site_number from transactions
    where company_id = (select id from companies where name = 'Northline Haulage') order by txn_at`)
  sample = rows[rows.length >> 1]
  ownCount = rows.length
  for (const { relname, rows: count, size: bytes, indexes } of (
    await owner.query(`select relname, reltuples::bigint as rows, pg_size_pretty(pg_table_size(oid)) as size, pg_size_pretty(pg_indexes_size(oid)) as indexes
      from pg_class where relname in ('transactions', 'transaction_lines') order by 1 desc`)
  ).rows)
    console.log(`${relname}: ${count} rows, ${bytes}, indexes ${indexes}`)
}

await onGrownPortal({ port, size, prepare }, async (portal) => {
  if (!sample) throw new Error('The customer has no transactions')
  console.log(`| user | request | total | ${measuredHeads} |\n|---|---|---|---|---|---|`)
  const staff = { who: 'staff', headers: await portal.signIn('admin@provider.test'), portal }
  if (process.env.ONLY === 'absent') return reportLists(staff, absent)
  if (process.env.ONLY !== 'customer') {
    await reportLists(staff, staffRequests(sample))
    await reportOthers(staff, sample, true)
  }
  const customer = { who: 'a customer', headers: await portal.signIn('admin@northline.test'), portal }
  await reportLists(customer, customerRequests(sample, Math.ceil(ownCount / 10)))
  await reportOthers(customer, sample, false)
})
