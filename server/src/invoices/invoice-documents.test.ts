import type { AddressInfo } from 'node:net'
import { invoiceDocuments } from '@portal/contract/invoices/invoice-documents.ts'
import { beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { formatCents, formatMoney, formatPrice, formatQuantity } from '../platform/documents/document-format.ts'
import { people, setInvoiceStatus } from '../testing/factories.ts'
import { parsePdf, type ReadPdf } from '../testing/files/read-pdf.ts'
import { type MadeInvoice, makeInvoice, setBillingSettings } from '../testing/invoices.ts'
import { testApp } from '../testing/test-app.ts'
import { invoiceCsvColumns } from './invoice-csv.ts'
import { invoiceWords } from './pdf/invoice-words.ts'

const { app, owner, tokenOf, ask } = await testApp()
const companyOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await companyOf('Northline Haulage'), await companyOf('Prairie Freight')]
const made: Record<'large' | 'french' | 'draft' | 'other', MadeInvoice> = {} as never

beforeAll(async () => {
  await setBillingSettings(owner)
  made.large = await makeInvoice(owner, { companyId: northline, lines: 120, cards: 3 })
  made.french = await makeInvoice(owner, { companyId: northline, lines: 9, cards: 2, language: 'fr' })
  made.draft = await makeInvoice(owner, { companyId: northline, lines: 2, status: 'DRAFT' })
  made.other = await makeInvoice(owner, { companyId: prairie, lines: 2 })
  await owner.query(`update transactions set driver_name = '=HYPERLINK("x")' where invoice_id = $1`, [made.french.id])
})

type Stored = Record<string, string> & { card_number: string | null; product: string; province: string }
const linesOf = async (id: number): Promise<Stored[]> =>
  (
    await owner.query(
      `select t.card_number, t.province, t.driver_name, l.* from transactions t join transaction_lines l on l.transaction_id = t.id where t.invoice_id = $1
       order by t.card_number nulls last, t.txn_at, t.id, l.n`,
      [id],
    )
  ).rows
const sum = (lines: Stored[], column: string): number => lines.reduce((total, line) => total + Number(line[column]), 0)
const fetchAs = async (who: string, path: string) =>
  app.inject({ method: 'GET', url: `/v2/spol/invoices/${path}`, headers: { authorization: await tokenOf(who) } })
async function pdfOf(who: string, reference: string | number): Promise<ReadPdf> {
  const answer = await fetchAs(who, `${reference}/download`)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    'attachment; filename="invoice.pdf"',
  ])
  return parsePdf(answer.rawPayload)
}

/** The texts from each line's code to the next, in order. */
function printedLines(texts: readonly string[], codes: readonly string[]): string[][] {
  const known = new Set(codes)
  const starts = texts.flatMap((text, n) => (known.has(text) ? [n] : []))
  return starts.map((start, n) => texts.slice(start, starts[n + 1] ?? texts.length))
}

test('INV-12 M4 the PDF matches the stored lines, cards, products, provinces and taxes to the cent', async () => {
  const stored = await linesOf(made.large.id)
  const { pages, raw } = await pdfOf(people.northline, made.large.number)
  const texts = pages.flat()
  const printed = printedLines(
    texts,
    stored.map(({ dtl_auth_id }) => String(dtl_auth_id)),
  )
  expect(printed.map(([code]) => code)).toEqual(stored.map(({ dtl_auth_id }) => dtl_auth_id))
  const cents = (line: Stored, column: string) => formatCents(Number(line[column]), 'en')
  const taxes = ['gst_cents', 'hst_cents', 'pst_cents', 'qst_cents'].filter((column) => sum(stored, column) !== 0)
  expect(taxes).toHaveLength(4)
  for (const [n, line] of stored.entries()) {
    const price = formatPrice(Number(line.price_e6), 'en')
    const after = printed[n]?.slice((printed[n]?.indexOf(price) ?? -1) + 1) ?? []
    const pft = Number(line.pft_e6) === 0 ? '–' : '0.0900'
    const dashed = (column: string) => (Number(line[column] ?? 0) === 0 ? '–' : cents(line, column))
    expect(after.slice(0, 4 + taxes.length)).toEqual([
      pft,
      cents(line, 'pre_cents'),
      ...taxes.map(dashed),
      dashed('discount_cents'),
      cents(line, 'amount_cents'),
    ])
    expect(printed[n]?.some((text) => text.startsWith(formatQuantity(Number(line.quantity_milli), 'en')))).toBe(true)
  }
  for (const card of new Set(stored.map(({ card_number }) => card_number))) {
    const own = stored.filter(({ card_number }) => card_number === card)
    const label = `Subtotal, ${card ? `Card •••• ${card.slice(-4)}` : 'Fees and other items without a card'}`
    const at = texts.indexOf(label)
    expect(texts.slice(at, at + 9)).toContain(formatCents(sum(own, 'amount_cents'), 'en'))
    if (card) expect(raw).not.toContain(card)
  }
  const first = pages[0] ?? []
  const total = sum(stored, 'amount_cents')
  for (const group of ['product', 'province'] as const)
    for (const key of new Set(stored.map((line) => line[group]))) {
      const own = stored.filter((line) => line[group] === key)
      expect(first).toContain(formatCents(sum(own, 'amount_cents'), 'en'))
      expect(first).toContain(formatCents(sum(own, 'pre_cents'), 'en'))
    }
  for (const column of taxes) expect(first).toContain(formatCents(sum(stored, column), 'en'))
  expect(first).toContain(formatMoney(total, 'CAD', 'en'))
  expect(first).toEqual(
    expect.arrayContaining([
      'INVOICE',
      made.large.number,
      'Northline Haulage',
      'Fresh Fuels Energy Inc.',
      'Amount due by 2026-12-01',
      'Net 30 days',
    ]),
  )
  expect(first.join('\n')).toMatch(/GST\/HST no\. 81234 5678 RT0001[\s\S]*By bank transfer/)
  // All column headings are complete, even with every tax column present.
  expect(texts).toEqual(expect.arrayContaining(Object.values(invoiceWords.en.heads)))
  for (const [n, page] of pages.entries())
    expect(page).toEqual(expect.arrayContaining([`Page ${n + 1} of `, String(pages.length)]))
})

test('INV-12 RECV-4 a French-speaking customer gets a French invoice, with nothing paid, as it was when issued', async () => {
  await setInvoiceStatus(owner, made.french.id, 'PARTIALLY_PAID')
  const { rows } = await owner.query('select total_cents::int, paid_cents::int from invoices where id = $1', [
    made.french.id,
  ])
  const { pages } = await pdfOf(people.staff, made.french.id)
  expect(pages.flat()).toEqual(expect.arrayContaining(Object.values(invoiceWords.fr.heads)))
  const first = pages[0] ?? []
  expect(first).toEqual(
    expect.arrayContaining([
      'FACTURE',
      'Facturé à'.toUpperCase(),
      'Net 30 jours',
      'Montant dû au plus tard le 2026-12-01',
      'TPS',
      'Par produit',
    ]),
  )
  const shown = (cents: number) => first.filter((text) => text === formatMoney(cents, 'CAD', 'fr')).length
  expect([shown(rows[0].total_cents), shown(0), shown(rows[0].paid_cents)]).toEqual([2, 1, 0])
})

test('INV-12 COST-2 a customer’s PDF has what a line is checked by: the quantity in the unit of the price, and the tax rates', async () => {
  const invoice = await makeInvoice(owner, { companyId: northline, lines: 2, status: 'SENT' })
  await owner.query('alter table transaction_lines disable trigger transaction_lines_billed_stay')
  await owner.query(
    `update transaction_lines l set is_manual = false, unit = 'GAL', price_unit = 'L', quantity_milli = 100000, price_quantity_milli = 378541,
       tax_row_ids = array(select id from tax_rates where jurisdiction = 'CA-ON' and product_class = 'diesel' and tax = 'HST')
     from transactions t where t.id = l.transaction_id and t.invoice_id = $1`,
    [invoice.id],
  )
  await owner.query('alter table transaction_lines enable trigger transaction_lines_billed_stay')
  const texts = (await pdfOf(people.northline, invoice.number)).pages.flat()
  expect(texts).toContain('378.541 L')
  expect(texts.join(' ')).toContain('rounded to the cent: ON HST 13% · QC HST 13%.')
  const { body } = await fetchAs(people.northline, `${invoice.number}/download/csv`)
  expect(body).toContain(',378.541,')
})

test('TXN-16 the PDF and the CSV show a price with up to six decimals in full, in both languages', async () => {
  for (const [language, ...shown] of [
    ['en', '1.666675', '1.66765', '2.1000', '2.123456'],
    ['fr', '1,666675', '1,66765', '2,1000', '2,123456'],
  ] as const) {
    const invoice = await makeInvoice(owner, { companyId: northline, lines: 2, language, status: 'DRAFT' })
    // Lines of a billed transaction cannot change.
    await owner.query('alter table transaction_lines disable trigger transaction_lines_billed_stay')
    await owner.query(
      `update transaction_lines set price_e6 = case n when 0 then 1666675 else 1667650 end, retail_e6 = case n when 0 then 2123456 else 2100000 end
       where transaction_id in (select id from transactions where invoice_id = $1)`,
      [invoice.id],
    )
    await owner.query('alter table transaction_lines enable trigger transaction_lines_billed_stay')
    const texts = (await pdfOf(people.staff, invoice.number)).pages.flat()
    expect(texts).toEqual(expect.arrayContaining([...shown]))
    const { body } = await fetchAs(people.staff, `${invoice.number}/download/csv`)
    for (const price of [',2.123456,1.666675,', ',2.1,1.66765,']) expect(body).toContain(price)
  }
})

test('INV-12 the PDF and the CSV show the retail price that the discount compares with, also if only the rate has one', async () => {
  const invoice = await makeInvoice(owner, { companyId: northline, lines: 2, status: 'DRAFT' })
  await owner.query('alter table transaction_lines disable trigger transaction_lines_billed_stay')
  await owner.query(
    `update transaction_lines set retail_e6 = case n when 0 then 0 end, rate_retail_e4 = case n when 0 then 18717 else 19001 end
     where transaction_id in (select id from transactions where invoice_id = $1)`,
    [invoice.id],
  )
  await owner.query('alter table transaction_lines enable trigger transaction_lines_billed_stay')
  expect((await pdfOf(people.staff, invoice.number)).pages.flat()).toEqual(expect.arrayContaining(['1.8717', '1.9001']))
  const { body } = await fetchAs(people.staff, `${invoice.number}/download/csv`)
  for (const price of [',1.8717,', ',1.9001,']) expect(body).toContain(price)
})

test('INV-12 RECV-4 the CSV repeats the invoice in every row and matches the stored data; no cell is a formula', async () => {
  const answer = await fetchAs(people.desk, `${made.french.number}/download/csv`)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="invoice.csv"')
  const [head, ...rows] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head?.split(',')).toEqual(invoiceCsvColumns)
  const stored = await linesOf(made.french.id)
  expect(rows).toHaveLength(stored.length)
  const { total_cents } = (await owner.query('select total_cents from invoices where id = $1', [made.french.id]))
    .rows[0]
  for (const [n, line] of stored.entries()) {
    const row = rows[n] ?? ''
    expect(row.startsWith(`${made.french.number},Sent,Fresh Fuels Energy Inc.,`)).toBe(true)
    const amounts = ['pre_cents', 'gst_cents', 'hst_cents', 'pst_cents', 'qst_cents', 'discount_cents', 'amount_cents']
    expect(row.split(',').slice(-7).map(Number)).toEqual(amounts.map((column) => Number(line[column] ?? 0) / 100))
    expect(row).toContain(
      `,${Number(total_cents) / 100},0,${Number(total_cents) / 100},${line.card_number ? `…${line.card_number.slice(-4)}` : ''},${line.dtl_auth_id},`,
    )
    expect(row).toContain(`"'=HYPERLINK(""x"")"`)
  }
  for (const { card_number } of stored) if (card_number) expect(answer.body).not.toContain(card_number)
})

test('PERM-7 T8 a customer cannot find another company’s invoice or a Draft, by number or id, alone or in a ZIP file', async () => {
  for (const { id, number } of [made.other, made.draft])
    for (const reference of [id, number])
      for (const path of [`${reference}/download`, `${reference}/download/csv`])
        expect([path, (await fetchAs(people.northline, path)).statusCode]).toEqual([path, 404])
  for (const ids of [[made.other.id], [made.large.id, made.other.id], [made.large.id, made.draft.id]])
    expect((await ask(people.northline, invoiceDocuments.export, { body: { ids } })).status).toBe(404)
  const draft = await pdfOf(people.staff, made.draft.number)
  expect(draft.pages[0]).toContain('INVOICE (DRAFT)')
})

async function unzip(content: Buffer): Promise<Record<string, Buffer>> {
  const archive = await fromBufferPromise(content)
  const files: Record<string, Buffer> = {}
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray())
  return files
}
const exportAs = async (who: string, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/v2/spol/invoices/export',
    headers: { authorization: await tokenOf(who) },
    payload,
  })

test('INV-3 chosen invoices download as one ZIP file, PDF by default or CSV; a filter selects what the list shows', async () => {
  const ids = [made.large.id, made.french.id]
  const zip = await exportAs(people.northline, { ids })
  expect([zip.statusCode, zip.headers['content-disposition']]).toEqual([200, 'attachment; filename="invoices.zip"'])
  const files = await unzip(zip.rawPayload)
  expect(Object.keys(files)).toEqual([`${made.large.number}.pdf`, `${made.french.number}.pdf`])
  expect(parsePdf(files[`${made.french.number}.pdf`] as Buffer).pages[0]).toContain(made.french.number)
  const sheets = await unzip(
    (await exportAs(people.northline, { filter: [`invoice_number:${made.large.number}`], type: 'CSV' })).rawPayload,
  )
  expect(Object.keys(sheets)).toEqual([`${made.large.number}.csv`])
  expect(String(sheets[`${made.large.number}.csv`]).trimEnd().split('\r\n')).toHaveLength(121)
  const own = await unzip((await exportAs(people.prairie, { filter: ['invoice_number::INV-2026-8'] })).rawPayload)
  expect(Object.keys(own)).toEqual([`${made.other.number}.pdf`])
  const { body } = await ask(people.staff, invoiceDocuments.export, { body: { ids: [] } })
  expect(body.error.fields).toEqual({ ids: 'Please select an invoice to export.' })
  const many = await ask(people.staff, invoiceDocuments.export, {
    body: { ids: Array.from({ length: 1001 }, (_, n) => n + 1) },
  })
  expect(many.body.error.fields).toEqual({ ids: 'Choose at most 1,000 invoices at once.' })
})

test('E3 a ZIP file that fails halfway is a broken download, never a file that looks complete', async () => {
  const broken = await makeInvoice(owner, { companyId: northline, lines: 4 })
  // Simulates a change between two chunks: the lines and the total no longer match.
  await owner.query(`update invoices set total_cents = total_cents + 1 where id = $1`, [broken.id])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/v2/spol/invoices/export`, {
    method: 'POST',
    headers: { authorization: await tokenOf(people.staff), 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [made.large.id, broken.id] }),
  })
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  const alone = await fetch(`http://127.0.0.1:${port}/v2/spol/invoices/${broken.id}/download`, {
    headers: { authorization: await tokenOf(people.staff) },
  })
  // Nothing is sent or stored of a document that does not add up.
  expect([alone.status, ((await alone.json()) as { error: { code: string } }).error.code]).toEqual([
    500,
    'service.unexpected',
  ])
  const { rows } = await owner.query('select from issued_documents where invoice_id = $1', [broken.id])
  expect(rows).toEqual([])
  const draft = await makeInvoice(owner, { companyId: northline, lines: 4, status: 'DRAFT' })
  await owner.query(`update invoices set total_cents = total_cents + 1 where id = $1`, [draft.id])
  const drawn = await fetch(`http://127.0.0.1:${port}/v2/spol/invoices/${draft.id}/download`, {
    headers: { authorization: await tokenOf(people.staff) },
  })
  await expect(drawn.arrayBuffer()).rejects.toThrow()
})

test('INV-13 RECV-4 an invoice that was voided before its document was stored shows what is known: its former total', async () => {
  const voided = await makeInvoice(owner, { companyId: northline, lines: 3 })
  const { total_cents } = (await owner.query('select total_cents::int from invoices where id = $1', [voided.id]))
    .rows[0]
  await setInvoiceStatus(owner, voided.id, 'VOID')
  await owner.query('update invoices set voided_cents = $2 where id = $1', [voided.id, total_cents])
  const { pages } = await pdfOf(people.northline, voided.number)
  expect(pages[0]).toEqual(
    expect.arrayContaining([
      'INVOICE (VOID)',
      formatMoney(total_cents, 'CAD', 'en'),
      '$0.00 CAD',
      invoiceWords.en.linesLost,
      expect.stringMatching(/^Stored on \d{4}-\d{2}-\d{2}$/),
    ]),
  )
  expect((await fetchAs(people.northline, `${voided.id}/download/csv`)).body.trimEnd().split('\r\n')).toHaveLength(2)
})

test('A1 downloads and exports are in the audit log, with user and content', async () => {
  await pdfOf(people.desk, made.large.id)
  const { rows } = await owner.query(
    `select user_email, record_label from audit_log where action = 'invoices.download' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ user_email: people.desk, record_label: made.large.number }])
})
