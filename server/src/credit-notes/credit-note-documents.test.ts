import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { showDocumentCode } from '@portal/contract/verify/document-code.rules.ts'
import { verification } from '@portal/contract/verify/verify.ts'
import { beforeEach, expect, test } from 'vitest'
import { creditNoteCsvColumns } from '../invoices/credited/credit-note-csv.ts'
import { keepCreditNote } from '../invoices/credited/stored-credit-notes.actions.ts'
import { storeDueDocuments } from '../invoices/issued/stored-documents.jobs.ts'
import { customerScope } from '../platform/access/scope.ts'
import { formatCents, formatMoney } from '../platform/documents/document-format.ts'
import { attachFiles } from '../reminders/reminders.actions.ts'
import { people } from '../testing/factories.ts'
import { parsePdf } from '../testing/files/read-pdf.ts'
import { setBillingSettings } from '../testing/invoices.ts'
import { type Credited, creditWhole, insertOldCreditNote, issueInvoiceOf } from '../testing/rows/credited.ts'
import { testApp } from '../testing/test-app.ts'

const world = await testApp({ poolSize: 8 })
const { app, ask, owner, database, clock, later, folder, tokenOf } = world
const companyOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await companyOf('Northline Haulage'), await companyOf('Prairie Freight')]
const storing = { ...app.services, database, clock: () => clock.now }

beforeEach(async () => {
  await owner.query(`update document_jobs set status = 'done'`)
  clock.now = new Date('2026-11-16T15:00:00Z')
  await setBillingSettings(owner)
  await owner.query(
    `update billing_settings set credit_note_words_en = 'Adjust your input tax credits.', credit_note_words_fr = 'Rajustez vos CTI et vos RTI.'`,
  )
})

const download = async (number: string, type: 'PDF' | 'CSV' = 'PDF', who: string = people.northline) =>
  app.inject({
    url: `/v2/credit-notes/${number}/download${type === 'CSV' ? '/csv' : ''}`,
    headers: { authorization: await tokenOf(who) },
  })
const bytes = async (number: string, type: 'PDF' | 'CSV' = 'PDF', who: string = people.northline) => {
  const reply = await download(number, type, who)
  expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining(`${number}.${type.toLowerCase()}`),
  ])
  return reply.rawPayload
}
const invoiceCsv = async (id: number) =>
  (
    await app.inject({
      url: `/v2/spol/invoices/${id}/download/csv`,
      headers: { authorization: await tokenOf(people.northline) },
    })
  ).rawPayload
type Row = Record<string, string>
/** A cell can be quoted, with commas and line breaks inside. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g
function rowsOf(csv: Buffer): Row[] {
  const table: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.toString().replace('\uFEFF', '').matchAll(cellPattern)) {
    table.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') table.push([])
  }
  const [heads = [], ...rows] = table.slice(0, -1)
  return rows.map((row) => Object.fromEntries(heads.map((head, n) => [head, row[n] ?? ''])))
}
const cents = (text = '0') => Math.round(Number(text) * 100)
const sumOf = (rows: readonly Row[], column: string) => rows.reduce((sum, row) => sum + cents(row[column]), 0)
const create = async (body: object) => {
  const reply = await ask(people.staff, creditNotes.create, { body })
  expect(reply.status).toBe(201)
  return reply.body
}
const storedOf = async (id: number) =>
  (await owner.query('select * from issued_documents where credit_note_id = $1 order by format', [id])).rows
const contents = async () => (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name))
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('RECV-3 the credit note of a void invoice repeats its lines with the sign turned; PDF and CSV add up to the invoice’s document', async () => {
  const { invoice, number } = await creditWhole(world, { companyId: northline, lines: 25 })
  const [billed, credited] = [rowsOf(await invoiceCsv(invoice.id)), rowsOf(await bytes(number, 'CSV'))]
  expect(Object.keys(credited[0] ?? {})).toEqual(creditNoteCsvColumns)
  expect(credited).toHaveLength(25)
  const same = ['Auth code', 'Date and time', 'Card', 'Driver', 'Site', 'Province', 'Product', 'Billed price']
  expect(credited.map((row) => same.map((name) => row[name]))).toEqual(
    billed.map((row) => same.map((name) => row[name])),
  )
  const turned = ['Quantity', 'Pre-tax', 'GST', 'HST', 'PST', 'QST', 'Discount', 'Amount']
  for (const name of turned)
    expect(credited.map((row) => 0 - Number(row[name]))).toEqual(billed.map((row) => Number(row[name])))
  const total = cents(billed[0]?.['Invoice total'])
  expect(credited[0]).toMatchObject({
    'Credit note number': number,
    'Invoice number': invoice.number,
    'Invoice issued': '2026-11-01',
    Issued: '2026-11-16',
    Reason: 'Billed twice',
    'Total credit': String(total / 100),
    Applied: String(total / 100),
    'On account': '0',
  })
  expect(sumOf(credited, 'Amount')).toBe(-total)
  const { pages } = parsePdf(await bytes(number))
  const money = (amount: number) => formatMoney(amount, 'CAD', 'en')
  expect(pages[0]).toEqual(
    expect.arrayContaining([
      'CREDIT NOTE',
      number,
      invoice.number,
      '2026-11-01',
      'Billed twice',
      'Fresh Fuels Energy Inc.',
      'Northline Haulage',
      'Adjust your input tax credits.',
      `Applied to ${invoice.number} when issued`,
      money(total),
    ]),
  )
  expect(pages[0]?.join('\n')).toMatch(/GST\/HST no. 81234 5678 RT0001[\s\S]*QST no. 1234567890 TQ0001/)
  for (const tax of ['GST', 'HST', 'PST', 'QST'])
    for (const some of [credited, credited.filter(({ Province }) => Province === 'QC')])
      if (sumOf(some, tax) !== 0) expect(pages[0]).toContain(formatCents(sumOf(some, tax), 'en'))
  expect(pages.flat()).toContain(`Total  ${money(-total)}`)
})

test('RECV-4 a credit note keeps its bytes in every download and mail, also after settings, names and its balance changed', async () => {
  const { number: invoice_number } = await issueInvoiceOf(world, { companyId: northline })
  const note = await create({
    invoice_number,
    amounts: [{ product: 'D1', province: 'ON', description: 'Price agreed', amount: 10, hst: 1.3 }],
    reason: 'Agreed with the customer',
    apply: false,
  })
  const { credit_note_number: number, id } = note
  await owner.query(
    `update billing_settings set legal_name = 'Renamed Fuels', credit_note_words_en = 'Other words', gst_hst_number = ''`,
  )
  // Applied before it is first drawn: the document is that of its issue.
  await ask(people.staff, creditNotes.apply, {
    params: { number },
    body: { allocations: [{ invoice_number, amount: 5 }] },
  })
  const [pdf, csv] = [await bytes(number), await bytes(number, 'CSV')]
  const texts = parsePdf(pdf).pages.flat()
  expect(texts).toEqual(expect.arrayContaining(['Fresh Fuels Energy Inc.', 'Price agreed', 'Credited lines']))
  expect(texts.join(' ')).not.toMatch(/Renamed Fuels|Other words|Stored on/)
  expect(rowsOf(csv)[0]).toMatchObject({ Applied: '0', 'On account': '11.3' })

  later(600_000)
  await ask(people.staff, creditNotes.apply, {
    params: { number },
    body: { allocations: [{ invoice_number, amount: 6.3 }] },
  })
  await owner.query(`update companies set name = 'Northline Renamed', brand = 'combpetro' where id = $1`, [northline])
  try {
    for (const who of [people.northline, people.staff]) {
      expect((await bytes(number, 'PDF', who)).equals(pdf)).toBe(true)
      expect((await bytes(number, 'CSV', who)).equals(csv)).toBe(true)
    }
    const { content } = await attachFiles(storing)({ credit_note_id: id, name: 'x.pdf' }, 'credit-note')
    expect(content.equals(pdf)).toBe(true)
  } finally {
    await owner.query(`update companies set name = 'Northline Haulage', brand = 'freshfuels' where id = $1`, [
      northline,
    ])
  }
  const { rows } = await owner.query(
    `select record_label, company_id::int, after from audit_log where action = 'creditNotes.store' and record_id = $1`,
    [id],
  )
  const hashes = { pdf_sha256: sha256(pdf), csv_sha256: sha256(csv) }
  expect(rows).toEqual([{ record_label: number, company_id: northline, after: hashes }])
  const shown = await ask(people.northline, logs.list, { query: { filter: 'action:creditNotes.store' } })
  expect(JSON.stringify(shown.body)).toContain(hashes.pdf_sha256)
})

test('RECV-4 M6 of several that store a credit note at once, one does; drawn again, it has the same bytes', async () => {
  const { id } = await creditWhole(world, { companyId: northline, lines: 300 })
  const before = (await contents()).length
  const kept = await Promise.all([1, 2, 3, 4].map(() => keepCreditNote(storing, id)))
  expect(new Set(kept.map(({ PDF }) => PDF.storage_key)).size).toBe(1)
  expect((await storedOf(id)).map(({ format, is_late }) => [format, is_late])).toEqual([
    ['CSV', false],
    ['PDF', false],
  ])
  expect((await contents()).length).toBe(before + 2)
  await owner.query('alter table issued_documents disable trigger issued_documents_stay')
  await owner.query('delete from issued_documents where credit_note_id = $1', [id])
  await owner.query('alter table issued_documents enable trigger issued_documents_stay')
  later(7 * 86_400_000)
  const again = await keepCreditNote(storing, id)
  expect([again.PDF.sha256, again.CSV.sha256]).toEqual([kept[0]?.PDF.sha256, kept[0]?.CSV.sha256])
})

test('RECV-4 issuing queues the storing in the same transaction, and the job stores invoice and credit note', async () => {
  const { id, invoice } = await creditWhole(world, { companyId: northline })
  const queued = await owner.query(
    `select kind, credit_note_id::int, invoice_id::int from document_jobs where status = 'queued' order by id`,
  )
  expect(queued.rows).toEqual([
    { kind: 'invoice', credit_note_id: null, invoice_id: invoice.id },
    { kind: 'credit_note', credit_note_id: id, invoice_id: null },
  ])
  expect(await storeDueDocuments(storing)).toBe(2)
  expect(await storedOf(id)).toHaveLength(2)
  const failed = await ask(people.staff, creditNotes.create, {
    body: { invoice_number: invoice.number, amounts: [{ product: 'OTH', description: 'x', amount: 1 }], reason: 'x' },
  })
  expect(failed.status).toBe(409)
  expect((await owner.query(`select from document_jobs where status = 'queued'`)).rows).toEqual([])
})

test('RECV-3 BRAND-3 a credit note is in the customer’s language; without an invoice it names none and has the customer’s address', async () => {
  const { number } = await creditWhole(world, { companyId: northline, language: 'fr', lines: 12 })
  const { pages } = parsePdf(await bytes(number))
  expect(pages[0]).toEqual(
    expect.arrayContaining([
      'NOTE DE CRÉDIT',
      'Facture créditée',
      'Motif',
      'Rajustez vos CTI et vos RTI.',
      'Vérifier ce document',
      'Total du crédit',
      'TVQ',
    ]),
  )
  expect(pages.flat().join(' ')).not.toMatch(/Credit|Adjust|Customer/)
  await owner.query(
    `update customers set language = 'fr', address1 = '9 rue du Port', billing_zip_code = 'H2Y 1A1', billing_city = 'Montréal' where company_id = $1`,
    [northline],
  )
  try {
    const { credit_note_number } = await create({
      company_id: northline,
      currency: 'CAD',
      amounts: [{ product: 'D1', province: 'QC', description: 'Geste commercial', amount: 100, gst: 5, qst: 9.98 }],
      reason: 'Geste commercial',
    })
    const [first = []] = parsePdf(await bytes(credit_note_number)).pages
    expect(first).toEqual(
      expect.arrayContaining(['NOTE DE CRÉDIT', '9 rue du Port', 'Geste commercial', formatMoney(11_498, 'CAD', 'fr')]),
    )
    expect(first.join(' ')).toContain('Montréal')
    expect(first).not.toContain('Facture créditée')
    const [row] = rowsOf(await bytes(credit_note_number, 'CSV'))
    expect(row).toMatchObject({
      'Invoice number': '',
      Description: 'Geste commercial',
      QST: '-9.98',
      Amount: '-114.98',
    })
  } finally {
    await owner.query(`update customers set language = 'en' where company_id = $1`, [northline])
  }
})

test('RECV-12 a credit note has its code, its lines as JSON and CSV without cost, and is recognized by code and file', async () => {
  const { id, number, invoice } = await creditWhole(world, { companyId: northline, lines: 7 })
  const [pdf, csv] = [await bytes(number), await bytes(number, 'CSV')]
  const { pages, attachments } = parsePdf(pdf)
  const [{ code, amount_cents }] = await storedOf(id)
  expect(pages[0]).toEqual(expect.arrayContaining(['Verify this document', showDocumentCode(code)]))
  expect(Object.keys(attachments)).toEqual([`${number}.csv`, `${number}.json`])
  expect(attachments[`${number}.csv`]?.equals(csv)).toBe(true)
  const read = JSON.parse(String(attachments[`${number}.json`]))
  expect(read.credit_note).toMatchObject({ credit_note_number: number, invoice_number: invoice.number })
  expect(read.lines).toHaveLength(7)
  const sum = read.lines.reduce((all: number, { amount }: { amount: number }) => all + Math.round(amount * 100), 0)
  expect(sum).toBe(-Number(amount_cents))
  expect(Object.keys(read.lines[0]).join(' ')).not.toMatch(/cost|margin|markup|rate\b/)

  const document = {
    kind: 'credit_note',
    format: 'PDF',
    brand: 'freshfuels',
    issued_date: '2026-11-16',
    amount: Number(amount_cents) / 100,
    currency: 'CAD',
    stored_on: null,
    is_undone: false,
  }
  const check = async (body: object) => (await ask(null, verification.check, { body })).body
  expect(await check({ code })).toEqual({ document })
  expect(await check({ sha256: sha256(pdf) })).toEqual({ document })
  expect(await check({ sha256: sha256(csv) })).toEqual({ document: { ...document, format: 'CSV' } })
  expect(await check({ sha256: sha256(Buffer.concat([pdf, Buffer.from('\n')])) })).toEqual({ document: null })
})

test('RECV-12 an invoice’s check says that a credit note followed, also of a part', async () => {
  const { id, number } = await issueInvoiceOf(world, { companyId: northline })
  const { rows } = await owner.query('select document_code as code from invoices where id = $1', [id])
  await storeDueDocuments(storing)
  const undone = async () =>
    (await ask(null, verification.check, { body: { code: rows[0].code } })).body.document.is_undone
  expect(await undone()).toBe(false)
  await create({
    invoice_number: number,
    amounts: [{ product: 'OTH', description: 'Agreed', amount: 1 }],
    reason: 'Agreed',
  })
  expect(await undone()).toBe(true)
})

test('RECV-4 a credit note from before documents were stored is drawn once, without the lines and taxes that were lost', async () => {
  const { id, number, invoice } = await insertOldCreditNote(owner, northline, 'CN-2026-900001')
  expect(await storeDueDocuments(storing)).toBe(1)
  expect((await storedOf(id)).map(({ is_late }) => is_late)).toEqual([true, true])
  const [pdf, csv] = [await bytes(number), await bytes(number, 'CSV')]
  const texts = parsePdf(pdf).pages.flat()
  const [{ amount_cents }] = await storedOf(id)
  expect(texts).toEqual(
    expect.arrayContaining([
      'CREDIT NOTE',
      'Stored on 2026-11-16',
      'Fresh Fuels Energy Inc.',
      invoice.number,
      formatMoney(Number(amount_cents), 'CAD', 'en'),
      'The lines and taxes of this invoice were released before documents were stored. Only its total is known.',
    ]),
  )
  expect(texts).not.toContain('Before sales tax')
  expect(rowsOf(csv)).toEqual([
    expect.objectContaining({ 'Total credit': String(Number(amount_cents) / 100), 'Pre-tax': '', Amount: '' }),
  ])
  later(600_000)
  await owner.query(`update billing_settings set legal_name = 'Renamed Fuels'`)
  expect((await bytes(number)).equals(pdf)).toBe(true)
})

test('RECV-4 PERM-7 a customer reads its own credit notes only, by number or id, and stored ones stay', async () => {
  const { id, number }: Credited = await creditWhole(world, { companyId: northline })
  expect((await bytes(number, 'PDF', people.desk)).equals(await bytes(number))).toBe(true)
  for (const reference of [number, String(id)])
    for (const type of ['PDF', 'CSV'] as const)
      expect((await download(reference, type, people.prairie)).statusCode).toBe(404)
  const count = (company: number) =>
    database.transaction(customerScope(company), async (db) => {
      const found = await db.selectFrom('issued_documents').select('id').where('credit_note_id', '=', id).execute()
      return found.length
    })
  expect([await count(northline), await count(prairie)]).toEqual([2, 0])
  for (const change of [
    `update issued_documents set brand = 'fleets' where credit_note_id = ${id}`,
    `delete from issued_documents where credit_note_id = ${id}`,
    `update credit_notes set document_code = '222222222222' where id = ${id}`,
    `update credit_notes set issuer = '{}' where id = ${id}`,
  ])
    await expect(owner.query(change)).rejects.toThrow(/cannot be changed/)
})
