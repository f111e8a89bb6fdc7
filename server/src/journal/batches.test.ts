import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { batchNumber, journalBatches } from '@portal/contract/journal/journal.ts'
import { beforeAll, expect, test } from 'vitest'
import { checkStoredContents } from '../documents/stored-contents.actions.ts'
import { people } from '../testing/factories.ts'
import { insertCustomer } from '../testing/paying.ts'
import { testJournal } from '../testing/rows/journal-documents.ts'

const world = await testJournal()
const { ask, owner, app, folder, rows, issue, receive, exportJournal, preview, withdraw, download } = world
let company = 0
beforeAll(async () => {
  company = await insertCustomer(owner)
})
/** A receipt of its own month, so that one test's batch takes nothing of another's. */
const inMonth = (month: string) => ({ from: `${month}-01`, to: `${month}-28` })
const batchOf = async (month: string, changes: object = {}) => {
  const { from, to } = inMonth(month)
  const { status, body } = await exportJournal(from, to, changes)
  expect([status, body.error]).toEqual([201, undefined])
  expect(body.journal_batches).toHaveLength(1)
  return body.journal_batches[0]
}
const codeOf = async (answer: ReturnType<typeof exportJournal>) => {
  const { status, body } = await answer
  return [status, body?.error?.code]
}
const get = async (id: number) => (await ask(people.staff, journalBatches.get, { params: { id } })).body

test('RECV-10 nothing goes twice: a second export takes only what was entered later', async () => {
  await receive(company, 10, '2024-01-05')
  await receive(company, 20, '2024-01-06')
  const first = await batchOf('2024-01')
  expect(first).toMatchObject({ entries: 2, debit_total: 30, credit_total: 30, status: 'exported', currency: 'CAD' })
  const { from, to } = inMonth('2024-01')
  expect(await codeOf(exportJournal(from, to))).toEqual([409, 'journal.nothing'])
  expect(await preview(from, to)).toEqual([])
  await receive(company, 40, '2024-01-03')
  expect(await preview(from, to)).toMatchObject([{ currency: 'CAD', entries: 1, late: 1, earlier: 0, debit_total: 40 }])
  expect(await preview('2024-02-01', '2024-02-28')).toMatchObject([{ entries: 0, late: 0, earlier: 1, fault: null }])
  expect(await batchOf('2024-01')).toMatchObject({ entries: 1, debit_total: 40 })
  expect(await rows('select kind, document_id from journal_entries group by 1, 2 having count(*) > 1')).toEqual([])
})

test('RECV-10 a preview shows what an export then holds, by general-ledger account', async () => {
  const { number } = await issue({ companyId: company, day: '2024-03-05' })
  await receive(company, 25, '2024-03-06', { allocations: [{ invoice_number: number, amount: 25 }] })
  const { from, to } = inMonth('2024-03')
  const [before] = await preview(from, to)
  const batch = await batchOf('2024-03')
  const detail = await get(batch.id)
  for (const name of ['entries', 'debit_total', 'credit_total', 'unbilled_cost', 'uncosted', 'currency'])
    expect([name, detail[name]]).toEqual([name, before[name]])
  expect(detail.accounts).toEqual(before.accounts)
  const sumOf = (side: 'debit' | 'credit', of: Record<string, number>[]) =>
    of.reduce((sum, one) => sum + Math.round((one[side] ?? 0) * 100), 0)
  expect(sumOf('debit', detail.accounts)).toBe(Math.round(batch.debit_total * 100))
  expect(detail.days).toMatchObject([
    { date: '2024-03-05', entries: 1 },
    { date: '2024-03-06', entries: 1, debit: 25, credit: 25 },
  ])
  expect(sumOf('debit', detail.days)).toBe(sumOf('credit', detail.days))
  expect(detail.accounts.find((one: { account_number: string }) => one.account_number === '1210')).toMatchObject({
    account_name: 'Fuel customers receivable',
    key_count: 1,
    credit: 25,
  })
})

test('RECV-10 a withdrawn batch says why, and its documents are free again', async () => {
  await receive(company, 11, '2024-04-05')
  const { id, version } = await batchOf('2024-04')
  const stale = await ask(people.staff, journalBatches.withdraw, {
    params: { id },
    body: { reason: 'No', version: version + 1 },
  })
  expect(stale.body.error.code).toBe('record.stale')
  const { status, body } = await withdraw(id, 'Wrong accounts')
  expect([status, body]).toMatchObject([
    200,
    { status: 'withdrawn', withdraw_reason: 'Wrong accounts', withdrawn_by: expect.any(String), version: version + 1 },
  ])
  expect(await codeOf(withdraw(id))).toEqual([409, 'journal.withdrawn'])
  const again = await batchOf('2024-04')
  expect(again).toMatchObject({ entries: 1, debit_total: 11 })
  expect((await download(id)).text).toBe((await download(again.id)).text)
  const { body: list } = await ask(people.staff, journalBatches.list, { query: { filter: 'status:withdrawn' } })
  expect(list.journal_batches.map((one: { id: number }) => one.id)).toEqual([id])
})

test('RECV-10 the database refuses a document in two batches, an entry that does not balance, and changes afterwards', async () => {
  await receive(company, 12, '2024-05-05')
  const { id } = await batchOf('2024-05')
  const copy = (values: string, batch = '999999') =>
    rows(
      `insert into journal_entries (batch_id, n, kind, document_id, company_id, currency, entry_date, number, customer, company_number, memo, total_cents, uncosted_cents, lines)
       select ${batch}, 9, kind, ${values} from journal_entries where batch_id = ${id}`,
    )
  const rest = 'company_id, currency, entry_date, number, customer, company_number, memo'
  await expect(copy(`document_id, ${rest}, total_cents, 0, lines`)).rejects.toThrow('journal_entries_once')
  await expect(copy(`document_id + 900000, ${rest}, total_cents + 1, 0, lines`)).rejects.toThrow('debits')
  await expect(copy(`document_id + 900000, ${rest}, total_cents, 0, lines - 0`)).rejects.toThrow('debits')
  await expect(copy(`document_id + 900000, ${rest}, total_cents, 0, lines`, String(id))).rejects.toThrow('complete')
  await expect(rows(`delete from journal_entries where batch_id = ${id}`)).rejects.toThrow('cannot be changed')
  await expect(rows(`update journal_entries set memo = 'x' where batch_id = ${id}`)).rejects.toThrow(
    'cannot be changed',
  )
  await expect(rows(`update journal_batches set entries = 2 where id = ${id}`)).rejects.toThrow('cannot be changed')
  await expect(rows(`update journal_batches set sha256 = '' where id = ${id}`)).rejects.toThrow('cannot be changed')
  await expect(rows(`delete from journal_batches where id = ${id}`)).rejects.toThrow('cannot be changed')
})

test('RECV-10 of two exports at once one is refused, and each document is in one batch', async () => {
  for (let n = 1; n <= 5; n += 1) await receive(company, n, '2024-06-05')
  const { from, to } = inMonth('2024-06')
  const answers = await Promise.all([1, 2, 3, 4].map(() => exportJournal(from, to)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await rows(`select count(*)::int from journal_entries where entry_date = '2024-06-05'`))[0].count).toBe(5)
  // An export under way elsewhere.
  await receive(company, 6, '2024-06-06')
  const other = await owner.connect()
  try {
    await other.query('begin; select pg_advisory_xact_lock(70830062)')
    expect(await codeOf(exportJournal(from, to))).toEqual([409, 'journal.busy'])
    await other.query('rollback')
    expect((await exportJournal(from, to)).status).toBe(201)
  } finally {
    other.release()
  }
})

test('RECV-10 a repeated request with the same key makes one batch', async () => {
  await receive(company, 13, '2024-07-05')
  const send = () =>
    ask(people.staff, journalBatches.create, { body: inMonth('2024-07'), headers: { 'idempotency-key': 'july' } })
  const [one, two] = [await send(), await send()]
  expect([one.status, two.body]).toEqual([201, one.body])
})

test('RECV-10 every download gives the stored bytes, also after names and accounts change', async () => {
  const { number } = await issue({ companyId: company, day: '2024-08-05' })
  const { id } = await batchOf('2024-08', { format: 'sage50' })
  const first = await download(id)
  expect(first.status).toBe(200)
  expect(first.text).toContain(`08-05-24,"${number.replace('-2026-', '26')}"`)
  expect(first.headers['content-disposition']).toContain('-CAD-2024-08-01-2024-08-28.txt')
  const { sha256 } = await get(id)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  await rows(`update companies set name = 'Renamed' where id = $1`, [company])
  expect((await download(id)).text).toBe(first.text)
  const [entry] = await rows(
    `select after from audit_log where action = 'journalBatches.download' order by id desc limit 1`,
  )
  expect(entry.after).toEqual({ format: 'Sage 50 (Canadian Edition)', sha256 })
})

test('RECV-10 a file that was not stored at the export is stored by the first download, once', async () => {
  await receive(company, 14, '2024-09-05')
  const { put } = app.services.storage
  app.services.storage.put = async () => {
    throw new Error('storage is down')
  }
  const { id } = await batchOf('2024-09')
  app.services.storage.put = put
  expect((await get(id)).sha256).toBeNull()
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length
  const before = await files()
  const [one, two] = await Promise.all([download(id), download(id)])
  expect([one.status, two.text]).toEqual([200, one.text])
  expect(await files()).toBe(before + 1)
})

test('RECV-10 a file stored by another download, between two reads of this one, is whole', async () => {
  await receive(company, 14, '2023-12-05')
  const { put } = app.services.storage
  app.services.storage.put = async () => {
    throw new Error('storage is down')
  }
  const { id } = await batchOf('2023-12')
  app.services.storage.put = put
  const { database } = app.services
  const { transaction } = database
  let other: ReturnType<typeof download> | undefined
  database.transaction = (scope, work, options) =>
    transaction(
      scope,
      (db, led) =>
        work(
          db.withPlugin({
            transformQuery: ({ node }) => node,
            transformResult: async ({ result }) => {
              if (other === undefined && result.rows.some((row) => row.id === id && row.sha256 === null)) {
                other = download(id)
                await other
              }
              return result
            },
          }),
          led,
        ),
      options,
    )
  const { status, text } = await download(id)
  database.transaction = transaction
  expect([status, text]).toEqual([200, (await other)?.text])
})

test('RECV-10 a lost or changed file is an error and is never written again', async () => {
  await receive(company, 15, '2024-10-05')
  const { id } = await batchOf('2024-10')
  const [{ storage_key }] = await rows('select storage_key from journal_batches where id = $1', [id])
  const path = join(folder, storage_key.slice(0, 2), storage_key)
  const faults = async () => {
    const client = await owner.connect()
    const { faulty } = await checkStoredContents(client, async () => app.services.storage)
    client.release()
    return faulty
  }
  expect(await faults()).toEqual([])
  await writeFile(path, 'changed')
  await expect(download(id)).rejects.toThrow()
  const label = `journal batch ${batchNumber(id)}`
  expect(await faults()).toEqual([{ label, format: 'file', fault: 'changed' }])
  await rm(path)
  expect(await codeOf(download(id))).toEqual([500, 'journal.file-lost'])
  expect(await faults()).toEqual([{ label, format: 'file', fault: 'missing' }])
})

test('RECV-10 a long batch for Xero is an archive of several files', async () => {
  for (let n = 1; n <= 151; n += 1) await receive(company, n, '2024-11-05')
  const { id } = await batchOf('2024-11', { format: 'xero' })
  const { status, headers, text } = await download(id)
  expect([status, headers['content-type'], text.slice(0, 2)]).toEqual([200, 'application/zip', 'PK'])
  expect(text.match(/JB-\d{6}-00\d\.csv/g)).toHaveLength(4)
})

test('RECV-10 a batch has one currency, and US dollars are refused by books kept in Canadian ones', async () => {
  await receive(company, 16, '2024-12-05')
  await receive(company, 17, '2024-12-05', { currency: 'USD' })
  const { from, to } = inMonth('2024-12')
  const { status, body } = await exportJournal(from, to, { format: 'quickbooks' })
  expect([status, body.error.code, body.error.key]).toEqual([409, 'journal.not-held', 'journal.no-currency'])
  expect(await preview(from, to, { format: 'quickbooks' })).toMatchObject([
    { currency: 'CAD', fault: null },
    { currency: 'USD', fault_message: { key: 'journal.no-currency' } },
  ])
  expect(await batchOf('2024-12', { format: 'quickbooks', currency: 'CAD' })).toMatchObject({ debit_total: 16 })
  expect(await batchOf('2024-12')).toMatchObject({ currency: 'USD', debit_total: 17 })
})

test('RECV-10 a document that does not add up is named, and nothing is exported', async () => {
  const { id, number: document } = await issue({ companyId: company, day: '2023-01-05' })
  await rows('update invoice_provider_sums set pre_cents = pre_cents + 1 where invoice_id = $1', [id])
  await receive(company, 18, '2023-01-06')
  const { status, body } = await exportJournal('2023-01-01', '2023-01-31')
  expect([status, body.error.code, body.error.params]).toEqual([409, 'journal.unsound', { document }])
  expect(await rows(`select from journal_entries where entry_date between '2023-01-01' and '2023-01-31'`)).toEqual([])
})

test('RECV-10 the cost of purchases not billed by the last day is beside the batch, in no entry', async () => {
  await receive(company, 19, '2023-03-05')
  const cost = async (to: string) => (await preview('2023-03-01', to, { currency: 'CAD' }))[0].unbilled_cost
  const before = await cost('2023-03-31')
  const { number, id } = await issue({ companyId: company, day: '2023-05-05', lines: 2 })
  await rows('alter table transactions disable trigger transactions_billed_stay')
  await rows(`update transactions set txn_at = '2023-03-20 10:00' where invoice_id = $1`, [id])
  await rows('alter table transactions enable trigger transactions_billed_stay')
  const [{ cents }] = await rows(
    `select sum(cost_pre_cents + cost_pst_cents)::int as cents from transactions t join transaction_lines l on l.transaction_id = t.id where invoice_id = $1`,
    [id],
  )
  const added = async (to: string) => Math.round((await cost(to)) * 100 - before * 100)
  expect(await added('2023-03-31')).toBe(cents)
  expect(await added('2023-03-19')).toBe(0)
  expect(await added('2023-05-05')).toBe(0)
  // Void on the day of the test: until then its purchases were billed.
  await world.makeVoid(number)
  expect([await added('2023-03-31'), await added('2023-05-05')]).toEqual([cents, 0])
  expect(await added('2026-11-20')).not.toBe(0)
})
