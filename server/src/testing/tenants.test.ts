import { accounts } from '@portal/contract/accounts/accounts.ts'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { companies } from '@portal/contract/companies/companies.ts'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { files } from '@portal/contract/files/files.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { type LogRow, logs } from '@portal/contract/logs/logs.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { users } from '@portal/contract/users/users.ts'
import { expect, test, vi } from 'vitest'
import { billTransactions, cardBody, insertTransaction, people, setInvoiceStatus } from './factories.ts'
import { insertSentInvoice, paymentBody } from './paying.ts'
import { testApp } from './test-app.ts'
import { form, picture } from './uploads.ts'

// Remove the queries' own company filters: only row-level security is left (T2).
vi.mock(import('../platform/access/scope.ts'), async (original) => ({ ...(await original()), onlyCompany: () => null }))

const { ask, owner, database } = await testApp({ poolSize: 2 })
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const prairie = await idOf('Prairie Freight')
const companyNames = async (who: string, query = {}) =>
  new Set(
    ((await ask(who, cards.list, { query: { size: '50', ...query } })).body.cards as { company_name: string }[]).map(
      ({ company_name }) => company_name,
    ),
  )

test('PERM-7 T7 without the queries’ own filters, no list, count, search or export leaks', async () => {
  expect(await companyNames(people.prairie)).toEqual(new Set(['Prairie Freight']))
  expect(await companyNames(people.prairie, { filter: 'company_name::a' })).toEqual(new Set(['Prairie Freight']))
  expect(await companyNames(people.prairie, { filter: 'company_name:Northline Haulage' })).toEqual(new Set())
  const { rows } = await owner.query('select count(*)::int as count from cards where company_id = $1', [prairie])
  expect((await ask(people.prairie, cards.list)).body.metadata.total_count).toBe(rows[0].count)
  const csv = (await ask(people.prairie, cards.list, { query: { format: 'csv' } })).text
  expect(csv.match(/Prairie Freight/g)).toHaveLength(rows[0].count)
  expect(csv).not.toContain('Northline')
  expect((await ask(people.prairie, companies.findAll)).body).toEqual([
    expect.objectContaining({ customer_company_id: prairie }),
  ])
})

test('PERM-7 without the queries’ own filters, a foreign record is still not found', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  for (const endpoint of everyEndpoint.filter(({ id }) => id === 'cards.get' || id === 'cards.update'))
    expect([
      endpoint.id,
      (await ask(people.prairie, endpoint, { params: { id: made.id }, body: endpoint.body ? made : undefined })).status,
    ]).toEqual([endpoint.id, 404])
})

test('PAY-6 PERM-7 without the queries’ own filters, a customer reads no other company’s payments, account or statement', async () => {
  const invoice = await insertSentInvoice(owner, northline, 10_000)
  expect((await ask(people.staff, payments.register, { body: paymentBody(invoice, 100) })).status).toBe(201)
  expect((await ask(people.northline, payments.list)).body.payments).toEqual([
    expect.objectContaining({ invoice_number: invoice.invoice_number }),
  ])
  expect((await ask(people.prairie, payments.list)).body.payments).toEqual([])
  const asked = { params: { id: northline }, query: { from: '2026-01-01', to: '2026-12-31' } }
  expect((await ask(people.prairie, accounts.get, { params: asked.params })).status).toBe(404)
  for (const endpoint of [accounts.statement, accounts.statementPdf])
    expect((await ask(people.prairie, endpoint, asked)).status).toBe(404)
})

test('CARD-17 PERM-7 without the queries’ own filters, a foreign card is neither held nor exported, by id or by filter', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody({ trailer_number: 'TENANT-1' }) })).body
  const chosen = [{ cardIds: [made.id] }, { filter: ['trailer_number:TENANT-1'] }]
  for (const body of chosen)
    expect((await ask(people.prairie, cardBulk.hold, { body: { ...body, reason: 'Theirs' } })).status).not.toBe(200)
  expect((await ask(people.prairie, cardBulk.export, { body: chosen[0] })).status).toBe(404)
  expect((await ask(people.prairie, cardBulk.export, { body: chosen[1] })).text).not.toContain(made.card_number)
  const { rows } = await owner.query('select card_status, version from cards where id = $1', [made.id])
  expect(rows).toEqual([{ card_status: 'RELEASE', version: 1 }])
})

test('INV-7 PERM-7 without the queries’ own filters, a customer finds neither another company’s invoices nor its own Drafts', async () => {
  const made: number[] = []
  for (const [company, status] of [
    [prairie, 'SENT'],
    [prairie, 'DRAFT'],
    [northline, 'SENT'],
  ] as const) {
    const id = await billTransactions(owner, [await insertTransaction(owner, company)])
    await setInvoiceStatus(owner, id, status)
    made.push(id)
  }
  const statuses = async (id: number) => (await ask(people.prairie, invoices.get, { params: { id } })).status
  expect(await Promise.all(made.map(statuses))).toEqual([200, 404, 404])
  const { body } = await ask(people.prairie, invoices.list)
  expect([body.invoices.map(({ id }: { id: number }) => id), body.total_elements]).toEqual([[made[0]], 1])
})

test('FILE-1 PERM-7 without the queries’ own filters, a foreign file is not found and cannot be deleted', async () => {
  const { body } = await ask(people.northline, files.setPicture, form({ content: await picture().png().toBuffer() }))
  const params = { id: /\d+(?=\/picture)/.exec(body.profile_img)?.[0] }
  for (const endpoint of [files.presigned, files.picture])
    expect((await ask(people.prairie, endpoint, { params })).status).toBe(404)
  const asPrairie = { role: 'portal_customer', company_id: prairie } as const
  const gone = await database.transaction(asPrairie, (db) => db.deleteFrom('files').executeTakeFirst())
  expect(gone.numDeletedRows).toBe(0n)
  await expect(
    database.transaction(asPrairie, (db) =>
      db
        .updateTable('companies')
        .set({ logo_file_id: Number(params.id) })
        .execute(),
    ),
  ).rejects.toThrow('foreign key')
  expect((await ask(people.northline, files.picture, { params })).status).toBe(200)
})

test('CARD-15 CARD-17 PERM-7 without the queries’ own filters, a card’s new holder sees no files or history of the former one', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const params = { id: made.id }
  const file = await ask(people.northline, cardFiles.add, { params, ...form({ content: 'words', name: 'a.txt' }) })
  await ask(people.staff, cards.update, { params, body: { ...made, company: prairie } })
  expect((await ask(people.prairie, cardFiles.list, { params })).body).toEqual([])
  expect((await ask(people.prairie, cardFiles.remove, { params: { ...params, fileId: file.body.id } })).status).toBe(
    404,
  )
  const { entries } = (await ask(people.prairie, cardHistory.list, { params })).body
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['assigned'])
  expect((await ask(people.staff, cardFiles.list, { params })).body).toHaveLength(1)
})

test('NAV-7 PERM-7 without the queries’ own filters, a customer reads no audit entries of others or of no company', async () => {
  await ask(null, session.login, { body: { username: 'stranger@nowhere.test', password: 'wrong' } })
  await ask(people.northline, cards.list)
  const seen = (await ask(people.prairie, logs.list, { query: { size: '50' } })).body.logs as LogRow[]
  expect(new Set(seen.map(({ account }) => account))).toEqual(new Set(['Prairie Freight']))
  const asPrairie = { role: 'portal_customer', company_id: prairie } as const
  const all = await database.transaction(asPrairie, (db) =>
    db.selectFrom('audit_log').select('company_id').distinct().execute(),
  )
  expect(all).toEqual([{ company_id: prairie }])
})

test('USER-6 PERM-7 without the queries’ own filters, other companies’ users are neither seen, changed nor deleted', async () => {
  const { users: seen, metadata } = (await ask(people.prairie, users.list, { query: { size: '50' } })).body
  expect(new Set(seen.map(({ company }: { company: string }) => company))).toEqual(new Set(['Prairie Freight']))
  expect(metadata.total_count).toBe(seen.length)
  const { rows } = await owner.query('select id::int from users where email = $1', [people.desk])
  const params = { id: rows[0].id }
  const { body } = await ask(people.northline, users.get, { params })
  const place = { phone: '306-555-0143', country: 'CA', province: 'CA-SK', city: 'CA-SK-moose-jaw' }
  expect((await ask(people.prairie, users.get, { params })).status).toBe(404)
  expect((await ask(people.prairie, users.update, { params, body: { ...body, ...place } })).status).toBe(404)
  expect((await ask(people.prairie, users.remove, { params })).status).toBe(404)
  expect((await ask(people.northline, users.get, { params })).body).toEqual(body)
})

test('PERM-7 the database itself rejects foreign writes', async () => {
  const asPrairie = { role: 'portal_customer', company_id: prairie } as const
  const changed = await database.transaction(asPrairie, (db) =>
    db.updateTable('cards').set({ driver_name: 'Mallory' }).executeTakeFirst(),
  )
  const { rows } = await owner.query(
    `select company_id::int, count(*)::int as count from cards where driver_name = 'Mallory' group by 1`,
  )
  expect(rows).toEqual([{ company_id: prairie, count: Number(changed.numUpdatedRows) }])
  await expect(
    database.transaction(asPrairie, (db) => db.updateTable('cards').set({ company_id: northline }).execute()),
  ).rejects.toThrow('row-level security')
  await expect(database.transaction(asPrairie, (db) => db.deleteFrom('cards').execute())).rejects.toThrow(
    'permission denied',
  )
  await expect(
    database.transaction(asPrairie, (db) =>
      db.insertInto('audit_log').values({ action: 'forged', company_id: northline }).execute(),
    ),
  ).rejects.toThrow('row-level security')
  await expect(
    database.transaction(asPrairie, (db) => db.selectFrom('sessions').selectAll().execute()),
  ).rejects.toThrow('permission denied')
  await expect(
    database.transaction(asPrairie, (db) => db.selectFrom('users').select('password_hash').execute()),
  ).rejects.toThrow('permission denied')
})

test('PERM-7 T3 outside a transaction a customer’s connection sees nothing', async () => {
  await ask(people.prairie, cards.list)
  expect(await database.unscoped('select id from cards limit 1', [])).toEqual([])
})

test('PERM-7 T3 interleaved requests of several companies over two connections never mix', async () => {
  const who = [people.northline, people.prairie, people.staff, people.desk]
  const wanted: Record<string, string | null> = {
    [people.northline]: 'Northline Haulage',
    [people.desk]: 'Northline Haulage',
    [people.prairie]: 'Prairie Freight',
    [people.staff]: null,
  }
  for (const person of who) await ask(person, cards.list)
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const person = who[n % who.length] as string
      const seen = await companyNames(person, { page: String(1 + (n % 3)), size: '10' })
      const only = wanted[person]
      if (only) expect(seen).toEqual(new Set([only]))
      else expect(seen.size).toBeGreaterThan(1)
    }),
  )
})
