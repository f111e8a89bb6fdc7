import { cardList } from '@portal/contract/cards/cards.ts'
import { transactionList } from '@portal/contract/transactions/transactions.ts'

/** One request to a list. Of those that no record matches, any found one is a fault. */
export type Query = { name: string; query: string; isAbsent?: true }
type Sample = { id: string; authentication_id: string; card_number: string; site_number: string }

const withFilters = (filters: readonly string[], sort?: string): Query => ({
  name: `${filters.map((filter) => `\`${filter}\``).join(' and ')}${sort ? ` by ${sort}` : ''}`,
  query: `size=10${sort ? `&sort=${sort}` : ''}${filters.map((filter) => `&filter=${encodeURIComponent(filter)}`).join('')}`,
})
const absent = (filters: readonly string[], sorts: readonly string[]): Query[] =>
  filters.flatMap((filter) => sorts.map((sort): Query => ({ ...withFilters([filter], sort), isAbsent: true })))
/** The first, the middle and the last page, both ways. */
const pagesBy = (fields: readonly string[], last: number): Query[] =>
  fields.flatMap((field) =>
    ['asc', 'desc'].flatMap((way) =>
      [1, Math.floor(last / 2), last].map((page) => ({
        name: `by ${field},${way}, page ${page}`,
        query: `size=10&sort=${field},${way}&page=${page}`,
      })),
    ),
  )

const cardFilters = [
  'card_number::7083',
  'card_number::508011',
  'card_number:70830500007919',
  'company_name::Northline',
  'company_name::Fleet 0',
  'company_number:C00042',
  'plastic_type:Spare',
  'trailer_number::TR-1013',
  'trailer_number::1',
  'card_status:ACTIVE',
  'card_status:HOLD',
  'card_status:Closed',
  'driver_name::Lavoie',
  'driver_name::a',
  'card_issue_date:2024-02-01..2024-02-28',
  'card_issue_date:2024-02-01..2030-01-01',
]
const noCards = [
  'card_number::4711471147',
  'card_number:4711471147',
  'company_name::qqqq',
  'trailer_number::qqqq',
  'driver_name::qqqq',
  'driver_name:qqqq',
  'card_issue_date:1990-01-01..1990-01-31',
]
export function cardQueries(cards: number): Query[] {
  const sorts = cardList.sort.filter((field) => !cardList.sortsWhenShort.includes(field))
  return [
    ...pagesBy(sorts, Math.floor(cards / 10)),
    ...cardFilters.map((filter) => withFilters([filter])),
    ...cardFilters.map((filter) => withFilters([filter], 'driver_name,desc')),
    ...absent(noCards, ['card_number,asc', 'driver_name,desc']),
    withFilters(['company_name::Northline'], 'refreshing_cash_balance,desc'),
    {
      name: '`card_status:ACTIVE`, far back',
      query: `size=10&filter=card_status:ACTIVE&page=${Math.floor(cards / 25)}`,
    },
  ]
}

/** Some match nearly all transactions, and some hardly any. */
const transactionFilters = ({ authentication_id, card_number, site_number }: Sample): string[] => [
  `authentication_id:${authentication_id}`,
  `authentication_id::${authentication_id.slice(1, 8)}`,
  'authentication_id::25',
  `card_number:${card_number}`,
  `card_number::${card_number.slice(-6)}`,
  'card_number::7083',
  'txn_date:2026-10-01',
  'txn_date:2026-10-01..2026-10-31',
  'txn_date:2026-01-01..2026-12-31',
  'review:open',
  'review:accepted',
  'exceptions:any',
  'exceptions:none',
  'billing:open',
  'billing:billed',
  'currency:CAD',
  'currency:USD',
  `dtl_stn_no:${site_number}`,
  'dtl_stn_prv:ON',
  'location::Surrey',
  'txn_amount:400..410',
  'txn_amount:1500..',
  'company_name:Northline Haulage',
  'company_name::Northline',
  'company_name::Fleet 0',
]
const noTransactions = [
  'authentication_id::4711471147',
  'authentication_id:qqqq',
  'card_number::4711471147',
  'location::qqqq',
  'dtl_stn_no:qqqq',
  'txn_amount:999999..',
  'txn_date:1990-01-01..1990-01-31',
  'company_name::qqqq',
]
export function transactionQueries(sample: Sample, transactions: number): Query[] {
  const sorts = transactionList.sort.filter((field) => !transactionList.sortsWhenShort.includes(field))
  const october = 'txn_date:2026-10-01..2026-10-07'
  const code = `authentication_id::${sample.authentication_id.slice(0, 8)}`
  return [
    ...pagesBy(sorts, Math.floor(transactions / 10)),
    ...transactionFilters(sample).map((filter) => withFilters([filter])),
    ...absent(noTransactions, ['txn_date,desc', 'authentication_id,asc']),
    ...transactionList.sort.map((field) => withFilters(['company_name::Northline'], `${field},asc`)),
    ...transactionList.sort.map((field) => withFilters(['txn_date:2026-10-01'], `${field},asc`)),
    ...[code, 'location::Surrey', 'txn_amount:1500..'].map((filter) => withFilters([october, filter])),
    withFilters(['company_name:Northline Haulage', 'txn_amount:400..410']),
    withFilters([code], 'txn_date,desc'),
    ...['txn_date,asc', 'authentication_id,asc'].map((sort) => withFilters(['review:open'], sort)),
    {
      name: '`txn_date:2026-10-01..2026-10-31`, far back',
      query: `size=10&page=${Math.floor(transactions / 500)}&filter=txn_date:2026-10-01..2026-10-31`,
    },
    { name: '`currency:CAD`, far back', query: `size=10&page=${Math.floor(transactions / 40)}&filter=currency:CAD` },
  ]
}
/** A customer sorts by everything. */
export const customerQueries = (sample: Sample, own: number): Query[] => [
  ...pagesBy(transactionList.sort, Math.max(2, Math.floor(own / 10))),
  ...transactionFilters(sample)
    .filter((filter) => !filter.startsWith('company_name'))
    .map((filter) => withFilters([filter])),
]
