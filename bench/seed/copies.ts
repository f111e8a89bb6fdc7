import type pg from 'pg'
import { firstDay, lastDay } from '../../server/src/demo/demo-prices.data.ts'
import { columnNames, withoutIndexes } from './sql.ts'

/**
 * Copies of the demo's purchases, with their lines, identities and exceptions, made by a few statements past the triggers.
 * `copied` says which: the purchase, and what is another's in the copy. What triggers keep is filled by `caches.ts`.
 */
type Chosen = { select: string; values: unknown[] }

/** The demo's own purchases, in an order that has nothing to do with their time. Credits stay single. */
const base = `
  base as (
    select t.id, t.company_id, t.txn_at, t.card_id, row_number() over (order by t.id * 2654435761 % 4294967296) as no, count(*) over () as bases
    from transactions t
    where t.credited_id is null and t.amount_cents > 0 and t.source = 'import' and t.txn_at >= '${firstDay}'`

/** How often the demo's cards are copied, if they are. */
export const cardCopies = 9
/** How many of the fleet's own and of the others', the fleet's units, and how many cards the demo has if they were copied. */
type History = { own: number; others: number; units: number; cards?: number }
/**
 * One fleet's purchases of the year before the last day, in units whose odometers run, and the others' of the months before
 * theirs, with copies of their cards. In order of time, as imports come, so that the purchases of a fleet are far apart.
 */
export const historyOf = (fleet: number, { own, others, units, cards = 0 }: History): Chosen => ({
  select: `
    with ${base} and t.company_id <> $1
    ), cards as (
      select array_agg(id order by id) as ids from cards
      where company_id = $1 and card_status <> 'CLOSED'
    )
    select base.id as base, $1::bigint as company_id,
      date_trunc('second', '${lastDay}'::date + time '20:00' - n * 364.0 / $2 * interval '1 day') as txn_at,
      ids[1 + n % $4::int % cardinality(ids)] as card_id, 'T' || n % $4::int as vehicle,
      'Driver ' || n % $4::int as driver_name, (600000 - n / $4::int * 1150)::text as odometer
    from cards cross join generate_series(1, $2::int) n
      join base on base.no = 1 + n % (select max(bases) from base)
    union all
    select id, company_id, txn_at - copy * 49 * interval '1 day', card_id + least(copy, ${cardCopies}) * $5::bigint, null, null, null
    from base cross join lateral generate_series(1, 1 + ($3::bigint / bases)::int) copy
    where (copy - 1) * bases + no <= $3`,
  values: [fleet, own, others, units, cards],
})

/** So many purchases in Canadian dollars of the last two weeks, which nothing keeps from being billed, for each of the customers. */
export const newlyBought = (customers: readonly number[], each: number): Chosen => ({
  select: `
    with ${base} and t.currency = 'CAD' and t.flags = '{}'
    ), cards as (
      select company_id, row_number() over (order by company_id) as place, array_agg(id order by id) as ids
      from cards where company_id = any($1::bigint[]) and card_status = 'RELEASE' group by 1
    )
    select base.id as base, cards.company_id,
      timestamp '2026-11-01 06:00' + (n * 7919 + place) % 1100000 * interval '1 second' as txn_at,
      ids[1 + n % cardinality(ids)] as card_id, null::text as vehicle, null::text as driver_name, null::text as odometer
    from cards cross join generate_series(1, $2::int) n
      join base on base.no = 1 + (place * $2::int + n) % (select max(bases) from base)`,
  values: [customers, each],
})

/** The copies have codes of their own, of the demo's form. */
const code = `
  case t.provider_id when 3 then to_char(numbered.txn_at, 'YYMMDD') || '2' || lpad((numbered.id % 1000000)::text, 6, '0')
    else left(t.authentication_id, 1) || (252014353 + numbered.id * 7919) end`

export async function chooseCopies(client: pg.Client, { select, values }: Chosen): Promise<void> {
  await client.query('drop table if exists copied')
  await client.query(
    `create temp table copied as
     with chosen as (${select}), numbered as (
       select *, (select max(id) from transactions) + row_number() over (order by txn_at, base) as id from chosen
     )
     select numbered.id, base, numbered.company_id, numbered.txn_at, numbered.card_id, cards.card_number,
       coalesce(numbered.vehicle, cards.vehicle_assigned_to_card) as vehicle, numbered.driver_name, numbered.odometer,
       ${code} as code, null::bigint as invoice_id
     from numbered join transactions t on t.id = base left join cards on cards.id = numbered.card_id`,
    values,
  )
  await client.query('create unique index on copied (id); analyze copied')
}

const own = ['company_id', 'txn_at', 'card_id', 'card_number', 'vehicle', 'driver_name', 'odometer'] as const
const replaced = [
  'id',
  ...own,
  'authentication_id',
  'invoice_id',
  'import_id',
  'created_at',
  'updated_at',
  'changed_xid',
]
const taken = ['company_id', 'txn_at']

async function insertCopies(client: pg.Client): Promise<void> {
  const heads = await columnNames(client, 'transactions', replaced)
  const theirs = own.map((name) => (taken.includes(name) ? `c.${name}` : `coalesce(c.${name}, t.${name})`))
  await client.query(
    `insert into transactions (id, ${own.join(', ')}, authentication_id, invoice_id, created_at, updated_at, ${heads.join(', ')})
     overriding system value
     select c.id, ${theirs.join(', ')}, c.code, c.invoice_id, c.txn_at + interval '14 hours', c.txn_at + interval '14 hours',
       ${heads.map((name) => `t.${name}`).join(', ')}
     from copied c join transactions t on t.id = c.base order by c.id`,
  )
  const lines = await columnNames(client, 'transaction_lines', ['id', 'transaction_id', 'company_id', 'dtl_auth_id'])
  await client.query(
    `insert into transaction_lines (transaction_id, company_id, dtl_auth_id, ${lines.join(', ')})
     select c.id, c.company_id, c.code || substr(l.dtl_auth_id, length(t.authentication_id) + 1), ${lines.map((name) => `l.${name}`).join(', ')}
     from copied c join transactions t on t.id = c.base join transaction_lines l on l.transaction_id = c.base order by c.id, l.n`,
  )
  const found = await columnNames(client, 'exceptions', [
    'id',
    'transaction_id',
    'company_id',
    'created_at',
    'found_in',
  ])
  await client.query(
    `insert into exceptions (transaction_id, company_id, created_at, ${found.join(', ')})
     select c.id, c.company_id, c.txn_at + interval '14 hours', ${found.map((name) => `e.${name}`).join(', ')}
     from copied c join exceptions e on e.transaction_id = c.base order by c.id, e.id`,
  )
  await client.query(
    `insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
     select i.provider_id, c.code, c.txn_at::date, product, sign, occurrence, c.id, i.file_amount_cents, i.quantity_milli
     from copied c join transaction_identities i on i.transaction_id = c.base order by c.id`,
  )
  await client.query(`select setval(pg_get_serial_sequence('transactions', 'id'), (select max(id) from transactions))`)
}

const copiedTables = ['transactions', 'transaction_lines', 'transaction_identities', 'exceptions']
/** Inserts what was chosen. `before` runs where indexes are out of the way, if the copies are many. */
export async function writeCopies(client: pg.Client, before: () => Promise<void> = async () => {}): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from copied')
  const write = async () => {
    await before()
    await insertCopies(client)
  }
  await (Number(rows[0]?.count) > 50_000 ? withoutIndexes(client, copiedTables, write) : write())
}

/** The fleet's units, whose odometers run in kilometres, with the distances of the quarters that the demo has. */
export async function addUnits(client: pg.Client, fleet: number, units: number): Promise<void> {
  await client.query(
    `insert into units (company_id, unit_number, odometer_unit, is_ifta, fuel_type)
     select $1, 'T' || n, 'km', true, 'diesel' from generate_series(0, $2::int - 1) n
     on conflict (company_id, unit_number) do update set odometer_unit = 'km', is_ifta = true, fuel_type = 'diesel'`,
    [fleet, units],
  )
  await client.query(
    `insert into ifta_distances (upload_id, company_id, quarter, unit_number, jurisdiction, distance_milli, length_unit)
     select q.upload_id, $1, q.quarter, 'T' || n, place.jurisdiction, 5000000, 'km'
     from (select quarter, max(upload_id) as upload_id from ifta_distances where company_id = $1 group by 1) q,
       generate_series(0, $2::int - 1) n,
       (select distinct jurisdiction from ifta_distances where company_id = $1) place on conflict do nothing`,
    [fleet, units],
  )
}
