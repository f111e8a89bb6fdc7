import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { connectWithPlans, type Nested } from '../testing/nested-plans.ts'
import { testApp } from '../testing/test-app.ts'

const { owner, urls } = await testApp()
const many = 500
const ids: Record<'open' | 'billed' | 'cards', string[]> = { open: [], billed: [], cards: [] }

const newTransactions = `
  with head as (
    insert into transactions (company_id, provider_id, authentication_id, txn_at, province, currency, amount_cents, source, flags)
    select company.id, 1, 'M' || n, timestamp '2026-10-01' + n * interval '1 minute', 'ON', 'CAD', 100, 'import', '{no_rate}'
    from unnest($1::bigint[]) n, (select id from companies where name = 'Northline Haulage') company
    returning transactions.id, company_id, authentication_id
  ), known as (
    insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
    select 1, authentication_id, '2026-10-01', 'D1', 1, 1, id, 100, 1000 from head
  )
  insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, unit, quantity_milli, file_price_e6, file_amount_cents, price_e6,
    price_quantity_milli, pre_cents, amount_cents, formula)
  select id, company_id, 0, authentication_id, 'D1', 'L', 1000, 1000000, 100, 1000000, 1000, 100, 100, 1 from head returning transaction_id`
const newCards = `
  insert into cards overriding system value
  select (jsonb_populate_record(card, jsonb_build_object('id', 5000000 + n, 'card_number', (88000000 + n)::text))).*
  from unnest($1::bigint[]) n, cards card where card.id = (select min(id) from cards) returning id`
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, n) => String(from + n))

beforeAll(async () => {
  await owner.query(
    `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
     select id, 'INV-1998-' || n, 'CAD', '2026-11-01', '2026-12-01', '2026-10-01', '2026-10-31', 30 from companies, generate_series(1, 2) n where name = 'Northline Haulage'`,
  )
  ids.open = (await owner.query(newTransactions, [upTo(many)])).rows.map(({ transaction_id }) => transaction_id)
  ids.billed = (await owner.query(newTransactions, [upTo(many, many + 1)])).rows.map(
    ({ transaction_id }) => transaction_id,
  )
  ids.cards = (await owner.query(newCards, [upTo(many)])).rows.map(({ id }) => id)
  await owner.query(
    `update transactions set invoice_id = (select id from invoices where invoice_number = 'INV-1998-1') where id = any($1::bigint[])`,
    [ids.billed],
  )
  await owner.query('analyze transactions, transaction_lines, transaction_identities, cards, invoices')
})

const changes: [string, keyof typeof ids | 'new', string][] = [
  [
    'accept transactions',
    'open',
    'update transactions set accepted_at = now(), version = version + 1 where id = any($1::bigint[])',
  ],
  [
    'bill transactions',
    'open',
    `update transactions set invoice_id = (select id from invoices where invoice_number = 'INV-1998-2') where id = any($1::bigint[])`,
  ],
  [
    'release transactions of a void invoice',
    'billed',
    'update transactions set invoice_id = null where id = any($1::bigint[])',
  ],
  [
    'reprice lines',
    'open',
    'update transaction_lines set pre_cents = 101, amount_cents = 101 where transaction_id = any($1::bigint[])',
  ],
  ['reprice transactions', 'open', 'update transactions set amount_cents = 101 where id = any($1::bigint[])'],
  [
    'move transactions to another day',
    'open',
    `update transactions set txn_at = txn_at - interval '40 days' where id = any($1::bigint[])`,
  ],
  ['delete transactions', 'open', 'delete from transactions where id = any($1::bigint[])'],
  ['delete lines', 'open', 'delete from transaction_lines where transaction_id = any($1::bigint[])'],
  ['book transactions', 'new', newTransactions],
  ['add cards', 'new', newCards],
  ['hold cards', 'cards', `update cards set card_status = 'HOLD' where id = any($1::bigint[])`],
  ['delete cards', 'cards', 'delete from cards where id = any($1::bigint[])'],
]
const rowsIn = (plans: readonly Nested[]): number => plans.reduce((sum, { rows }) => sum + rows, 0)

test.each(changes)(
  'P1 %s: a statement for many records reads no more rows if the connection ran it for one before',
  async (_, which, statement) => {
    const given = which === 'new' ? upTo(many, 100_000) : ids[which]
    const undone = (client: pg.Client, count: number) => async () => {
      await client.query('begin')
      expect((await client.query(statement, [given.slice(0, count)])).rowCount).toBe(count)
      await client.query('set constraints all immediate')
      await client.query('rollback')
    }
    const [fresh, used] = [await connectWithPlans(urls.ownerUrl), await connectWithPlans(urls.ownerUrl)]
    const expected = rowsIn(await fresh.plansOf(undone(fresh.client, many)))
    await undone(used.client, 1)()
    const seen = rowsIn(await used.plansOf(undone(used.client, many)))
    await Promise.all([fresh.client.end(), used.client.end()])
    expect(expected).toBeGreaterThan(many)
    expect(seen).toBeLessThan(1.5 * expected)
  },
)
