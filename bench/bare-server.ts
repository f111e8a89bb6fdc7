import Fastify from 'fastify'
import pg from 'pg'

/**
 * The baseline for the portal: the same three requests on the same data with Fastify and pg alone. It has named
 * statements and compiled serialisers, but no sessions, permissions, row-level security, audit or version check.
 */
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10 })
const app = Fastify()
const row = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    card_number: { type: 'string' },
    company_name: { type: 'string' },
    company_number: { type: 'string' },
    plastic_type: { type: 'string' },
    trailer_number: { type: 'string' },
    card_status: { type: 'string' },
    cash_advance_type: { type: 'string' },
    refreshing_cash_balance_cents: { type: 'string' },
    driver_name: { type: 'string' },
    vehicle_assigned_to_card: { type: 'string' },
    non_highway_fuel_limit_milli: { type: 'string' },
    uom: { type: 'string' },
    card_issue_date: { type: 'string' },
  },
}
const shown = `cards.id, card_number, companies.name as company_name, companies.company_number, plastic_type, trailer_number, card_status, cash_advance_type,
  refreshing_cash_balance_cents, driver_name, vehicle_assigned_to_card, non_highway_fuel_limit_milli, uom, card_issue_date::text`

app.get<{ Querystring: { company: string } }>(
  '/cards',
  {
    schema: {
      response: {
        200: { type: 'object', properties: { total: { type: 'string' }, cards: { type: 'array', items: row } } },
      },
    },
  },
  async ({ query: { company } }) => {
    const text = `select ${shown} from cards join companies on companies.id = company_id where company_id = $1 order by card_number, cards.id limit 10`
    const [list, count] = await Promise.all([
      pool.query({ name: 'list', text, values: [company] }),
      pool.query({ name: 'count', text: 'select count(*) from cards where company_id = $1', values: [company] }),
    ])
    return { total: count.rows[0].count, cards: list.rows }
  },
)
app.get<{ Params: { id: string } }>('/cards/:id', async ({ params: { id } }) => {
  const text =
    'select cards.*, companies.name as company_name from cards join companies on companies.id = company_id where cards.id = $1'
  return (await pool.query({ name: 'get', text, values: [id] })).rows[0]
})
app.put<{ Params: { id: string }; Body: { driver_name: string } }>('/cards/:id', async ({ params: { id }, body }) => {
  const text = 'update cards set driver_name = $2, version = version + 1, updated_at = now() where id = $1 returning *'
  return (await pool.query({ name: 'update', text, values: [id, body.driver_name] })).rows[0]
})
await app.listen({ port: Number(process.env.BENCH_PORT), host: '127.0.0.1' })
