import pg from 'pg'

export type Grown = {
  /** Transactions of all companies. */
  transactions: number
  /** Lines of the fleet in the year before the demo's last day. */
  lines: number
  units: number
}
const lastDay = '2026-11-14'

type Client = pg.Client
const namesOf = async (client: Client, table: string, own: readonly string[]): Promise<string> => {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all($2)`,
    [table, own],
  )
  return rows[0].names
}

/** Indexes are built faster over a full table than row by row. */
async function withoutIndexes(client: Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { made } of rows) await client.query(made)
}

/** An invoice is for half a month. */
const half = `(date_trunc('month', txn_at) + case when extract(day from txn_at) > 15 then interval '15 days' else interval '0' end)::date`
/**
 * Copies of what the demo bought: one for the fleet, with units whose odometers run, over a year; the others for
 * their companies, over two years. In order of time, as imports come, so that the purchases of a fleet are far apart.
 */
const makeCopies = `
  create temp table copied as
  with base as (
    select t.id, t.company_id, t.txn_at, row_number() over (order by t.id * 2654435761 % 4294967296) as no,
      row_number() over (partition by t.company_id = $1 order by t.id) as place from transactions t where t.credited_id is null and t.amount_cents > 0
  ), own as (
    select (select count(*) from base where company_id <> $1) as bases,
      round($3::numeric * (select count(*) from transactions) / (select count(*) from transaction_lines))::int as bought, array_agg(id order by id) as cards from cards where company_id = $1
  ), moved as (
    select base.id as base, 0 as copy, $1::bigint as company_id, date_trunc('second', $4::date + time '20:00' - n * 364.0 / own.bought * interval '1 day') as txn_at,
      'T' || n % $5::int as vehicle, 'Driver ' || n % $5::int as driver_name, (600000 - n / $5::int * 1150)::text as odometer,
      own.cards[1 + n % $5::int % cardinality(own.cards)] as card_id
    from own cross join lateral generate_series(1, own.bought) n join base on base.no = 1 + n % own.bases
    union all
    select base.id, copy, company_id, txn_at - (copy * 37 % 640) * interval '1 day', null, null, null, null
    from base cross join own cross join lateral generate_series(1, (1 + $2 / bases)::int) copy where company_id <> $1 and (copy - 1) * own.bases + place <= $2 - own.bought
  )
  select moved.*, (select max(id) from transactions) + row_number() over (order by txn_at, base) as id, null::bigint as invoice_id, ${half} as half from moved`

/** An invoice for each half month of each company and currency, until two weeks before the end. */
const addInvoices = `
  with bills as (
    select c.company_id, t.currency, c.half as day, sum(t.amount_cents) as cents from copied c join transactions t on t.id = c.base where c.txn_at < date '${lastDay}' - 13 group by 1, 2, 3
  )
  insert into invoices (company_id, invoice_number, currency, status, issued_date, due_date, start_date, end_date, due_days, total_cents, issued_cents, sent_at)
  select company_id, 'B' || row_number() over (order by day, company_id), currency, 'SENT', day + 16, day + 46, day, day + 15, 30, cents, cents, now() from bills`
const billCopies = `
  update copied c set invoice_id = i.id from transactions t, invoices i
  where t.id = c.base and i.company_id = c.company_id and i.currency = t.currency and i.start_date = c.half and i.invoice_number like 'B%'`

const ownColumns = ['id', 'company_id', 'txn_at', 'vehicle', 'driver_name', 'odometer', 'card_id', 'invoice_id']
const addSums = `
  insert into invoice_sums (invoice_id, company_id, product, province, unit, lines, quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents,
    cost_pre_cents, cost_gst_cents, cost_hst_cents, cost_pst_cents, cost_qst_cents)
  select c.invoice_id, c.company_id, l.product, coalesce(t.province, ''), coalesce(l.unit, ''), count(*), sum(quantity_milli), sum(pre_cents), sum(gst_cents), sum(hst_cents),
    sum(pst_cents), sum(qst_cents), sum(l.amount_cents), sum(cost_pre_cents), sum(cost_gst_cents), sum(cost_hst_cents), sum(cost_pst_cents), sum(cost_qst_cents)
  from copied c join transactions t on t.id = c.base join transaction_lines l on l.transaction_id = c.base where c.invoice_id is not null group by 1, 2, 3, 4, 5`

async function insertCopies(client: Client): Promise<void> {
  const heads = await namesOf(client, 'transactions', ownColumns)
  await client.query(
    `insert into transactions (${ownColumns.join(', ')}, ${heads}) overriding system value
     select c.id, c.company_id, c.txn_at, coalesce(c.vehicle, t.vehicle), coalesce(c.driver_name, t.driver_name), coalesce(c.odometer, t.odometer),
       coalesce(c.card_id, t.card_id), c.invoice_id, ${heads.replaceAll(/\w+/g, 't.$&')} from copied c join transactions t on t.id = c.base order by c.id`,
  )
  for (const table of ['transaction_lines', 'exceptions']) {
    const columns = await namesOf(client, table, ['id', 'transaction_id', 'company_id'])
    await client.query(
      `insert into ${table} (transaction_id, company_id, ${columns}) select c.id, c.company_id, ${columns.replaceAll(/\w+/g, 'l.$&')}
       from copied c join ${table} l on l.transaction_id = c.base order by c.id, l.id`,
    )
  }
  await client.query(
    `update transactions t set card_number = cards.card_number from copied c, cards where c.copy = 0 and t.id = c.id and cards.id = t.card_id`,
  )
  await client.query(`select setval(pg_get_serial_sequence('transactions', 'id'), (select max(id) from transactions))`)
}

/** The fleet's units, with the distances of the quarters that the demo has. */
const addUnits = `
  insert into units (company_id, unit_number, odometer_unit, is_ifta, fuel_type) select $1, 'T' || n, 'km', true, 'diesel' from generate_series(0, $2::int - 1) n
  on conflict (company_id, unit_number) do update set odometer_unit = 'km', is_ifta = true, fuel_type = 'diesel'`
const addDistances = `
  insert into ifta_distances (upload_id, company_id, quarter, unit_number, jurisdiction, distance_milli, length_unit)
  select q.upload_id, $1, q.quarter, 'T' || n, place.jurisdiction, 5000000, 'km'
  from (select quarter, max(upload_id) as upload_id from ifta_distances where company_id = $1 group by 1) q, generate_series(0, $2::int - 1) n,
    (select distinct jurisdiction from ifta_distances where company_id = $1) place on conflict do nothing`

/**
 * Grows the demo's purchases in a few statements, past the triggers: what they keep (counts, sums of the dashboard, claims) stays as it
 * was, and the demo's own purchases are not billed. Does nothing if that was done before.
 */
export async function growPurchases(
  superuserUrl: string,
  fleet: number,
  { transactions, lines, units }: Grown,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const step = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  try {
    const { rows } = await client.query(
      `select count(*)::int as present, exists (select from invoices where invoice_number = 'B1') as is_grown from transactions`,
    )
    const [{ present, is_grown }] = rows
    if (is_grown) return
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'`)
    await step('copies', async () => {
      await client.query(makeCopies, [fleet, transactions - present, lines, lastDay, units])
      await client.query('create unique index on copied (id); analyze copied')
    })
    await step('invoices', async () => {
      await client.query(addInvoices)
      await client.query('analyze invoices')
      await client.query(billCopies)
      await client.query(addSums)
    })
    await step('rows and indexes', () =>
      withoutIndexes(client, ['transactions', 'transaction_lines', 'exceptions'], () => insertCopies(client)),
    )
    await client.query(addUnits, [fleet, units])
    await client.query(addDistances, [fleet, units])
  } finally {
    await client.end()
  }
}
