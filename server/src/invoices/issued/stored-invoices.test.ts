import { createHash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { showDocumentCode } from '@portal/contract/verify/document-code.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { customerScope, staffScope } from '../../platform/access/scope.ts'
import { formatMoney } from '../../platform/documents/document-format.ts'
import { attachFiles } from '../../reminders/reminders.actions.ts'
import { people } from '../../testing/factories.ts'
import { parsePdf } from '../../testing/files/read-pdf.ts'
import { type MadeInvoice, makeInvoice, setBillingSettings } from '../../testing/invoices.ts'
import { testApp } from '../../testing/test-app.ts'
import { storeDueDocuments } from './stored-documents.jobs.ts'
import { keepInvoice } from './stored-invoices.actions.ts'

const { app, ask, owner, database, clock, later, folder, tokenOf } = await testApp({ poolSize: 8 })
const companyOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await companyOf('Northline Haulage'), await companyOf('Prairie Freight')]

beforeEach(async () => {
  // Each test stores only what it issues itself.
  await owner.query(`update document_jobs set status = 'done'`)
  clock.now = new Date('2026-11-16T15:00:00Z')
  await setBillingSettings(owner)
})

const draft = (lines = 5, language: 'en' | 'fr' = 'en') =>
  makeInvoice(owner, { companyId: northline, lines, cards: 2, language, status: 'DRAFT' })
async function setStatus({ id }: MadeInvoice, status: 'SENT' | 'VOID') {
  const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id } })).body
  return ask(people.staff, invoices.update, { body: { ...invoice_dto, status } })
}
async function issued(lines = 5): Promise<MadeInvoice> {
  const made = await draft(lines)
  expect((await setStatus(made, 'SENT')).status).toBe(200)
  return made
}
/** Issued before the portal stored documents and the supplier's block. */
async function issuedLongAgo(language: 'en' | 'fr' = 'en'): Promise<MadeInvoice> {
  const made = await draft(5, language)
  await owner.query(`update invoices set status = 'SENT', sent_at = '2026-11-02T10:00:00Z' where id = $1`, [made.id])
  await owner.query(`insert into document_jobs (kind, invoice_id) values ('invoice', $1)`, [made.id])
  return made
}
const download = async ({ number }: MadeInvoice, type: 'PDF' | 'CSV' = 'PDF', who: string = people.northline) => {
  const path = `${number}/download${type === 'CSV' ? '/csv' : ''}`
  return app.inject({ url: `/v2/spol/invoices/${path}`, headers: { authorization: await tokenOf(who) } })
}
const bytes = async (invoice: MadeInvoice, type: 'PDF' | 'CSV' = 'PDF', who: string = people.northline) => {
  const reply = await download(invoice, type, who)
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}
const rowsOf = async ({ id }: MadeInvoice) =>
  (await owner.query('select * from issued_documents where invoice_id = $1 order by format', [id])).rows
const contents = async () => (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name))
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const storing = { ...app.services, database, clock: () => clock.now }

test('RECV-4 M14 an issued invoice keeps the supplier, names and bytes of the day of its issue, in every download, ZIP and mail', async () => {
  const invoice = await issued(9)
  await owner.query(`update billing_settings set legal_name = 'Renamed Fuels', payment_instructions = 'Pay elsewhere'`)
  const [pdf, csv] = [await bytes(invoice), await bytes(invoice, 'CSV')]
  const { pages } = parsePdf(pdf)
  expect(pages[0]).toEqual(expect.arrayContaining(['INVOICE', 'Fresh Fuels Energy Inc.', 'Northline Haulage']))
  expect(pages.flat().join(' ')).not.toMatch(/Renamed Fuels|Pay elsewhere|Stored on/)
  expect(csv.toString()).toContain('Fresh Fuels Energy Inc.')

  later(600_000)
  await owner.query(`update companies set name = 'Northline Renamed', brand = 'combpetro' where id = $1`, [northline])
  await owner.query(`update sites set name = 'Moved ' || name, city = 'Elsewhere'`)
  try {
    for (const who of [people.northline, people.staff]) {
      expect((await bytes(invoice, 'PDF', who)).equals(pdf)).toBe(true)
      expect((await bytes(invoice, 'CSV', who)).equals(csv)).toBe(true)
    }
    const { content } = await attachFiles(storing)({ invoice_id: invoice.id, name: 'x.pdf' }, 'invoice')
    expect(content.equals(pdf)).toBe(true)
    const zip = await app.inject({
      method: 'POST',
      url: '/v2/spol/invoices/export',
      headers: { authorization: await tokenOf(people.staff) },
      payload: { ids: [invoice.id] },
    })
    const archive = await fromBufferPromise(zip.rawPayload)
    for await (const entry of archive.eachEntry())
      expect(Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()).equals(pdf)).toBe(true)
  } finally {
    await owner.query(`update companies set name = 'Northline Haulage', brand = 'freshfuels' where id = $1`, [
      northline,
    ])
  }
})

test('RECV-4 a Draft is drawn at each download, and nothing of it is stored', async () => {
  const invoice = await draft()
  const before = await contents()
  const first = parsePdf(await bytes(invoice, 'PDF', people.staff))
  await owner.query(`update billing_settings set legal_name = 'Renamed Fuels'`)
  const second = parsePdf(await bytes(invoice, 'PDF', people.staff))
  expect(first.pages[0]).toContain('Fresh Fuels Energy Inc.')
  expect(second.pages[0]).toContain('Renamed Fuels')
  expect([first, second].flatMap(({ pages }) => pages.flat())).not.toContain('Verify this document')
  expect([await rowsOf(invoice), await contents()]).toEqual([[], before])
})

test('RECV-4 a voided invoice keeps the document with its lines and taxes, as it was issued', async () => {
  const invoice = await issued(12)
  const { total_cents } = (await owner.query('select total_cents::int from invoices where id = $1', [invoice.id]))
    .rows[0]
  expect((await setStatus(invoice, 'VOID')).body).toMatchObject({ status: { key: 'VOID' }, total_amount: 0 })
  const { pages } = parsePdf(await bytes(invoice))
  const texts = pages.flat()
  expect(texts).toEqual(expect.arrayContaining(['INVOICE', formatMoney(total_cents, 'CAD', 'en'), 'HST', 'QST', 'GST']))
  expect(texts.filter((text) => /^A\d{6}-\d+-(TA|DF)$/.test(text))).toHaveLength(12)
  expect(texts).not.toContain('INVOICE (VOID)')
  const [, ...rows] = (await bytes(invoice, 'CSV')).toString().trimEnd().split('\r\n')
  expect(rows).toHaveLength(12)
  expect((await rowsOf(invoice))[0]).toMatchObject({ is_late: false, amount_cents: String(total_cents) })
})

test('RECV-4 of several that store a document at once, one does: one row per format, and no content is left over', async () => {
  const invoice = await issued(40)
  const before = (await contents()).length
  const kept = await Promise.all([1, 2, 3, 4].map(() => keepInvoice(storing, invoice.id)))
  expect(new Set(kept.map(({ PDF }) => PDF.storage_key)).size).toBe(1)
  expect((await rowsOf(invoice)).map(({ format }) => format)).toEqual(['CSV', 'PDF'])
  expect((await contents()).length).toBe(before + 2)
  const { rows } = await owner.query(`select from audit_log where action = 'invoices.store' and record_id = $1`, [
    invoice.id,
  ])
  expect(rows).toHaveLength(1)
})

test('RECV-4 M6 the same invoice gives the same bytes at every drawing', async () => {
  const invoice = await issued(8)
  const { PDF, CSV } = await keepInvoice(storing, invoice.id)
  // Draw it again, as if it had not been stored.
  await owner.query('alter table issued_documents disable trigger issued_documents_stay')
  await owner.query('delete from issued_documents where invoice_id = $1', [invoice.id])
  await owner.query('alter table issued_documents enable trigger issued_documents_stay')
  later(7 * 86_400_000)
  const again = await keepInvoice(storing, invoice.id)
  expect([again.PDF.sha256, again.CSV.sha256]).toEqual([PDF.sha256, CSV.sha256])
})

test('RECV-4 the audit log has the number and the SHA-256 of both documents, for staff and for the customer', async () => {
  const invoice = await issued()
  const hashes = { pdf_sha256: sha256(await bytes(invoice)), csv_sha256: sha256(await bytes(invoice, 'CSV')) }
  const { rows } = await owner.query(
    `select record_label, company_id::int, after from audit_log where action = 'invoices.store' and record_id = $1`,
    [invoice.id],
  )
  expect(rows).toEqual([{ record_label: invoice.number, company_id: northline, after: hashes }])
  const shown = await ask(people.northline, logs.list, { query: { filter: 'action:invoices.store' } })
  expect(JSON.stringify(shown.body)).toContain(hashes.pdf_sha256)
})

test('RECV-12 the PDF has its code, where to enter it, and its lines attached as JSON and CSV, without cost or margin', async () => {
  const invoice = await issued(7)
  const [pdf, csv] = [await bytes(invoice), await bytes(invoice, 'CSV')]
  const { pages, attachments } = parsePdf(pdf)
  const [row] = await rowsOf(invoice)
  const { publicUrl } = app.services.brands.freshfuels
  expect(pages[0]).toEqual(
    expect.arrayContaining(['Verify this document', showDocumentCode(row.code), `${publicUrl}/verify`]),
  )
  expect(Object.keys(attachments)).toEqual([`${invoice.number}.csv`, `${invoice.number}.json`])
  expect(attachments[`${invoice.number}.csv`]?.equals(csv)).toBe(true)
  const read = JSON.parse(String(attachments[`${invoice.number}.json`]))
  expect(read.invoice).toMatchObject({ invoice_number: invoice.number, status: 'Sent', currency: 'CAD', paid: 0 })
  const stored = await owner.query(
    `select l.* from transactions t join transaction_lines l on l.transaction_id = t.id where t.invoice_id = $1
     order by t.card_number nulls last, t.txn_at, t.id, l.n`,
    [invoice.id],
  )
  expect(read.lines).toEqual(
    stored.rows.map((line) =>
      expect.objectContaining({
        auth_code: line.dtl_auth_id,
        product: line.product,
        quantity: Number(line.quantity_milli) / 1000,
        retail_price: Number(line.retail_e6) / 1e6,
        billed_price: Number(line.price_e6) / 1e6,
        pft_per_unit: Number(line.pft_e6) / 1e6,
        pre_tax: Number(line.pre_cents) / 100,
        gst: Number(line.gst_cents) / 100,
        hst: Number(line.hst_cents) / 100,
        pst: Number(line.pst_cents) / 100,
        qst: Number(line.qst_cents) / 100,
        amount: Number(line.amount_cents) / 100,
      }),
    ),
  )
  expect(Object.keys(read.lines[0]).join(' ')).not.toMatch(/cost|margin|markup|rate\b|provider/)
})

test('RECV-4 a job stores what was issued, and retries later what it cannot draw', async () => {
  const [good, broken] = [await issued(), await issued()]
  await owner.query(`update invoices set total_cents = total_cents + 1 where id = $1`, [broken.id])
  expect(await storeDueDocuments(storing)).toBe(2)
  const state = async ({ id }: MadeInvoice) =>
    (await owner.query('select status, attempts, last_error from document_jobs where invoice_id = $1', [id])).rows[0]
  expect(await state(good)).toEqual({ status: 'done', attempts: 1, last_error: null })
  expect(await state(broken)).toEqual({
    status: 'queued',
    attempts: 1,
    last_error: expect.stringContaining('add up to'),
  })
  expect([(await rowsOf(good)).length, (await rowsOf(broken)).length]).toEqual([2, 0])
  await owner.query(`update invoices set total_cents = total_cents - 1 where id = $1`, [broken.id])
  expect(await storeDueDocuments(storing)).toBe(0)
  later(61_000)
  expect(await storeDueDocuments(storing)).toBe(1)
  expect(await state(broken)).toMatchObject({ status: 'done', attempts: 2 })
})

test('RECV-4 an invoice issued before documents were stored is drawn once, and says when it was stored', async () => {
  const [english, french] = [await issuedLongAgo(), await issuedLongAgo('fr')]
  expect(await storeDueDocuments(storing)).toBe(2)
  expect((await rowsOf(english)).map(({ is_late }) => is_late)).toEqual([true, true])
  const pdf = await bytes(english)
  expect(parsePdf(pdf).pages[0]).toContain('Stored on 2026-11-16')
  expect(parsePdf(await bytes(french)).pages[0]).toEqual(
    expect.arrayContaining(['Conservée le 2026-11-16', 'Vérifier ce document']),
  )
  later(600_000)
  await owner.query(`update billing_settings set legal_name = 'Renamed Fuels'`)
  expect((await bytes(english)).equals(pdf)).toBe(true)
})

test('RECV-4 lost or changed content is an error that says so, and is never drawn again', async () => {
  const invoice = await issued()
  const { PDF, CSV } = await keepInvoice(storing, invoice.id)
  const before = (await contents()).length
  await rm(join(folder, PDF.storage_key.slice(0, 2), PDF.storage_key))
  const lost = await download(invoice)
  expect([lost.statusCode, lost.json().error.code, lost.json().error.message]).toEqual([
    500,
    'document.missing',
    'The stored document is missing. Please contact the administrator of the portal.',
  ])
  await writeFile(join(folder, CSV.storage_key.slice(0, 2), CSV.storage_key), 'Another text')
  expect((await download(invoice, 'CSV')).json().error.code).toBe('document.damaged')
  expect((await contents()).length).toBe(before - 1)
})

test('RECV-4 PERM-7 stored documents belong to their company, and no role can change or delete one', async () => {
  const invoice = await issued()
  await keepInvoice(storing, invoice.id)
  const count = (company: number) =>
    database.transaction(customerScope(company), async (db) => {
      const found = await db.selectFrom('issued_documents').select('id').where('invoice_id', '=', invoice.id).execute()
      return found.length
    })
  expect([await count(northline), await count(prairie)]).toEqual([2, 0])
  expect((await download(invoice, 'PDF', people.prairie)).statusCode).toBe(404)
  const { status } = await ask(people.prairie, invoiceDocuments.export, { body: { ids: [invoice.id] } })
  expect(status).toBe(404)
  const scopes = [staffScope(0), customerScope(northline)]
  for (const scope of scopes) {
    const forbidden = /permission denied/
    await expect(
      database.transaction(scope, (db) => db.updateTable('issued_documents').set({ brand: 'fleets' }).execute()),
    ).rejects.toThrow(forbidden)
    await expect(database.transaction(scope, (db) => db.deleteFrom('issued_documents').execute())).rejects.toThrow(
      forbidden,
    )
  }
  for (const change of [
    `update issued_documents set brand = 'fleets'`,
    'delete from issued_documents',
    'truncate issued_documents',
    `update invoices set issuer = '{}' where id = ${invoice.id}`,
  ])
    await expect(owner.query(change)).rejects.toThrow(/cannot be changed/)
})
