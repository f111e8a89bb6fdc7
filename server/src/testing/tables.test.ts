import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerScope } from '../platform/access/scope.ts'
import { billTransactions, insertTransaction, people, setInvoiceStatus, voidDirectly } from './factories.ts'
import { insertCardOf, insertPaymentOf, insertSentInvoice } from './paying.ts'
import { testApp } from './test-app.ts'

const { owner, database } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const prairie = await idOf('Prairie Freight')

/** Inserts rows of both companies where the demo has none, so that every table could leak one. */
async function fillTables(company: number): Promise<void> {
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const card = await insertCardOf(owner, company)
  await insertPaymentOf(owner, invoice.id, 100)
  await owner.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', 100, '2026-11-02', 'cash', 'R')`,
    [company],
  )
  const billed = await billTransactions(owner, [await insertTransaction(owner, company)])
  await setInvoiceStatus(owner, billed, 'SENT')
  await voidDirectly(owner, billed)
  const user = `(select id from users where email = '${people.staff}')`
  for (const statement of [
    `insert into automatic_holds (company_id, card_id, reason, former_status) values ($1, ${card}, 'nsf', 'RELEASE')`,
    `insert into card_events (card_id, company_id, kind, user_id) values (${card}, $1, 'created', ${user})`,
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body) values ($1, 'note', 'freshfuels', 'a@b.test', 'S', 'T')`,
    `insert into notification_choices (user_id, company_id, topic, in_bell, mail) select id, company_id, 'odometer', true, 'none' from users where company_id = $1`,
    `insert into notifications (user_id, company_id, kind, source, message, link_path, in_bell, mail, created_at)
     select id, company_id, 'cards_held', 'x', 'notice.cards-held {"count": 2}', '/managercards', true, 'none', now() from users where company_id = $1`,
    `insert into price_list_wishes (user_id, company_id) select id, company_id from users where company_id = $1`,
    `insert into idempotency_keys (user_id, key, company_id, endpoint, body_hash) values (${user}, 'k' || $1::text, $1::bigint, 'x', 'y')`,
    `insert into card_refreshes (card_id, company_id, day, kinds) values (${card}, $1, '2026-11-02', 1)`,
    `insert into files (company_id, owner_type, owner_id, name, content_type, size_bytes, storage_key, sha256)
     values ($1, 'card', ${card}, 'a.pdf', 'application/pdf', 1, md5('${company}'), sha256('x'))`,
    `insert into refunds (company_id, currency, receipt_id, amount_cents, refund_date, payment_mode, reference, note)
     select company_id, currency, id, 100, '2026-11-03', 'cash', 'R', 'N' from receipts where company_id = $1 and open_cents > 0`,
    `insert into issued_documents (kind, invoice_id, company_id, format, code, brand, issued_date, currency, amount_cents, sha256, size_bytes, storage_key, is_late, stored_at)
     values ('invoice', ${invoice.id}, $1, 'PDF', left(translate(upper(md5('${company}')), '01', 'XY'), 12), 'freshfuels', '2026-11-01', 'CAD', 1, sha256('x'), 1, md5('${company}'), false, now())`,
    `insert into list_views (company_id, list, name, size) values ($1, 'cards.list', 'All', 10)`,
    `insert into list_settings (company_id, user_id) values ($1, ${user})`,
    `insert into report_runs (company_id, user_id, report, parameters) values ($1, ${user}, 'spend', '{}')`,
    `with made as (insert into report_schedules (company_id, report, title, cadence, format, parameters, next_on)
       values ($1, 'spend', 'S', 'daily', 'csv', '{}', '2026-12-01') returning id)
     insert into report_schedule_people (schedule_id, user_id, company_id) select id, ${user}, $1 from made`,
    `insert into service_keys (company_id, user_id, name, scopes, key_start, key_hash, created_at)
     values ($1, ${user}, 'Key', '{cards.read}', 'fck_' || left(md5('${company}'), 8), sha256('${company}'), now())`,
    `with made as (insert into webhooks (company_id, url, events) values ($1, 'https://a.test/', '{card.held}') returning id, company_id),
     signed as (insert into webhook_secrets (webhook_id, company_id, secret) select id, company_id, repeat('s', 40) from made)
     insert into webhook_deliveries (webhook_id, company_id, about_company_id, event, source, occurred_at, data, next_attempt_at)
     select id, company_id, company_id, 'card.held', 'x', now(), '{}', now() from made`,
    `insert into changes_gone (kind, record_id, company_id, is_deleted) values ('cards', ${card}, $1, true)`,
    `insert into audit_log (company_id, action) values ($1, 'x.y')`,
  ])
    await owner.query(statement, [company])
}

test('PERM-7 T2 the customer role reads no row of another company in any table, by any query', async () => {
  for (const company of [northline, prairie]) await fillTables(company)
  // Fold the existing entries into sums; the next ones stay beside them.
  await owner.query(`select fold_receivables('2026-12-31')`)
  for (const company of [northline, prairie]) await insertSentInvoice(owner, company, 100)
  await owner.query('select fold_dashboard_sums()')
  await owner.query(
    `insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
       price_quantity_milli, pre_cents, amount_cents, formula)
     select $1, $2, 99, 'X', 'OTH', 1000, 1000000, 100, 1000000, 1000, 100, 100, 0`,
    [await insertTransaction(owner, northline), northline],
  )
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_column_privilege('portal_customer', c.oid, a.attnum, 'select')
       and c.relname <> 'billing_settings' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['cards', 'customers', 'invoices', 'receipts', 'settlements', 'transactions', 'users']),
  )
  const shown: Record<string, number[]> = {}
  for (const { name } of tables) {
    const there = await owner.query<{ id: number }>(
      `select distinct company_id::int as id from ${name} where company_id = any($1)`,
      [[northline, prairie]],
    )
    const { rows } = await database.transaction(customerScope(prairie), (db) =>
      sql<{
        id: number
      }>`select distinct company_id::int as id from ${sql.table(name)} where company_id is not null`.execute(db),
    )
    // Name tables without rows of the other company: they prove nothing.
    shown[there.rows.some(({ id }) => id === northline) ? name : `${name} (empty)`] = rows.map(({ id }) => id)
  }
  expect(Object.entries(shown).filter(([, ids]) => ids.some((id) => id !== prairie))).toEqual([])
  expect(Object.keys(shown).filter((name) => name.endsWith('(empty)'))).toEqual([])
})
