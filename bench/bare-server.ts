import Fastify from 'fastify'
import pg from 'pg'

/**
 * The baseline for the portal: the same requests on the same data with Fastify and pg alone, each one named statement.
 * It has no sessions, permissions, row-level security, audit, version check, log or types: every column stays text.
 * `filler` makes its answer as long as the portal's.
 */
const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10, types: asText })
const app = Fastify()
const answer = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows
type Asked = { Querystring: { company: string; filler?: string } }

const cards = `select cards.id, card_number, cards.company_id, companies.name as company_name, companies.company_number,
  plastic_type, trailer_number, card_status, cash_advance_type, refreshing_cash_balance_cents, driver_name,
  vehicle_assigned_to_card, non_highway_fuel_limit_milli, uom, card_issue_date::text, cards.version, cards.updated_at,
  (select count(*) from cards where company_id = $1) as total, repeat('.', $2::int) as filler
  from cards join companies on companies.id = company_id where company_id = $1 order by card_number limit 10`
app.get<Asked>('/cards', ({ query: { company, filler = '0' } }) => answer('cards', cards, [company, filler]))

const card = `select cards.*, companies.name as company_name, repeat('.', $2::int) as filler
  from cards join companies on companies.id = company_id where cards.id = $1`
app.get<{ Params: { id: string }; Querystring: { filler?: string } }>(
  '/cards/:id',
  async ({ params: { id }, query: { filler = '0' } }) => (await answer('card', card, [id, filler]))[0],
)

const change = `update cards set driver_name = $2, version = version + 1, updated_at = now() where id = $1
  returning *, repeat('.', $3::int) as filler`
app.put<{ Params: { id: string }; Body: { driver_name: string }; Querystring: { filler?: string } }>(
  '/cards/:id',
  async ({ params: { id }, body, query: { filler = '0' } }) =>
    (await answer('change', change, [id, body.driver_name, filler]))[0],
)

/** A transaction for each of its lines, as a join gives them. */
const transactions = `select page.*, line.dtl_auth_id, line.product, line.product_description, line.unit,
  line.quantity_milli, line.price_e6, line.price_unit, line.gst_cents, line.hst_cents, line.pst_cents, line.qst_cents,
  line.amount_cents as line_cents, line.discount_cents, line.fet_e6, line.pft_e6, line.pct_e6, line.local_e6, repeat('.', $2::int) as filler
  from (
    select transactions.id, transactions.company_id, authentication_id, txn_at, card_id, card_number, driver_name, vehicle,
      site_number, province, location, transactions.currency, amount_cents, odometer, invoice_id, transactions.version,
      transactions.updated_at, companies.name as company_name,
      (select count(*) from transactions where company_id = $1) as total
    from transactions join companies on companies.id = company_id
    where company_id = $1 order by txn_at desc, transactions.id desc limit 10
  ) page join transaction_lines line on line.transaction_id = page.id order by txn_at desc, page.id desc, n`
app.get<Asked>('/transactions', ({ query: { company, filler = '0' } }) =>
  answer('transactions', transactions, [company, filler]),
)

const invoices = `select invoices.id, invoice_number, invoices.company_id, companies.name as company_name, issued_date,
  due_date, start_date, end_date, invoices.status, total_cents, due_cents, invoices.currency, invoices.version,
  invoices.updated_at, (select count(*) from invoices where company_id = $1 and status <> 'DRAFT') as total, repeat('.', $2::int) as filler
  from invoices join companies on companies.id = company_id
  where company_id = $1 and invoices.status <> 'DRAFT' order by issued_date desc, invoices.id desc limit 10`
app.get<Asked>('/invoices', ({ query: { company, filler = '0' } }) => answer('invoices', invoices, [company, filler]))

await app.listen({ port: Number(process.env.BENCH_PORT), host: '127.0.0.1' })
