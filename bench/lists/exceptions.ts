import type pg from 'pg'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from '../runner/demo-site.ts'

const size = {
  companies: numberFrom('COMPANIES', 2000),
  cards: numberFrom('CARDS', 20_000),
  transactions: numberFrom('TRANSACTIONS', 500_000),
}
const requests = numberFrom('REQUESTS', 20)

/** Two exceptions a transaction over a year. Of them, one in fifty is open, and one in a thousand confirmed. */
async function addExceptions(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into exceptions (transaction_id, company_id, rule, created_at, staff_verdict)
    select t.id, t.company_id, rule, t.txn_at + interval '6 hours',
      case when t.id % 50 = 0 then null when t.id % 1000 = 1 then 'confirmed' else 'dismissed' end
    from transactions t, unnest(case when t.id % 5000 = 0 then array['wrong_product', 'unlikely'] else array['over_limit', 'night_first'] end) rule
    where t.amount_cents > 0 on conflict do nothing`)
  await owner.query('vacuum analyze')
}

/** Filters that match nearly all rows, hardly any, and none. */
const queries = (sample: { card_number: string; authentication_id: string }): string[] => [
  '',
  'page=1000',
  'filter=state:open',
  'filter=state:confirmed',
  'filter=state:open&filter=severity:severe',
  'filter=rule:wrong_product',
  'filter=rule:possible_duplicate',
  'filter=rule:possible_duplicate&filter=state:open',
  'filter=severity:severe&filter=state:confirmed',
  'filter=company_name:Northline%20Haulage',
  'filter=company_name::qqqq',
  `filter=card_number:${sample.card_number}`,
  'filter=card_number::4711471147',
  `filter=authentication_id:${sample.authentication_id}`,
  'filter=authentication_id::4711471147',
  'filter=provider:Comdata&filter=state:open',
  'filter=txn_date:2026-10-01',
  'filter=txn_date:2026-10-01&sort=txn_date,asc',
  'filter=txn_date:1990-01-01..1990-01-31',
]

/** The inbox at a million exceptions, as staff and as a customer (EXC-2). */
await onGrownPortal({ size, prepare: addExceptions }, async ({ signIn, get, measure }) => {
  for (const who of ['admin@provider.test', 'admin@northline.test']) {
    const headers = await signIn(who)
    const first = JSON.parse(await get('/v2/exceptions?size=1', headers)).exceptions[0]
    console.log(`\n| ${who} | total | ${measuredHeads} |\n|---|---|---|---|---|`)
    for (const query of queries(first)) {
      const path = `/v2/exceptions?size=10&${query}`
      const { metadata } = JSON.parse(await get(path, headers))
      const found = `${metadata.total_count}${metadata.total_kind === 'exact' ? '' : '+'}`
      console.log(`| \`${query}\` | ${found} | ${cellsOf(await measure(requests, () => get(path, headers)))} |`)
    }
  }
})
