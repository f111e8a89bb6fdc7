import { claims } from '@portal/contract/claims/claims.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { reports } from '@portal/contract/reports/reports.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { bought, testImports } from '../../testing/importing.ts'
import { issueSeptember } from '../../testing/invoices.ts'
import { insertPaymentOf } from '../../testing/paying.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

/** The demo's books; files are imported into a portal without its purchases. */
const demo = await testApp()
const files = await testImports()
for (const { clock } of [demo, files]) clock.now = new Date('2026-11-20T15:00:00Z')
type Row = Record<string, number | string | null>
const run = async ({ ask }: TestApp, key: string, parameters: object = {}) => {
  const { status, body } = await ask(people.staff, reports.run, { params: { key }, body: { parameters } })
  expect([status, body.error, body.status]).toEqual([200, undefined, 'done'])
  return body as { rows: Row[]; totals: Row[]; notes: { sentence: string }[] }
}
const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100)
const sum = (rows: readonly Row[], field: string) => rows.reduce((all, row) => all + cents(row[field]), 0)

test('REPT-3 REPT-4 receivables equal what is open of each customer’s documents on the day, by age', async () => {
  const { ask, owner, database, clock } = demo
  clock.now = new Date('2027-03-01T15:00:00Z')
  const issued = await issueSeptember(owner, database)
  for (const [n, { id, cents: total }] of issued.entries())
    if (n % 3 === 0)
      await insertPaymentOf(owner, id, n % 2 === 0 ? total : Math.ceil(total / 3), { date: '2026-10-20' })
  for (const as_of of ['2026-10-10', '2026-10-31', '2026-12-20', '2027-03-01']) {
    const { rows, totals } = await run(demo, 'receivables', { as_of })
    const open = await owner.query<{ name: string; currency: string; open: string; late: string }>(
      `select c.name, i.currency, sum(open) as open, coalesce(sum(open) filter (where due_date < $1::date), 0) as late from (
         select i.*, issued_cents - coalesce((select sum(amount_cents) from settlements s where s.invoice_id = i.id and settled_on <= $1), 0) as open
         from invoices i where issued_cents is not null and issued_date <= $1) i join companies c on c.id = i.company_id
       group by 1, 2 having sum(open) <> 0 order by 1, 2`,
      [as_of],
    )
    const late = (row: Row) =>
      ['days_1_30', 'days_31_60', 'days_61_90', 'days_91'].reduce((all, key) => all + cents(row[key]), 0)
    const reported = rows.map((row) => `${row.company_name} ${row.currency} ${cents(row.total)} ${late(row)}`)
    expect(reported.sort()).toEqual(
      open.rows.map((row) => `${row.name} ${row.currency} ${row.open} ${row.late}`).sort(),
    )
    for (const total of totals)
      expect(cents(total.total)).toBe(
        sum(
          rows.filter(({ currency }) => currency === total.currency),
          'total',
        ),
      )
  }
  const [first] = (await run(demo, 'receivables', { as_of: '2026-10-31', currency: 'USD' })).rows
  const [, id] = /^\/invoices\/receivables\/(\d+)\/view\?as_of=2026-10-31$/.exec(String(first?.link)) ?? []
  const behind = await ask(people.staff, receivables.documents, {
    params: { id: Number(id) },
    query: { as_of: '2026-10-31', filter: ['currency:USD'] },
  })
  expect(behind.body.totals[0].total).toBe(first?.total)
  const toCome = { params: { key: 'receivables' }, body: { parameters: { as_of: '2027-03-02' } } }
  const { status, body } = await ask(people.staff, reports.run, toCome)
  expect([status, body.error?.fields]).toEqual([400, { 'parameters.as_of': 'Choose today or an earlier day.' }])
  clock.now = new Date('2026-11-20T15:00:00Z')
})

test('REPT-3 REPT-4 the tie-out of imports equals each import’s own, with what failed named', async () => {
  const { ask, owner, imported, freshCard } = files
  const card = await freshCard()
  await imported('Esso', [bought(card), bought(card, { product: 'WASH', quantity: 2, price: 10 })])
  await imported('Esso', [bought(card), bought('999', { auth: 'LOST' }), bought(card, { amount: 1, auth: 'ODD' })])
  await owner.query(
    `update imports set created_at = '2026-10-15T12:00:00Z' where kind = 'transactions' and tie_out is not null;
     insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status, created_at)
     select id, 'transactions', 'Esso', 'broken.xlsx', 1, sha256('broken'), 'all', 'failed', '2026-10-15T12:00:00Z' from companies where kind = 'provider'`,
  )
  const { rows, totals, notes } = await run(files, 'tie-out')
  expect(rows.map(({ status }) => status).sort()).toEqual(['Does not tie out', 'Ties out'])
  const reported = Object.groupBy(rows, (row) => String(row.link))
  for (const [link, own = []] of Object.entries(reported)) {
    const id = Number(/\d+/.exec(link)?.[0])
    const { counts, tie_out } = (await ask(people.staff, imports.get, { params: { id } })).body
    const count = (field: string) => own.reduce((all, row) => all + Number(row[field]), 0)
    expect([
      count('file_rows'),
      count('booked_rows'),
      count('already_there_rows'),
      count('quarantined_rows'),
      count('rejected_rows'),
    ]).toEqual([counts.read, counts.booked, counts.duplicate, counts.quarantined, counts.failed])
    const stated = tie_out.groups.reduce(
      (all: number, group: { file: { amount: number } }) => all + cents(group.file.amount),
      0,
    )
    expect(sum(own, 'file')).toBe(stated)
    expect(own[0]?.controls_total).toBe(tie_out.controls_total)
  }
  expect(cents(totals[0]?.file)).toBe(sum(rows, 'file'))
  expect(notes.map(({ sentence }) => sentence)).toContain('Imports that failed and booked nothing: 1.')
})

test('REPT-3 TXN-17 the demo’s purchases came in files that tie out, but for an explained row and one to look at', async () => {
  const { ask, owner } = demo
  const { rows, totals } = await run(demo, 'tie-out', { from: '2025-11-15', to: '2026-11-15' })
  const statuses = Object.groupBy(rows, (row) => String(row.status))
  expect([statuses.Explained?.length, statuses['Does not tie out']?.length, rows.length > 50]).toEqual([1, 1, true])
  for (const { link, status } of [
    ...(statuses.Explained ?? []),
    ...(statuses['Does not tie out'] ?? []),
    rows[0] ?? {},
  ]) {
    const { body } = await ask(people.staff, imports.get, { params: { id: Number(/\d+/.exec(String(link))?.[0]) } })
    expect([body.tie_out.status === 'tied', body.errors.length]).toEqual([
      status === 'Ties out',
      status === 'Ties out' ? 0 : 1,
    ])
  }
  const partsOf = (row: Row) => [
    ['already_there_rows', 'booked_rows', 'quarantined_rows', 'rejected_rows'].reduce(
      (all, one) => all + Number(row[one] ?? 0),
      0,
    ),
    ['booked', 'quarantined', 'rejected'].reduce((all, one) => all + cents(row[one]), 0),
  ]
  for (const row of rows) expect(partsOf(row)).toEqual([row.file_rows, cents(row.file)])
  // Booked are the purchases, to the cent.
  const { rows: booked } = await owner.query(
    `select currency, sum(file_amount_cents)::int as cents from transactions where import_id is not null group by 1 order by 1`,
  )
  expect(totals.map((total) => [total.currency, cents(total.booked)])).toEqual(
    booked.map((one) => [one.currency, one.cents]),
  )
})

test('REPT-3 REPT-4 claims by provider and status equal the list that each row leads to', async () => {
  const { ask, owner } = demo
  await owner.query(
    `insert into claims (line_id, transaction_id, provider_id, kind, txn_at, currency, quantity_milli, charged_cents, published_cents, amount_cents, tax_cents, status, credited_at)
     select l.id, t.id, t.provider_id, 'price', t.txn_at, t.currency, 1000, 300, 100, 100 + l.id % 900, l.id % 70,
       case when l.id % 3 = 0 then 'credited' else 'open' end, case when l.id % 3 = 0 then now() end
     from transactions t join transaction_lines l on l.transaction_id = t.id where t.provider_id is not null and l.id % 7 = 0 on conflict do nothing`,
  )
  const { rows, totals } = await run(demo, 'claims', { from: '2026-09-01', to: '2026-10-31' })
  expect(rows.length).toBeGreaterThan(4)
  for (const row of rows) {
    const filter = new URLSearchParams(String(row.link).split('?')[1]).getAll('filter')
    const listed = (await ask(people.staff, claims.list, { query: { filter, paged: 'false' } })).body.claims as Row[]
    expect([listed.length, sum(listed, 'amount'), sum(listed, 'tax'), sum(listed, 'total')]).toEqual([
      row.claims,
      cents(row.amount),
      cents(row.tax),
      cents(row.total),
    ])
  }
  const { rows: all } = await owner.query(
    `select currency, sum(amount_cents + tax_cents)::int as cents from claims where txn_at >= '2026-09-01' and txn_at < '2026-11-01' group by 1 order by 1`,
  )
  expect(totals.map(({ currency, total }) => ({ currency, cents: cents(total) }))).toEqual(all)
})
