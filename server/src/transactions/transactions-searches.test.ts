import { exceptions } from '@portal/contract/exceptions/exceptions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../demo/demo.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { explain, planNodesOf, statementsOf } from '../testing/plans.ts'
import { settle } from '../testing/settled.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database, urls } = await testApp()

beforeAll(async () => {
  await seedDemo(urls.ownerUrl, { companies: 60, cards: 600 })
  // Some have no site, and some places have a few purchases only.
  await owner.query(
    `insert into transactions (company_id, provider_id, authentication_id, txn_at, card_number, site_number, location, province, currency, amount_cents, source)
     select (select min(id) from companies where kind = 'customer') + n % 60, provider_id, 'P' || 700000000 + n * 7919, txn_at - n % 400 * interval '1 day', card_number,
       case when n % 10 > 0 then site_number end, case n % 5000 when 0 then null when 1 then 'Yard 100%_, Île-Perrot' else location end,
       case n % 5000 when 1 then 'NL' when 2 then null else province end, case n % 40 when 0 then 'USD' else 'CAD' end, 100 + n * 48271::bigint % 90000, 'import'
     from generate_series(1, 80000) n join transactions on transactions.id = 1 + n % 1500`,
  )
  await owner.query(`update transactions set vehicle = 'Trk 7_%' where id % 37 = 0 and invoice_id is null`)
  await settle(owner, 'transactions', 'transaction_counts')
}, 180_000)

const found = async (who: string, query: Record<string, string>) => {
  const { body } = await ask(who, transactions.list, { query })
  return { total: body.metadata.total_count, ids: body.transactions.map(({ id }: { id: number }) => id) }
}

/** What a search finds, its answers compared with every row of the table. */
const searches: readonly [filter: string, matches: string][] = [
  ['location::yard', `location ilike '%yard%'`],
  ['location::100%_', `location like '%100\\%\\_%'`],
  ['location::île', `location ilike '%île%'`],
  ['location::e', `location ilike '%e%'`],
  ['location::qqzz', 'false'],
  ['dtl_stn_no::10', `site_number like '%10%'`],
  ['dtl_stn_no::qqzz', 'false'],
  ['dtl_stn_prv::n', `province ilike '%n%'`],
  ['dtl_stn_prv::nl', `province = 'NL'`],
  ['dtl_stn_prv:NL', `province = 'NL'`],
  ['currency:USD', `currency = 'USD'`],
  ['currency:CAD', `currency = 'CAD'`],
  ['txn_amount:400..410', 'amount_cents between 40000 and 41000'],
  ['card_number::0007', `card_number like '%0007%'`],
  ['card_number::7083', `card_number like '%7083%'`],
  ['vehicle::01', `vehicle ilike '%01%'`],
  ['vehicle:  trk 7_%', 'false'],
  ['vehicle:Trk 7_%', `vehicle = 'Trk 7_%'`],
  ['vehicle::k 7_%', `vehicle ilike '%k 7\\_\\%%'`],
  ['driver_name::qqzz', 'false'],
  ['authentication_id::79190', `authentication_id like '%79190%'`],
  ['authentication_id::p70079', `authentication_id ilike '%p70079%'`],
]

test('LIST-7 TXN-1 a search over all companies and over one finds the rows that match, on its first, middle and last page', async () => {
  const { rows } = await owner.query(`select company_id::int as id from users where email = $1`, [people.northline])
  for (const [who, mine] of [
    [people.staff, 'true'],
    [people.northline, `company_id = ${rows[0].id}`],
  ] as const)
    for (const [filter, matches] of searches)
      for (const sort of ['txn_date,desc', 'authentication_id,asc']) {
        const [by, way] = sort === 'txn_date,desc' ? ['txn_at', 'desc'] : ['authentication_id', 'asc']
        const { rows: all } = await owner.query(
          `select id::int from transactions where ${mine} and (${matches}) order by ${by} ${way}, id ${way}`,
        )
        const total = Math.min(all.length, 50_000)
        const pages = Math.max(1, Math.ceil(total / 50))
        for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
          const seen = await found(who, { filter, sort, size: '50', page: String(page) })
          const ids = all.slice((page - 1) * 50, page * 50).map(({ id }) => id)
          expect([who, filter, sort, page, seen]).toEqual([who, filter, sort, page, { total, ids }])
        }
      }
})

test('LIST-1 TXN-1 what staff search over all companies comes from an index, also if nothing matches', async () => {
  for (const [filter, index] of [
    ['location::Yard', 'transactions_location'],
    ['location::qqzz', 'transactions_location'],
    ['dtl_stn_no::qqzz', 'transactions_site'],
    ['dtl_stn_prv::NL', 'transactions_place'],
    ['dtl_stn_prv:NL', 'transactions_place'],
    ['currency:USD', 'transactions_us_dollars'],
    ['txn_amount:400..401', 'transactions_amount'],
    ['txn_amount:999999..', 'transactions_amount'],
    ['authentication_id::79190', 'transactions_code_search'],
    ['authentication_id::qqzz', 'transactions_code_search'],
  ] as const) {
    const statements = await statementsOf(['transactions'], () =>
      ask(people.staff, transactions.list, { query: { filter } }),
    )
    // The probe looks at the first rows only, whatever their order.
    const asked = statements.filter(({ text }) => !text.includes('as "hit"'))
    const nodes = (await explain(database, staffScope(1), asked)).flatMap(planNodesOf)
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'transactions')
    expect([filter, whole]).toEqual([filter, []])
    expect([filter, nodes.map((node) => node['Index Name'])]).toEqual([filter, expect.arrayContaining([index])])
  }
})

test('LIST-7 LIST-12 pages end where the count ends; the rows from there on are reached in the other order', async () => {
  const query = { filter: 'currency:CAD', size: '50' }
  const last = await ask(people.staff, transactions.list, { query: { ...query, page: '1000' } })
  expect([last.status, last.body.transactions.length, last.body.metadata.total_pages]).toEqual([200, 50, 1000])
  const beyond = await ask(people.staff, transactions.list, { query: { ...query, page: '1001' } })
  expect([beyond.status, beyond.body.error]).toMatchObject([
    400,
    { code: 'list.page-too-far', fields: { page: expect.stringContaining('too far') } },
  ])
  // Without a filter the total is stored, and every page is there.
  const far = await ask(people.staff, transactions.list, { query: { size: '50', page: '1500' } })
  expect([far.status, far.body.transactions.length]).toEqual([200, 50])
})

test('TXN-1 EXC-2 a card’s former number still finds its purchases, and an exception follows the provider of its own', async () => {
  const { rows } = await owner.query(
    `select card_number, count(*)::int as count from transactions where card_id is not null group by 1 order by 2 desc limit 1`,
  )
  const [{ card_number, count }] = rows
  const { rows: all } = await owner.query(
    `update cards set card_number = '5577000990001' where card_number = $1
     returning (select count(*)::int from transactions where transactions.card_number = $1) as count`,
    [card_number],
  )
  expect(all[0].count).toBeGreaterThanOrEqual(count)
  expect((await found(people.staff, { filter: `card_number::${card_number}` })).total).toBe(all[0].count)
  expect((await found(people.staff, { filter: `card_number::5577000990001` })).total).toBe(0)

  const listed = async (provider: string) =>
    (await ask(people.staff, exceptions.list, { query: { filter: `provider:${provider}`, size: '50' } })).body.metadata
      .total_count
  const counted = async (provider: string) =>
    (
      await owner.query(
        `select count(*)::int from exceptions join transactions t on t.id = transaction_id join fuel_providers p on p.id = t.provider_id where p.name = $1`,
        [provider],
      )
    ).rows[0].count
  const before = await counted('Esso')
  expect([await listed('Esso'), before > 0]).toEqual([before, true])
  await owner.query(
    `update transactions set provider_id = (select id from fuel_providers where name = 'Comdata')
     where id = (select max(transaction_id) from exceptions where provider_id = (select id from fuel_providers where name = 'Esso'))`,
  )
  expect(await counted('Esso')).toBeLessThan(before)
  for (const provider of ['Esso', 'Comdata']) expect(await listed(provider)).toBe(await counted(provider))
})
