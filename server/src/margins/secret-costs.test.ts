import { everyEndpoint } from '@portal/contract/contracts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ListSpec } from '@portal/contract/list.ts'
import { grantsOf, mayCall, roles } from '@portal/contract/permissions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database } = await testApp()
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const isDenied = (statement: string) =>
  database
    .transaction(customerScope(northline), (db) => sql.raw(statement).execute(db))
    .then(
      () => 'answered',
      (error: { code?: string }) => (error.code === '42501' ? 'denied' : String(error)),
    )

test('COST-2 the customers’ database role can read no cost of any table', async () => {
  const { rows } = await owner.query<{ table: string; name: string }>(
    `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped
       and (a.attname ~ '^cost' or c.relname in ('claims', 'claim_packets', 'claim_entries')
         or (c.relname in ('transactions', 'transaction_lines') and a.attname in ('file_price_e6', 'file_amount_cents', 'rate_price_e4', 'markup_value_e4', 'flags', 'warnings', 'raw')))`,
  )
  expect(rows.filter(({ name }) => name.startsWith('cost')).map(({ table, name }) => `${table}.${name}`)).toEqual(
    expect.arrayContaining([
      'transaction_lines.cost_pre_cents',
      'purchase_sums.cost_cents',
      'purchase_totals.cost_cents',
    ]),
  )
  for (const { table, name } of rows)
    expect([table, name, await isDenied(`select ${name} from ${table} limit 1`)]).toEqual([table, name, 'denied'])
})

test('COST-2 nor whole rows that hold one', async () => {
  for (const table of ['transactions', 'transaction_lines', 'purchase_entries', 'purchase_sums'])
    for (const trick of [
      `select t from ${table} t`,
      `select t.* from ${table} t`,
      `select to_jsonb(t) from ${table} t`,
      `select row_to_json(t) from ${table} t`,
      `select t::text from ${table} t`,
      `select count(t) from ${table} t`,
      `select 1 from ${table} t where t is not null`,
      `select (select array_agg(u) from ${table} u)`,
      `table ${table}`,
    ])
      expect([trick, await isDenied(`${trick} limit 1`)]).toEqual([trick, 'denied'])
  // What a customer can read is still there.
  expect(await isDenied('select company_id, pre_cents, lines from purchase_sums limit 1')).toBe('answered')
  expect(await isDenied('select id, pre_cents from transaction_lines limit 1')).toBe('answered')
})

const customerAdmin = grantsOf({ role: roles.admin, levels: {}, kind: 'customer' })
const lists = everyEndpoint.filter(
  (endpoint): endpoint is Endpoint & { list: ListSpec } =>
    endpoint.list !== undefined && !endpoint.params && mayCall(customerAdmin, 'customer', endpoint),
)
test.each(lists.map((list) => [list.id, list] as const))(
  'COST-2 no file of a list names a cost or a margin to a customer: %s',
  async (_, list) => {
    const ways = [{ format: 'csv' }, ...(list.list.lineColumns ? [{ format: 'csv', by: 'line' }] : [])]
    for (const query of ways) {
      const { status, text } = await ask(people.northline, list, { query: query as Record<string, string> })
      expect([status, text.split('\n')[0]?.match(/\b(cost|margin|published|charged)\b/gi)]).toEqual([200, null])
    }
  },
)
