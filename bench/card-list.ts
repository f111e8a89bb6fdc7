import { cardList } from '@portal/contract/cards/cards.ts'
import { cellsOf, type GrownPortal, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

const size = { companies: numberFrom('COMPANIES', 2000), cards: numberFrom('CARDS', 1_000_000) }
const requests = numberFrom('REQUESTS', 20)

type Query = { name: string; query: string; isAbsent?: true }
const middle = Math.floor(size.cards / 20)
const last = Math.floor(size.cards / 10)
const sorts = cardList.sort.filter((field) => !cardList.sortsWhenShort.includes(field))
const filters: readonly string[] = [
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
/** No record matches these. A search without a match must not cost more than one with matches. */
const absent: readonly string[] = [
  'card_number::4711471147',
  'card_number:4711471147',
  'company_name::qqqq',
  'trailer_number::qqqq',
  'driver_name::qqqq',
  'driver_name:qqqq',
  'card_issue_date:1990-01-01..1990-01-31',
]
const with10 = (query: string) => `size=10&${query}`
const all: Query[] = [
  ...sorts.flatMap((field) => [
    { name: `by ${field}, page 1`, query: with10(`sort=${field},asc`) },
    { name: `by ${field}, descending, page ${middle}`, query: with10(`sort=${field},desc&page=${middle}`) },
    { name: `by ${field}, page ${last}`, query: with10(`sort=${field},asc&page=${last}`) },
  ]),
  ...filters.map((filter) => ({ name: `\`${filter}\``, query: with10(`filter=${encodeURIComponent(filter)}`) })),
  ...filters.map((filter) => ({
    name: `\`${filter}\` by driver_name`,
    query: with10(`filter=${encodeURIComponent(filter)}&sort=driver_name,desc`),
  })),
  ...absent.flatMap((filter) =>
    ['card_number,asc', 'driver_name,desc'].map((sort) => ({
      name: `\`${filter}\` by ${sort}`,
      query: with10(`filter=${encodeURIComponent(filter)}&sort=${sort}`),
      isAbsent: true as const,
    })),
  ),
  { name: '`card_status:ACTIVE`, page 40000', query: with10('filter=card_status:ACTIVE&page=40000') },
  {
    name: '`company_name::Northline` by refreshing_cash_balance',
    query: with10('filter=company_name::Northline&sort=refreshing_cash_balance,desc'),
  },
]

/** `ONLY=absent` runs only the filters without a match. */
const queries = process.env.ONLY === 'absent' ? all.filter(({ isAbsent }) => isAbsent) : all

async function report({ signIn, get, measure }: GrownPortal): Promise<void> {
  const headers = await signIn('admin@provider.test')
  console.log(`| list | total | ${measuredHeads} |\n|---|---|---|---|---|`)
  for (const { name, query, isAbsent } of queries) {
    let total = ''
    const measured = await measure(requests, async () => {
      const { metadata, cards } = JSON.parse(await get(`/v2/fuel-card-management?${query}`, headers))
      if (isAbsent && cards.length > 0) throw new Error(`${query} found ${cards.length}`)
      total = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
    })
    console.log(`| ${name} | ${total} | ${cellsOf(measured)} |`)
  }
}

await onGrownPortal({ port: 18082, size }, report)
