import { cards } from '@portal/contract/cards/cards.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { runDueBilling } from '../../billing/billing-runs.jobs.ts'
import { breachesAfter } from '../../testing/broken-books.ts'
import { cardBody, manualBody, manualLine, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner, database } = await testApp()
const found = (sql: string) => breachesAfter(owner, sql)
const one = (rule: string, what: RegExp) => [expect.stringMatching(new RegExp(`^${rule} ${what.source}`))]
/** Changes the first row of a cache by one. */
const shifted = (table: string, column: string) =>
  `update ${table} set ${column} = ${column} + 1 where ctid = (select min(ctid) from ${table})`

beforeAll(async () => {
  await owner.query(
    `insert into billing_runs (company_id, start_date, end_date, issued_date)
     select id, '2026-09-01', '2026-09-30', '2026-10-01' from companies where kind = 'provider'`,
  )
  await runDueBilling({ database })
})

test('M3 every cache of the billed demo is correct, folded or not', async () => {
  expect(await found('select')).toEqual([])
  expect(await found('select fold_card_counts(), fold_transaction_counts(), fold_dashboard_sums()')).toEqual([])
})

test('LIST-2 wrong and missing counts of cards or transactions are reported', async () => {
  expect(await found(shifted('card_counts', 'count'))).toEqual(
    one('LIST-2', /Cards of company \d+ with status \w+: \d+ stored, \d+ counted \(count\)\.$/),
  )
  expect(
    await found(
      `delete from card_counts where (company_id, card_status) = (select company_id, card_status from card_counts limit 1)`,
    ),
  ).toEqual(one('LIST-2', /Cards of company .*: 0 stored, \d+ counted/))
  const month = /Transactions of company \d+ in \d{4}-\d\d: \d+ stored, \d+ counted/
  expect(await found(shifted('transaction_counts', 'count'))).toEqual(one('LIST-2', month))
  expect(await found(`insert into transaction_counts select min(id), '1999-01-01', 3 from companies`)).toEqual(
    one('LIST-2', /Transactions of company \d+ in 1999-01: 3 stored, 0 counted/),
  )
})

test('M7 a transaction that is missing among the billed or unbilled ones, or twice, is reported', async () => {
  const as = (state: string, stored: number, counted: number) =>
    one('M7', new RegExp(`Transaction \\d+ as ${state}: ${stored} stored, ${counted} counted \\(rows\\)\\.$`))
  const firstOf = (table: string) => `(select min(transaction_id) from ${table})`
  for (const state of ['billed', 'unbilled']) {
    const table = `${state}_transactions`
    expect(await found(`delete from ${table} where transaction_id = ${firstOf(table)}`)).toEqual(as(state, 0, 1))
  }
  expect(
    await found(
      `insert into unbilled_transactions select id, company_id, currency, txn_at from transactions where id = ${firstOf('billed_transactions')}`,
    ),
  ).toEqual(as('unbilled', 1, 0))
})

test('DASH-1 every wrong dashboard sum is reported, by company and over all', async () => {
  await owner.query('select fold_dashboard_sums()')
  const heads = ['transactions', 'amount_cents', 'exceptions', 'to_review', 'unbilled', 'unbilled_cents']
  const lines = ['lines', 'quantity_milli', 'pre_cents', 'amount_cents']
  for (const [table, columns, what] of [
    ['transaction_sums', heads, /Transactions of company \d+ on [\d-]+ in \w+: /],
    ['transaction_totals', heads, /Transactions on [\d-]+ in \w+: /],
    ['purchase_sums', lines, /Lines of company \d+ on [\d-]+ \w+ .*: /],
    ['purchase_totals', lines, /Lines on [\d-]+ \w+ .*: /],
  ] as const)
    for (const column of columns)
      expect([table, column, await found(shifted(table, column))]).toEqual([table, column, one('DASH-1', what)])
  // An entry counts by company and over all.
  expect(
    await found(
      `insert into transaction_entries select company_id, day, currency, 1, 0, 0, 0, 0, 0 from transaction_sums limit 1`,
    ),
  ).toEqual([...one('DASH-1', /Transactions of company/), ...one('DASH-1', /Transactions on/)])
})

test('CARD-12 a card whose last assignment is missing or to another company is reported', async () => {
  const card = `(select min(id) from cards)`
  expect(await found(`delete from card_assignments where card_id = ${card}`)).toEqual(
    one('CARD-12', /Card \d+ belongs to company \d+, but its last assignment is to none\.$/),
  )
  expect(
    await found(
      `insert into card_assignments (card_id, company_id, from_at) select ${card}, max(id), now() from companies where kind = 'provider'`,
    ),
  ).toEqual(one('CARD-12', /Card \d+ belongs to company \d+, but its last assignment is to company \d+\.$/))
})

test('CARE-1 a unit that a card or transaction names and that does not exist is reported', async () => {
  expect(await found('delete from units where id = (select min(id) from units)')).toEqual(
    one('CARE-1', /Unit .+ of company \d+ does not exist\.$/),
  )
})

test('EXC-1 EXC-2 a transaction that does not store its exceptions, or is not held by a severe one, is reported', async () => {
  const first = `(select min(id) from transactions where invoice_id is null and exceptions = '{}')`
  const add = (rule: string) =>
    `insert into exceptions (transaction_id, company_id, rule) select id, company_id, '${rule}' from transactions where id = ${first}`
  expect(await found(add('night_first'))).toEqual(
    one('EXC-1', /Transaction \d+ stores the exceptions .+ are \{night_first\}\.$/),
  )
  expect(await found(add('below_cost'))).toEqual(one('EXC-1', /Transaction \d+ .+ are \{below_cost\}\.$/))
  expect(await found(add('provider_price'))).toEqual([])
})

test('EXC-2 an exception with another fuel provider than its transaction is reported', async () => {
  const first = '(select min(id) from exceptions)'
  expect(
    await found(`update exceptions set provider_id = case provider_id when 1 then 2 else 1 end where id = ${first}`),
  ).toEqual(one('EXC-2', /Exception \d+ stores another fuel provider than transaction \d+\.$/))
})

test('TXN-1 a transaction with a card number that no card has or had is reported', async () => {
  const first = `(select min(id) from transactions where invoice_id is null and card_number is not null)`
  expect(await found(`update transactions set card_number = '55770009998' where id = ${first}`)).toEqual(
    one('TXN-1', /Transaction \d+ has the card number 55\*\*\*\*9998, which no card has or had\.$/),
  )
})

test('I2 TXN-4 RATE-4 references to missing rows are reported', async () => {
  expect(
    await found(
      `insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
       values (1, 'GONE', '2026-11-02', 'D1', 1, 1, 987654321, 100, 1000)`,
    ),
  ).toEqual(one('I2', /Identity GONE of 2026-11-02 belongs to transaction 987654321, which does not exist\.$/))
  const first = `id = (select min(id) from transactions where invoice_id is null)`
  for (const [column, word] of [
    ['card_id', 'card'],
    ['provider_id', 'fuel provider'],
    ['site_id', 'site'],
    ['import_id', 'import'],
  ])
    expect(
      await breachesAfter(owner, `update transactions set ${column} = 987654321 where ${first}`, ['transactions']),
    ).toEqual(one('TXN-4', new RegExp(`Transaction \\d+ refers to a missing ${word}\\.$`)))
  const line = `update transaction_lines set markup_id = 987654321 where id = (select min(id) from transaction_lines)`
  expect(await breachesAfter(owner, line, ['transaction_lines'])).toEqual(
    one('RATE-4', /A line of transaction \d+ refers to the missing markup 987654321\.$/),
  )
  const gone = `update transaction_lines set transaction_id = 987654321 where id = (select min(id) from transaction_lines)`
  expect(await breachesAfter(owner, gone, ['transaction_lines'])).toContain(
    'TXN-13 A line refers to the missing transaction 987654321.',
  )
})

test('RATE-3 INV-11 a wrong number of replaced rates or created invoices is reported', async () => {
  expect(
    await found(
      `update rate_uploads set superseded_count = superseded_count + 1 where id = (select min(id) from rate_uploads)`,
    ),
  ).toEqual(one('RATE-3', /Rate file \d+ stores \d+ replaced rates, but \d+ were replaced\.$/))
  expect(await found('update billing_runs set invoices_made = invoices_made - 1')).toEqual(
    one('INV-11', /Billing run \d+ stores \d+ invoices, but it created \d+\.$/),
  )
})

const balances = [
  'refreshing_cash_balance_cents',
  'weekly_fuel_quantity_balance_milli',
  'non_highway_fuel_weekly_balance_milli',
  'weekly_product_balance_cents',
]
test('CARD-16 a balance other than its limit less purchases since its refresh is reported', async () => {
  const made = await ask(people.staff, cards.create, {
    body: cardBody({ uom: 'GAL', non_highway_fuel_weekly_quantity_limit: 300, refreshing_cash_limits: 500 }),
  })
  const { id, card_number } = made.body
  // Simulates the nightly job, an hour after the card was created.
  await owner.query(
    `update cards set created_at = now() - interval '2 hours', updated_at = now() - interval '2 hours', refreshing_cash_balance_cents = refreshing_cash_limits_cents,
       weekly_fuel_quantity_balance_milli = weekly_fuel_quantity_limit_milli, weekly_product_balance_cents = weekly_product_refresh_money_amount_cents,
       non_highway_fuel_weekly_balance_milli = non_highway_fuel_weekly_quantity_limit_milli where id = $1`,
    [id],
  )
  await owner.query(
    `insert into card_refreshes (card_id, company_id, day, kinds, at) select id, company_id, current_date, 15, now() - interval '1 hour' from cards where id = $1`,
    [id],
  )
  const txn_attr = [
    manualLine({ dtl_prd_cd: 'D1', dtl_qty: 100, dtl_amt: 200, dtl_hst_amt: 0, dtl_discount: 0, dtl_sls_type: '1' }),
    manualLine({ dtl_prd_cd: 'RF', dtl_qty: 50, dtl_amt: 90, dtl_hst_amt: 0, dtl_discount: 0, dtl_sls_type: '1' }),
    { dtl_prd_cd: 'CSH', dtl_amt: 40, dash_cash: 10, dtl_sls_type: '1' },
  ]
  const buy = async (changes: object) => {
    const answer = await ask(people.staff, manualTransactions.create, {
      body: manualBody(null, { card_number, ...changes }),
    })
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    return answer.body
  }
  const bought = await buy({ txn_attr, authentication_id: 'SINCE-1' })
  await buy({ txn_attr: txn_attr.slice(0, 1) })
  const back = { ...txn_attr[0], dtl_qty: -30, dtl_amt: -60 }
  await buy({ txn_attr: [back], authentication_id: 'SINCE-1' })
  expect(await found('select')).toEqual([])
  for (const name of balances)
    expect(await found(`update cards set ${name} = ${name} + 1 where id = ${id}`)).toEqual(
      one(
        'CARD-16',
        new RegExp(`Card ${id} has -?\\d+ as ${name}, but its limit less purchases since its refresh is -?\\d+\\.$`),
      ),
    )
  // After a user edits the card, its balances are what the user entered.
  expect(await found(`update cards set ${balances[0]} = 1, updated_at = now() where id = ${id}`)).toEqual([])
  const { rows } = await owner.query(
    'select id::int from transactions where card_id = $1 and id <> $2 order by id desc',
    [id, bought.id],
  )
  for (const { id: other } of rows)
    expect((await ask(people.staff, transactions.remove, { params: { id: other } })).status).toBe(204)
  expect(await found('select')).toEqual([])
})
