import type pg from 'pg'
import { columnNames, withoutIndexes } from './sql.ts'

/** What has a row or more for each card, and is copied with it. */
const following = ['card_assignments', 'card_balance_values', 'card_events']

/** Each copy of the demo's cards continues its numbers (`demoCardNumber`) and units. */
const numbered = `
  select cards.*, cards.id + copy * $1::bigint as n from cards cross join generate_series(1, $2::int) copy where cards.id <= $1`
const cardNumber = `(70830500000000 + n * 7919) || case when n % 10 = 5 then lpad((n % 100)::text, 2, '0') else '' end`

async function insertCards(client: pg.Client, base: number, copies: number): Promise<void> {
  const columns = (await columnNames(client, 'cards', ['id', 'card_number', 'vehicle_assigned_to_card'])).join(', ')
  await client.query(
    `insert into cards (id, card_number, vehicle_assigned_to_card, ${columns}) overriding system value
     select n, ${cardNumber}, 'T' || (200 + n), ${columns} from (${numbered}) made order by n`,
    [base, copies],
  )
  await client.query(`select setval(pg_get_serial_sequence('cards', 'id'), (select max(id) from cards))`)
  for (const table of following) {
    const others = (await columnNames(client, table, ['id', 'card_id'])).join(', ')
    await client.query(
      `insert into ${table} (card_id, ${others}) select card_id + copy * $1::bigint, ${others}
       from ${table} cross join generate_series(1, $2::int) copy where card_id <= $1 order by 1`,
      [base, copies],
    )
  }
}

/** What triggers keep of cards, for all of them. */
const fills = [
  'truncate card_counts',
  `insert into card_counts (company_id, card_status, count) select company_id, card_status, count(*) from cards group by 1, 2`,
  `delete from changes where kind = 'cards'`,
  `insert into changes (kind, company_id, ids) select 'cards', company_id, array_agg(id) from cards group by 2`,
  `insert into units (company_id, unit_number)
   select distinct company_id, unit_number_of(vehicle_assigned_to_card) from cards join companies on companies.id = company_id and kind = 'customer'
   where unit_number_of(vehicle_assigned_to_card) is not null on conflict do nothing`,
]

/** Copies the demo's cards, whose ids are their numbers from 1 on, past the triggers. Card n has its copies at n + base, and so on. */
export async function copyCards(client: pg.Client, base: number, copies: number): Promise<void> {
  await withoutIndexes(client, ['cards', ...following, 'units'], async () => {
    await insertCards(client, base, copies)
    for (const statement of fills) await client.query(statement)
  })
  await client.query('analyze cards')
}
