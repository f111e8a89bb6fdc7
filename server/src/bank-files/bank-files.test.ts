import { readFileSync } from 'node:fs'
import { bankFiles } from '@portal/contract/bank-files/bank-files.ts'
import { type BankLine, bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { banks } from '@portal/contract/bank-files/banks.ts'
import { booksContract } from '@portal/contract/books/books.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { insertCustomer, insertSentInvoice, redateInvoices } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'

const { ask, owner, clock } = await testApp({ poolSize: 8 })
clock.now = new Date('2026-11-20T15:00:00Z')

let made = 0
const mapping = {
  has_header: true,
  separator: ',',
  decimal_mark: '.',
  date_format: 'YYYY-MM-DD',
  date: 'Date',
  amount: 'Amount',
  reference: 'Reference',
  name: 'Name',
}
async function addBank(changes: object = {}): Promise<number> {
  const body = { name: `Bank ${++made}`, currency: 'CAD', mapping, ...changes }
  const answer = await ask(people.staff, banks.create, { body })
  expect([answer.status, answer.body.payment_mode]).toEqual([201, 'eft'])
  return answer.body.id
}
const csv = (...rows: string[]) => ['Date,Amount,Reference,Name', ...rows].join('\n')
const upload = (bank: number, content: string | Buffer, name = 'november.csv') =>
  ask(people.staff, bankFiles.upload, form({ content, name, type: 'text/csv', before: { bank_id: String(bank) } }))
const linesOf = async (bank: number): Promise<BankLine[]> => {
  const { rows } = await owner.query('select name from banks where id = $1', [bank])
  const query = { filter: `bank_name:${rows[0].name}`, size: '50', sort: 'line_date,asc' }
  return (await ask(people.staff, bankLines.list, { query })).body.bank_lines
}
const counts = ({ added, known, debits, failed }: Record<string, number>) => [added, known, debits, failed]
const given = (line: BankLine, changes: object = {}) => ({
  id: line.id,
  version: line.version,
  company_id: line.proposal?.company_id ?? 0,
  allocations: line.proposal?.allocations.map(({ invoice_number, amount }) => ({ invoice_number, amount })) ?? [],
  ...changes,
})
const confirm = (lines: object[]) => ask(people.staff, bankLines.confirm, { body: { lines } })
const receiptsOf = async (company: number) =>
  (
    await owner.query(
      'select id::int, amount_cents::int as cents, open_cents::int as open, reference, payment_mode, receipt_date::text as day from receipts where company_id = $1 order by id',
      [company],
    )
  ).rows
let numbers = 100
/** A sent invoice with a number as the portal gives it. */
async function numbered(company: number, cents: number) {
  const { id } = await insertSentInvoice(owner, company, cents)
  const invoice_number = `INV-2031-${String(++numbers).padStart(6, '0')}`
  await redateInvoices(owner, `invoice_number = '${invoice_number}' where id = ${id}`)
  return { id, invoice_number }
}
const breaches = async () => {
  const client = await owner.connect()
  const found = await reconcile(client).finally(() => client.release())
  return found.breaches.filter(({ rule }) => rule.startsWith('RECV'))
}

test('RECV-1 the columns of a new bank’s file are shown with a proposed mapping; then they are mapped once', async () => {
  const content = readFileSync(new URL('../../../samples/bank/bank-french.csv', import.meta.url))
  const seen = await ask(people.staff, bankFiles.columns, form({ content, name: 'releve.csv', type: 'text/csv' }))
  expect(seen.body.columns).toEqual([
    "Date de l'opération",
    'No de référence',
    'Nom du payeur',
    'Retrait',
    'Dépôt',
    'Solde',
  ])
  const { proposed } = seen.body
  const bank = await addBank({ name: 'Caisse', mapping: proposed })
  const first = await upload(bank, content)
  expect([first.status, counts(first.body), first.body.errors]).toEqual([201, [3, 0, 1, 0], []])
  const lines = await linesOf(bank)
  expect(lines.map(({ amount, status }) => [amount, status])).toEqual([
    [1250, 'open'],
    [300.5, 'open'],
    [-24.95, 'not_taken'],
    [2040.1, 'open'],
  ])
  expect(lines[1]?.proposal).toMatchObject({ company_name: 'Prairie Freight' })
  const taken = await ask(people.staff, banks.create, { body: { name: 'caisse', currency: 'CAD', mapping } })
  expect([taken.status, taken.body.error.code]).toEqual([409, 'bank.name-taken'])
})

test('RECV-1 a mapping without an amount or a payer is refused at its field; a bank with lines keeps its currency', async () => {
  const body = { name: 'Half', currency: 'CAD', mapping: { ...mapping, amount: null, reference: null, name: null } }
  const { fields } = (await ask(people.staff, banks.create, { body })).body.error
  expect(Object.keys(fields)).toEqual(['mapping.amount', 'mapping.reference'])
  const bank = await addBank()
  await upload(bank, csv('2026-11-03,10.00,R1,ACME'))
  const [stored] = (await ask(people.staff, banks.list)).body.banks.filter(({ id }: { id: number }) => id === bank)
  const change = (changes: object) =>
    ask(people.staff, banks.update, {
      params: { id: bank },
      body: { name: stored.name, currency: 'CAD', payment_mode: 'wire', mapping, version: stored.version, ...changes },
    })
  expect((await change({ currency: 'USD' })).body.error.code).toBe('record.field-locked')
  expect((await change({})).body).toMatchObject({ payment_mode: 'wire', version: 2, lines: 1 })
  expect((await change({})).body.error.code).toBe('record.stale')
})

test('RECV-1 the same file, or an overlapping one, adds nothing twice; equal payments of a day are two lines', async () => {
  const bank = await addBank()
  const [a, b, c] = ['2026-11-03,10.00,R1,ACME', '2026-11-03,10.00,R1,ACME', '2026-11-04,-5.00,Fee,']
  expect(counts((await upload(bank, csv(a, c))).body)).toEqual([1, 0, 1, 0])
  expect(counts((await upload(bank, csv(a, c))).body)).toEqual([0, 2, 0, 0])
  expect(counts((await upload(bank, csv(a, b, c, '2026-11-05,7.00,R2,ACME', 'x,1.00,R3,ACME'))).body)).toEqual([
    2, 2, 0, 1,
  ])
  expect(await linesOf(bank)).toHaveLength(4)
  const same = csv(...Array.from({ length: 200 }, (_, n) => `2026-11-06,${n + 1}.00,R${n},ACME`))
  const backwards = csv(...Array.from({ length: 200 }, (_, n) => `2026-11-06,${200 - n}.00,R${199 - n},ACME`))
  const both = await Promise.all([upload(bank, same), upload(bank, backwards), upload(bank, same)])
  expect(both.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(both.reduce((sum, { body }) => sum + body.added, 0)).toBe(200)
  const { rows } = await owner.query('select count(*)::int as count from bank_lines where bank_id = $1', [bank])
  expect(rows[0].count).toBe(204)
})

test('RECV-1 bad rows are named; a file that is not a CSV, or without the bank’s columns, is refused whole', async () => {
  const bank = await addBank()
  const { body } = await upload(bank, csv('2026-11-03,10.00,R1,ACME', '03/11/2026,"1,0",R2,ACME'))
  expect(body.errors).toEqual([
    expect.objectContaining({
      row: 3,
      column: 'Date',
      value: '03/11/2026',
      reason: 'Not a date in the order YYYY-MM-DD.',
    }),
    expect.objectContaining({ row: 3, column: 'Amount', value: '1,0' }),
  ])
  for (const [content, name] of [
    ['Day,Sum\n1,2', 'a.csv'],
    ['PK\x03\x04xx', 'a.csv'],
    [csv(), 'a.csv'],
    [csv('2026-11-03,1.00,R,A'), 'a.xlsx'],
  ] as const) {
    const refused = await upload(bank, content, name)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'import.refused'])
  }
  const large = await upload(bank, Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))
  expect(large.status).toBe(413)
  expect((await upload(999_999, csv('2026-11-03,1.00,R,A'))).status).toBe(404)
})

test('RECV-1 chosen lines are booked as receipts by their proposals, each with its outcome, and the rest stays on account', async () => {
  const company = await insertCustomer(owner, { name: 'Confirmed Carriers' })
  const invoice = await numbered(company, 10_000)
  const bank = await addBank()
  await upload(
    bank,
    csv(
      `2026-11-03,120.00,Payment ${invoice.invoice_number.slice(4)},HOLDING 99`,
      '2026-11-04,30.00,Deposit,HOLDING 99',
    ),
  )
  const [first, second] = (await linesOf(bank)) as [BankLine, BankLine]
  expect(first.proposal).toMatchObject({
    basis: 'invoice_number',
    company_name: 'Confirmed Carriers',
    allocations: [{ invoice_number: invoice.invoice_number, amount: 100, amount_due: 100 }],
    on_account: 20,
  })
  expect(second.proposal).toMatchObject({ basis: null, company_id: null })
  const answer = await confirm([given(first), given(second, { company_id: 999_999 })])
  expect([answer.status, answer.body.booked]).toEqual([200, 1])
  expect(answer.body.results.map(({ outcome, code }: Record<string, string>) => [outcome, code])).toEqual([
    ['booked', null],
    ['refused', 'request.invalid'],
  ])
  const [receipt] = await receiptsOf(company)
  expect(receipt).toMatchObject({ cents: 12_000, open: 2_000, payment_mode: 'eft', day: '2026-11-03' })
  const [booked, open] = (await linesOf(bank)) as [BankLine, BankLine]
  expect(booked).toMatchObject({
    status: 'booked',
    receipt_id: receipt.id,
    company_name: 'Confirmed Carriers',
    invoices: [invoice.invoice_number],
    proposal: null,
  })
  // The payer is known from the confirmed line.
  expect(open.proposal).toMatchObject({ basis: 'earlier_line', company_id: company, on_account: 30 })
  const again = await confirm([given(booked, { company_id: company })])
  expect(again.body.results[0]).toMatchObject({
    outcome: 'refused',
    code: 'bank-line.booked',
    receipt_id: receipt.id,
  })
  expect(await breaches()).toEqual([])
})

test('RECV-1 a preview names what confirming chosen lines would book, and leaves out what a person has to decide', async () => {
  const company = await insertCustomer(owner, { name: 'Previewed Carriers' })
  const { invoice_number } = await numbered(company, 10_000)
  const bank = await addBank()
  await upload(
    bank,
    csv(
      `2026-11-03,120.00,${invoice_number},X`,
      '2026-11-04,5.00,R,PREVIEWED CARRIERS',
      '2026-11-05,6.00,R,UNKNOWN',
      '2026-11-06,-1.00,R,',
    ),
  )
  const lines = await linesOf(bank)
  const ids = lines.map(({ id }) => id)
  const preview = (body: object) => ask(people.staff, bankLines.confirmPreview, { body })
  const { body } = await preview({ ids })
  expect(body.lines.map(({ id }: BankLine) => id)).toEqual(ids.slice(0, 2))
  expect([body.left_out, body.totals]).toEqual([2, [{ currency: 'CAD', amount: 125, on_account: 25 }]])
  const filtered = await preview({ filter: [`bank_name:${lines[0]?.bank_name}`] })
  expect([filtered.body.lines.length, filtered.body.left_out]).toEqual([2, 1])
  expect((await preview({})).body.error.fields).toEqual({ ids: 'Choose at least one line.' })
})

test('RECV-1 two confirmations of a line at once book one receipt', async () => {
  const company = await insertCustomer(owner, { name: 'Racing Carriers' })
  const bank = await addBank()
  await upload(bank, csv('2026-11-03,50.00,Race,RACING CARRIERS', '2026-11-04,60.00,Race 2,RACING CARRIERS'))
  const lines = (await linesOf(bank)).map((line) => given(line))
  const answers = await Promise.all([confirm(lines), confirm(lines), confirm([...lines].reverse()), confirm(lines)])
  expect(answers.reduce((sum, { body }) => sum + body.booked, 0)).toBe(2)
  expect((await receiptsOf(company)).map(({ cents }) => cents).sort()).toEqual([5_000, 6_000])
})

test('RECV-1 an invoice is not over-allocated by two lines; the refusal is at the line', async () => {
  const company = await insertCustomer(owner, { name: 'Twice Carriers' })
  const { invoice_number } = await numbered(company, 10_000)
  const bank = await addBank()
  await upload(
    bank,
    csv(`2026-11-03,100.00,${invoice_number},TWICE`, `2026-11-04,100.00,again ${invoice_number},TWICE`),
  )
  const lines = await linesOf(bank)
  const { body } = await confirm(lines.map((line) => given(line)))
  expect(body.results.map(({ code }: { code: string | null }) => code)).toEqual([null, 'payment.invoice-paid'])
  expect(await receiptsOf(company)).toHaveLength(1)
})

test('RECV-2 a receipt typed by hand is shown as perhaps booked; linking the line to it books nothing', async () => {
  const company = await insertCustomer(owner, { name: 'Typed Carriers' })
  const body = { company_id: company, currency: 'CAD', amount: 40, receipt_date: '2026-11-02', payment_mode: 'cheque' }
  const typed = (await ask(people.staff, receipts.create, { body: { ...body, reference: 'chq 7001' } })).body
  const bank = await addBank()
  await upload(
    bank,
    csv(
      '2026-11-03,40.00,CHQ7001,TYPED CARRIERS',
      '2026-11-04,40.00,CHQ7001,TYPED CARRIERS',
      '2026-11-05,41.00,X,TYPED CARRIERS',
    ),
  )
  const [first, second, third] = (await linesOf(bank)) as [BankLine, BankLine, BankLine]
  expect(first.proposal?.perhaps_booked).toMatchObject({ receipt_id: typed.id, company_name: 'Typed Carriers' })
  const refused = (await confirm([given(first)])).body.results[0]
  expect([refused.code, refused.reason]).toEqual([
    'receipt.possible-duplicate',
    `Receipt ${typed.id} of 2026-11-02 has this reference and amount.`,
  ])
  const link = (line: BankLine, receipt_id: number) =>
    ask(people.staff, bankLines.link, { params: { id: line.id }, body: { receipt_id, version: line.version } })
  expect((await link(third, typed.id)).body.error.code).toBe('bank-line.other-amount')
  expect((await link(first, typed.id)).body).toMatchObject({ status: 'booked', is_linked: true, receipt_id: typed.id })
  expect((await link(second, typed.id)).body.error.code).toBe('bank-line.receipt-taken')
  expect(await receiptsOf(company)).toHaveLength(1)
  // The equal receipt is another line's money, so this one needs no further confirmation.
  const [, free] = (await linesOf(bank)) as [BankLine, BankLine]
  expect(free.proposal?.perhaps_booked).toBeNull()
  expect((await confirm([given(free)])).body.booked).toBe(1)
  expect(await receiptsOf(company)).toHaveLength(2)
  expect(await breaches()).toEqual([])
})

test('RECV-2 two lines cannot be linked to one receipt at once, and a line not to a receipt that is being reversed', async () => {
  const company = await insertCustomer(owner, { name: 'Linked Carriers' })
  const bank = await addBank()
  await upload(bank, csv('2026-11-03,42.00,L1,LINKED CARRIERS', '2026-11-04,42.00,L2,LINKED CARRIERS'))
  const body = { company_id: company, currency: 'CAD', amount: 42, receipt_date: '2026-11-02', payment_mode: 'eft' }
  const typed = (await ask(people.staff, receipts.create, { body: { ...body, reference: 'L' } })).body
  const lines = await linesOf(bank)
  const link = ({ id, version }: BankLine) =>
    ask(people.staff, bankLines.link, { params: { id }, body: { receipt_id: typed.id, version } })
  const answers = await Promise.all([
    ...lines.map(link),
    ask(people.staff, receipts.reverse, { params: { id: typed.id }, body: { kind: 'mistake', reason: 'x' } }),
  ])
  expect(answers[2]?.status).toBe(201)
  expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThan(2)
  expect((await linesOf(bank)).map(({ status }) => status)).toEqual(['open', 'open'])
})

test('RECV-1 a line whose receipt was entered by mistake can be confirmed again; a returned one (NSF) stays booked', async () => {
  const company = await insertCustomer(owner, { name: 'Reversed Carriers' })
  const bank = await addBank()
  await upload(bank, csv('2026-11-03,70.00,V1,REVERSED CARRIERS', '2026-11-04,80.00,V2,REVERSED CARRIERS'))
  const { body } = await confirm((await linesOf(bank)).map((line) => given(line)))
  const [mistaken, returned] = body.results.map(({ receipt_id }: { receipt_id: number }) => receipt_id)
  const reverse = (id: number, kind: string) =>
    ask(people.staff, receipts.reverse, { params: { id }, body: { kind, reason: 'Test' } })
  await reverse(mistaken, 'mistake')
  await reverse(returned, 'nsf')
  const [open, stays] = (await linesOf(bank)) as [BankLine, BankLine]
  expect(open).toMatchObject({ status: 'open', receipt_id: null, proposal: { company_id: company } })
  expect(stays).toMatchObject({ status: 'booked', receipt_id: returned, is_returned: true })
  const again = await confirm([given(open), given(stays, { company_id: company })])
  expect(again.body.results.map(({ code }: { code: string | null }) => code)).toEqual([null, 'bank-line.booked'])
  expect(await breaches()).toEqual([])
})

test('RECV-1 a line is ignored with a reason and opened again; money out is never booked', async () => {
  const bank = await addBank()
  await upload(bank, csv('2026-11-03,10.00,Interest,', '2026-11-04,-5.00,Fee,'))
  const [line, fee] = (await linesOf(bank)) as [BankLine, BankLine]
  const params = { id: line.id }
  const ignore = (version: number) =>
    ask(people.staff, bankLines.ignore, { params, body: { reason: 'Interest', version } })
  const ignored = await ignore(line.version)
  expect(ignored.body).toMatchObject({ status: 'ignored', reason: 'Interest', proposal: null })
  expect((await ignore(ignored.body.version)).body.error.code).toBe('bank-line.ignored')
  expect((await confirm([given(ignored.body, { company_id: 1 })])).body.results[0].code).toBe('bank-line.ignored')
  const restore = (version: number) => ask(people.staff, bankLines.restore, { params, body: { version } })
  expect((await restore(line.version)).body.error.code).toBe('record.stale')
  expect((await restore(ignored.body.version)).body).toMatchObject({ status: 'open', reason: null })
  expect((await restore(ignored.body.version + 1)).body.error.code).toBe('bank-line.not-ignored')
  expect((await confirm([given(fee, { company_id: 1 })])).body.results[0].code).toBe('bank-line.money-out')
})

test('RECV-6 a line in closed books is refused at the line, and the others are booked', async () => {
  const company = await insertCustomer(owner, { name: 'Closed Carriers' })
  const bank = await addBank()
  await upload(bank, csv('2026-10-30,10.00,C1,CLOSED CARRIERS', '2026-11-04,20.00,C2,CLOSED CARRIERS'))
  const close = (closed_through: string | null) =>
    ask(people.staff, booksContract.change, { body: { closed_through, reason: 'Test' } })
  await close('2026-10-31')
  const { body } = await confirm((await linesOf(bank)).map((line) => given(line)))
  await close(null)
  expect(body.results.map(({ code, reason }: Record<string, string>) => [code, reason])).toEqual([
    ['books.closed', 'The books are closed through 2026-10-31. Only later dates can be booked.'],
    [null, null],
  ])
  expect(await receiptsOf(company)).toHaveLength(1)
})

test('RECV-1 the currency is the bank’s: an invoice in another currency is not proposed', async () => {
  const company = await insertCustomer(owner, { name: 'Border Carriers' })
  const { invoice_number } = await numbered(company, 10_000)
  const bank = await addBank({ currency: 'USD' })
  await upload(bank, csv(`2026-11-03,100.00,${invoice_number},BORDER CARRIERS`))
  const [line] = (await linesOf(bank)) as [BankLine]
  expect(line.proposal).toMatchObject({ basis: 'payer', company_id: company, allocations: [], on_account: 100 })
  const allocations = [{ invoice_number, amount: 100 }]
  expect((await confirm([given(line, { allocations })])).body.results[0].code).toBe('payment.currency')
})

test('RECV-11 a bank line changed by hand is named', async () => {
  await insertCustomer(owner, { name: 'Altered Carriers' })
  const bank = await addBank()
  await upload(bank, csv('2026-11-03,33.00,A1,ALTERED CARRIERS'))
  const [line] = (await linesOf(bank)) as [BankLine]
  await confirm([given(line)])
  await owner.query('update bank_lines set amount_cents = 3301 where id = $1', [line.id])
  expect(await breaches()).toEqual([
    expect.objectContaining({ rule: 'RECV-11', what: expect.stringContaining(`Bank line ${line.id} `) }),
  ])
})
