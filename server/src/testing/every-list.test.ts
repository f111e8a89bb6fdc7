import { type CellObject, read, type WorkSheet } from '@e965/xlsx'
import { cards } from '@portal/contract/cards/cards.ts'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { type Endpoint, pathOf } from '@portal/contract/endpoint.ts'
import { downloadColumns, type ListSpec } from '@portal/contract/list.ts'
import { grantsOf, mayCall, roles } from '@portal/contract/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { billTransactions, people } from './factories.ts'
import { makeTimesOdd, strayTimes } from './odd-times.ts'
import { insertSentInvoice } from './paying.ts'
import { insertJournalBatch } from './rows/journal-rows.ts'
import { testApp } from './test-app.ts'

const { app, ask, owner, tokenOf } = await testApp()
// Nulls are part of the order too, and a cursor may fall among them.
await owner.query('update cards set card_issue_date = null where id % 3 = 0')
// The demo has no mail; the list tests need more than one page.
await owner.query(
  `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status)
   select id, 'notice', brand, 'fleet' || id % 7 || '@north.test', 'About ' || name, 'Words.', 'kept' from companies, generate_series(1, 6)`,
)
await owner.query(
  `insert into imports (company_id, kind, file_name, size_bytes, sha256, mode, status)
   select id, 'cards', 'cards' || n || '.csv', 1, sha256('x'), 'preview', 'ready' from companies, generate_series(1, 60) n where kind = 'provider'`,
)
await owner.query(
  `insert into quarantine (company_id, import_id, provider_id, authentication_id, txn_at, card_number, reason, amount_cents, currency, row_count, lines)
   select company_id, id, 1, 'W' || id, '2026-11-03T08:00:00', '5577000001', 'unknown', 100, 'CAD', 1, '[]' from imports where kind = 'cards'`,
)
await owner.query(
  `insert into users (company_id, email, first_name, last_name, phone, role)
   select id, 'p' || n || '@c' || id || '.test', 'First ' || n % 7, 'Last ' || n % 5, case n % 3 when 0 then null else '306555010' || n % 4 end, 1 + n % 2
   from companies, generate_series(1, 12) n`,
)
await owner.query(
  `insert into billing_runs (company_id, start_date, end_date, issued_date, status, created_at)
   select id, date '2026-01-01', date '2026-01-07' + n / 3, '2026-10-01', case n % 3 when 0 then 'failed' else 'done' end, now() - n / 2 * interval '1 day'
   from companies, generate_series(1, 60) n where kind = 'provider'`,
)
await owner.query(
  `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days, status)
   select id, 'INV-1998-' || id || '-' || n, case n % 4 when 0 then 'USD' else 'CAD' end, date '2026-10-01' + n % 5, date '2026-11-01' + n % 7, '2026-09-01',
     date '2026-09-30' - n % 3, 30, case n % 3 when 0 then 'DRAFT' else 'SENT' end
   from companies, generate_series(1, 12) n where kind = 'customer'`,
)
const { rows: owing } = await owner.query<{ id: number }>(
  `select id::int from companies where name in ('Northline Haulage', 'Prairie Freight')`,
)
for (const { id } of owing) await insertSentInvoice(owner, id, 500_000)
await owner.query(
  `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference, note)
   select company_id, currency, 100 * (n % 9 + 1), date '2026-11-01' + n % 7, (array['cheque', 'cash', 'interac_debit_credit'])[n % 3 + 1], 'REF ' || n % 5, id::text
   from invoices, generate_series(1, 60) n where status = 'SENT' and total_cents > 0`,
)
await owner.query(
  `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on)
   select 'payment', company_id, note::bigint, currency, amount_cents, receipt_date, payment_mode, reference, id, receipt_date from receipts where note is not null`,
)
await owner.query(
  `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, note, settled_on)
   select 'write_off', company_id, id, currency, 100 + n, 'Reason ' || n % 3, date '2026-11-01' + n % 5 from invoices, generate_series(1, 12) n
   where status = 'PARTIALLY_PAID'`,
)
await owner.query(
  `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference)
   select $1, 'CAD', 100000, date '2026-11-01', 'wire', 'FREE ' || n from generate_series(1, 3) n`,
  [owing[0]?.id],
)
await owner.query(
  `insert into refunds (company_id, currency, receipt_id, amount_cents, refund_date, payment_mode, reference, note)
   select company_id, currency, id, 100 * n, date '2026-11-02' + n % 4, (array['cheque', 'eft'])[n % 2 + 1], 'OUT ' || n, 'Reason ' || n % 3
   from receipts, generate_series(1, 12) n where reference like 'FREE %'`,
)
await owner.query(
  `with bank as (
     insert into banks (name, currency, payment_mode, mapping)
     select 'Bank ' || n, case n when 2 then 'USD' else 'CAD' end, 'eft', '{}' from generate_series(1, 3) n returning id
   ), file as (
     insert into bank_files (bank_id, name, rows, added, known, debits, failed) select id, 'a.csv', 1, 1, 0, 0, 0 from bank returning id, bank_id
   )
   insert into bank_lines (bank_id, file_id, line_date, amount_cents, reference, payer, payer_key, occurrence, status)
   select bank_id, id, date '2026-11-01' + n % 6, case n % 5 when 0 then -100 else 100 * (n % 9 + 1) end, 'REF ' || n % 4, 'Payer ' || n % 6,
     'PAYER ' || n % 6, n, case n % 5 when 0 then 'not_taken' else 'open' end
   from file, generate_series(1, 20) n`,
)
for (let n = 1; n <= 24; n++)
  await ask(people.staff, creditNotes.create, {
    body: {
      company_id: owing[n % 2]?.id,
      currency: n % 3 === 0 ? 'USD' : 'CAD',
      amounts: [{ product: 'OTH', province: 'ON', description: 'Goodwill', amount: n, hst: 0.13 }],
      reason: `Reason ${n % 3}`,
    },
  })
// Open documents of several customers, after the payments, which go to every invoice there is.
for (const { id } of owing) for (const cents of [400, 300, 200, 100]) await insertSentInvoice(owner, id, cents)
const { rows: customers } = await owner.query<{ id: number }>(
  `select id::int from companies where kind = 'customer' order by id desc limit 5`,
)
for (const { id } of customers) await insertSentInvoice(owner, id, 70_000, { currency: 'USD' })
const { rows: billed } = await owner.query<{ id: number }>(
  `select id::int from transactions where invoice_id is null and currency = 'CAD' and company_id = $1 limit 60`,
  [owing[0]?.id],
)
await billTransactions(
  owner,
  billed.map(({ id }) => id),
)
await owner.query(
  `insert into tax_rate_candidates (line_id, tax_rate_id, transaction_id, invoice_id, txn_at)
   select l.id, 1, t.id, t.invoice_id, t.txn_at from transactions t join transaction_lines l on l.transaction_id = t.id where t.invoice_id is not null limit 60`,
)
await owner.query(
  `insert into provider_statements (provider_id, number, currency, statement_date, total_cents, created_by)
   select 1 + n % 5, 'ST-' || n, case n % 4 when 0 then 'USD' else 'CAD' end, date '2026-11-01' + n % 7, 100 * n, 'Staff' from generate_series(1, 60) n`,
)
await owner.query(
  `insert into claims (line_id, transaction_id, provider_id, kind, txn_at, currency, quantity_milli, charged_cents, published_cents, amount_cents, tax_cents)
   select l.id, t.id, t.provider_id, 'price', t.txn_at, t.currency, l.quantity_milli, 200, 100, 100, 0
   from transactions t join transaction_lines l on l.transaction_id = t.id where t.provider_id is not null limit 60`,
)
for (let made = 0; made < 12; made++) await insertJournalBatch({ owner, northlineId: Number(owing[0]?.id) })
await owner.query(
  `insert into notifications (user_id, company_id, kind, source, message, link_path, in_bell, mail, created_at, read_at)
   select u.id, u.company_id, (array['invoice_overdue', 'cards_held', 'exception'])[1 + n % 3], 'made ' || n, 'notice.cards-held {"count": ' || n || '}',
     '/managercards', true, 'none', now() - n / 2 * interval '1 hour', case n % 2 when 0 then now() end
   from users u, generate_series(1, 60) n where u.email in ('${people.staff}', '${people.northline}')`,
)
await owner.query(
  `insert into report_runs (company_id, user_id, report, parameters, from_date, to_date)
   select u.company_id, u.id, (array['spend', 'cards'])[1 + n % 2], '{}', date '2026-10-01', date '2026-10-01' + n
   from users u, generate_series(1, 30) n where u.email in ('${people.staff}', '${people.northline}')`,
)
await owner.query(
  `insert into report_schedules (company_id, report, title, cadence, format, parameters, next_on)
   select u.company_id, 'spend', 'Schedule ' || n % 7, (array['daily', 'weekly'])[1 + n % 2], 'csv', '{}', date '2026-12-01' + n % 5
   from users u, generate_series(1, 30) n where u.email in ('${people.staff}', '${people.northline}')`,
)
await owner.query(
  `insert into service_keys (company_id, user_id, name, scopes, key_start, key_hash, created_at, expires_at, revoked_at)
   select u.company_id, u.id, 'Key ' || n % 7, '{cards.read}', 'fck_' || n, sha256((u.id || ' ' || n)::bytea), now() - n / 2 * interval '1 day',
     case n % 3 when 0 then now() + n * interval '1 day' end, case n % 4 when 0 then now() end
   from users u, generate_series(1, 30) n where u.email in ('${people.staff}', '${people.northline}')`,
)
await owner.query(
  `insert into webhooks (company_id, url, events, created_at) select u.company_id, 'https://a' || n % 3 || '.test/', '{card.held,invoice.sent}', now() - n / 2 * interval '1 day'
   from users u, generate_series(1, 30) n where u.email in ('${people.staff}', '${people.northline}')`,
)
const { rows: hooked } = await owner.query<{ id: number }>(
  `insert into webhook_deliveries (webhook_id, company_id, about_company_id, event, source, occurred_at, created_at, data, next_attempt_at, status, duration_ms)
   select w.id, w.company_id, w.company_id, (array['card.held', 'invoice.sent'])[1 + n % 2], 'made ' || n, now(), now() - n / 2 * interval '1 hour', '{}', now(),
     (array['delivered', 'failed', 'queued'])[1 + n % 3], n
   from (select w.id, w.company_id from webhooks w join users u using (company_id) where u.email = '${people.staff}' limit 1) w, generate_series(1, 60) n
   returning webhook_id::int as id`,
)
await makeTimesOdd(owner)
/** A list within a record is that of the first one; open documents are of a customer that owes. */
const records: Record<string, number | undefined> = {
  'receivables.documents': owing[0]?.id,
  'webhooks.deliveries': hooked[0]?.id,
}
const paramsOf = ({ id }: Endpoint) => ({ id: records[id] ?? 1 })
const askList: typeof ask = (who, endpoint, input) =>
  ask(who, endpoint, endpoint.params ? { ...input, params: paramsOf(endpoint) } : input)
/** What a list has beside its rows. */
const besides: Record<string, string[]> = {
  'invoices.list': ['total_elements'],
  'receivables.list': ['as_of', 'totals'],
  'receivables.documents': ['as_of', 'totals', 'company_id', 'company_name'],
  'exposure.list': ['as_of', 'totals'],
  'smartBuy.prices': ['day', 'company_id', 'near'],
  'smartBuy.missed': ['from', 'to', 'radius_km', 'company_id', 'totals', 'drivers', 'sites', 'weeks'],
}
/** Staff see rows of these lists when they name a customer. */
const forCompany = new Set(['smartBuy.prices', 'smartBuy.missed'])
/** Lists for the provider only, and of a record of its own, are tested as its staff. */
const customerAdmin = grantsOf({ role: roles.admin, levels: {}, kind: 'customer' })
const readersOf = (endpoint: Endpoint) =>
  mayCall(customerAdmin, 'customer', endpoint) && endpoint.id !== 'webhooks.deliveries'
    ? [people.northline, people.staff]
    : [people.staff]
const lists = everyEndpoint.filter((endpoint): endpoint is Endpoint & { list: ListSpec } => endpoint.list !== undefined)

/** The demo's audit log is empty; each export adds an entry. */
beforeAll(async () => {
  for (const who of [people.staff, people.northline])
    for (let made = 0; made < 7; made++)
      await ask(who, cards.list, { query: { format: 'csv', filter: 'card_number::0' } })
})

const sample: Record<string, string> = {
  text: 'a',
  date: '2025-01-01..2026-12-31',
  id: '1',
  money: '0..100',
  price: '0..0.05',
  quantity: '0..1000',
}

describe.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const { list } = endpoint
  const readers = readersOf(endpoint)
  const [reader = people.staff] = readers
  const rowsOf = (body: Record<string, { id: number }[]>) => body[list.rows] as { id: number }[]

  test('LIST-1 LIST-7 every sort works both ways, returns each record once and breaks ties by id', async () => {
    for (const field of list.sort)
      for (const direction of ['asc', 'desc']) {
        const query = { sort: `${field},${direction}` }
        // The whole list is read in chunks by cursor, a page by its number: both give the same order.
        const whole = await askList(reader, endpoint, { query: { ...query, paged: 'false' } })
        expect([field, direction, whole.status]).toEqual([field, direction, 200])
        const ids = rowsOf(whole.body).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const last = Math.max(1, Math.ceil(ids.length / 50))
        for (const page of new Set([1, Math.min(2, last), last])) {
          const { body } = await askList(reader, endpoint, { query: { ...query, size: '50', page: String(page) } })
          expect(body.metadata.total_count).toBe(ids.length)
          expect(rowsOf(body).map(({ id }) => id)).toEqual(ids.slice(50 * (page - 1), 50 * page))
        }
        expect(strayTimes(whole.body)).toEqual([])
      }
  })

  test('LIST-1 LIST-7 every filter works with each of its operators, alone and combined', async () => {
    const all: string[] = []
    for (const [field, spec] of Object.entries(list.filters)) {
      // An exact choice is one of its options; a search may match several, one or none.
      const asked =
        spec.kind === 'choice'
          ? [...spec.options.map(({ value }) => `:${value}`), '::o', '::no such choice']
          : spec.kind === 'text'
            ? [`:${sample.text}`, `::${sample.text}`]
            : [`:${sample[spec.kind]}`]
      for (const said of asked) {
        const filter = `${field}${said}`
        all.push(filter)
        for (const who of readers) {
          const answer = await askList(who, endpoint, { query: { filter } })
          expect([filter, answer.status]).toEqual([filter, 200])
        }
      }
    }
    // A list accepts up to twenty filters.
    for (const filter of [all.slice(0, 20), all.slice(-20)])
      expect((await askList(people.staff, endpoint, { query: { filter } })).status).toBe(200)
  })

  test('LIST-12 the reply holds the metadata and the rows under the feature’s name', async () => {
    const of = forCompany.has(endpoint.id) ? { company_id: String(owing[0]?.id) } : {}
    const { body } = await askList(people.staff, endpoint, { query: { size: '5', ...of } })
    const also = besides[endpoint.id] ?? []
    expect(Object.keys(body).sort()).toEqual(['metadata', list.rows, ...also].sort())
    if (also.includes('total_elements')) expect(body.total_elements).toBe(body.metadata.total_count)
    const whole = await askList(people.staff, endpoint, { query: { paged: 'false' } })
    expect(Object.keys(whole.body).sort()).toEqual(Object.keys(body).sort())
    expect(body.metadata).toMatchObject({ page: 1, size: 5, total_kind: 'exact' })
    expect(rowsOf(body)).toHaveLength(5)
  })

  test('LIST-11 LIST-15 the whole list downloads as CSV and as XLSX, each cell of its column’s kind', async () => {
    for (const by of list.lineColumns ? ['', '&by=line'] : ['']) {
      const get = async (format: string) =>
        app.inject({
          url: `${pathOf(endpoint, paramsOf(endpoint))}?format=${format}${by}`,
          headers: { authorization: await tokenOf(reader) },
        })
      const csv = await get('csv')
      const xlsx = await get('xlsx')
      expect([xlsx.statusCode, xlsx.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="${list.rows}.xlsx"`,
      ])
      const columns = downloadColumns((by && list.lineColumns) || list.columns)
      const rows = (read(xlsx.rawPayload, { dense: true, cellNF: true }).Sheets[list.rows] as WorkSheet)[
        '!data'
      ] as CellObject[][]
      // Each download of the audit log adds an entry to it.
      const more = endpoint.id === 'logs.list' ? 1 : 0
      expect(rows.length).toBeGreaterThan(1)
      if (!/"[^"]*\n/.test(csv.body)) expect(rows).toHaveLength(csv.body.trimEnd().split('\r\n').length + more)
      for (const [n, { field, kind }] of columns.entries()) {
        const kinds = rows
          .slice(1)
          .flatMap((cells) =>
            cells[n]?.v === undefined ? [] : `${cells[n].t} ${/y/.test(String(cells[n].z)) ? 'date' : ''}`,
          )
        const wanted =
          kind === 'text' ? /^[sb] $/ : kind === 'day' || kind === 'time' || kind === 'instant' ? /^n date$/ : /^n $/
        expect([field, kinds.filter((one) => !wanted.test(one))]).toEqual([field, []])
      }
    }
  })

  test('LIST-7 LIST-14 bad queries are rejected by name, never with a 500', async () => {
    const bad: [Record<string, string>, string][] = [
      [{ sort: 'password,asc' }, 'sort'],
      [{ filter: 'nothing:x' }, 'filter'],
      [{ filter: 'x' }, 'filter'],
      [{ size: '7' }, 'size'],
      [{ page: '0' }, 'page'],
      [{ page: '999999999999999' }, 'page'],
      [{ unknown: '1' }, 'unknown'],
      [{ format: 'pdf' }, 'format'],
      [{ by: 'line' }, 'by'],
      [{ by: 'card', format: 'csv' }, 'by'],
      [{ filterField: 'nothing', query: 'x' }, 'filterField'],
      ...Object.entries(list.filters)
        .filter(([, { kind }]) => kind === 'choice')
        .map(([field]): [Record<string, string>, string] => [{ filter: `${field}:eq:x` }, 'filter']),
    ]
    for (const [query, field] of bad) {
      const answer = await askList(people.staff, endpoint, { query })
      expect([query, answer.status, answer.body.error?.code, Object.keys(answer.body.error?.fields ?? {})]).toEqual([
        query,
        400,
        'request.invalid',
        [field],
      ])
    }
  })
})
