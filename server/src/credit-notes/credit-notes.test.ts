import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { type IssuedInvoice, issueSeptember } from '../testing/invoices.ts'
import { insertCustomer } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database } = await testApp({ poolSize: 8 })
let issued: IssuedInvoice[] = []
beforeAll(async () => {
  issued = await issueSeptember(owner, database)
})
const next = (): IssuedInvoice => issued.shift() as IssuedInvoice

const create = (body: object) => ask(people.staff, creditNotes.create, { body })
const linesOf = async ({ id }: { id: number }) =>
  (await ask(people.staff, creditNotes.creditable, { params: { id: String(id) } })).body
const invoiceOf = async (id: number) => (await ask(people.staff, invoices.get, { params: { id } })).body.invoice_dto
const voidOf = async (id: number) =>
  ask(people.staff, invoices.update, { body: { ...(await invoiceOf(id)), status: 'VOID', reason: 'Billed twice' } })
const breaches = async () => {
  const client = await owner.connect()
  return (await reconcile(client).finally(() => client.release())).breaches
}

test('RECV-3 INV-13 making a Sent invoice void issues a credit note of all its lines, applied to it in full; its sums and issued amount stay', async () => {
  const invoice = next()
  const sumsOf = async () =>
    (
      await owner.query(
        `select sum(gst_cents)::int as gst, sum(hst_cents)::int as hst, sum(qst_cents)::int as qst, sum(amount_cents)::int as cents from invoice_sums where invoice_id = $1`,
        [invoice.id],
      )
    ).rows[0]
  const before = await sumsOf()
  expect(before.cents).toBe(invoice.cents)
  const { lines } = await linesOf(invoice)
  const answer = await voidOf(invoice.id)
  expect(answer.body).toMatchObject({ status: { key: 'VOID' }, total_amount: 0, amount_due: 0 })
  const number = answer.body.credit_note_number as string
  expect(number).toMatch(/^CN-2026-\d{6}$/)
  const { body: note } = await ask(people.staff, creditNotes.get, { params: { number } })
  expect(note).toMatchObject({
    kind: 'void',
    invoice_number: invoice.invoice_number,
    total_amount: invoice.cents / 100,
    applied: invoice.cents / 100,
    on_account: 0,
    reason: 'Billed twice',
    line_count: lines.length,
  })
  expect(note.lines.map(({ amount }: { amount: number }) => -amount)).toEqual(
    lines.map(({ amount }: { amount: number }) => amount),
  )
  const taxes = (tax: 'gst' | 'hst' | 'qst') =>
    Math.round(note.lines.reduce((sum: number, line: Record<string, number>) => sum - 100 * (line[tax] ?? 0), 0))
  expect({ gst: taxes('gst'), hst: taxes('hst'), qst: taxes('qst'), cents: invoice.cents }).toEqual(before)
  expect(await sumsOf()).toEqual(before)
  expect(await breaches()).toEqual([])
  const undo = { application_id: note.applications[0].id, reason: 'x' }
  expect((await ask(people.staff, creditNotes.unapply, { params: { number }, body: undo })).body.error.code).toBe(
    'credit-note.invoice-void',
  )
})

test('RECV-3 a credit note of chosen lines is applied as far as the invoice is due, leaves its total, and credits no line twice', async () => {
  const invoice = next()
  const { lines, left } = await linesOf(invoice)
  expect(left).toBe(invoice.cents / 100)
  const [first, second] = lines
  const made = await create({ invoice_number: invoice.invoice_number, line_ids: [first.line_id], reason: 'Wrong site' })
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ kind: 'lines', total_amount: first.amount, applied: first.amount, on_account: 0 }),
  ])
  expect(await invoiceOf(invoice.id)).toMatchObject({
    total_amount: invoice.cents / 100,
    credited_amount: first.amount,
    status: { key: 'PARTIALLY_PAID' },
  })
  const twice = await create({ invoice_number: invoice.invoice_number, line_ids: [first.line_id], reason: 'Again' })
  expect([twice.status, twice.body.error.fields]).toEqual([409, { 'line_ids.0': 'This line was already credited.' }])
  expect((await linesOf(invoice)).lines[0].is_credited).toBe(true)
  const foreign = await create({ invoice_number: invoice.invoice_number, line_ids: [987654321], reason: 'x' })
  expect(foreign.body.error.fields).toEqual({ 'line_ids.0': 'This line is not on the invoice.' })
  const due = (await invoiceOf(invoice.id)).amount_due as number
  await ask(people.staff, receipts.create, {
    body: {
      company_id: invoice.company_id,
      currency: invoice.currency,
      amount: due,
      receipt_date: '2026-10-05',
      payment_mode: 'wire',
      reference: `W ${invoice.id}`,
      allocations: [{ invoice_number: invoice.invoice_number, amount: due }],
    },
  })
  expect((await voidOf(invoice.id)).status).toBe(409)
  const { body: open } = await create({
    invoice_number: invoice.invoice_number,
    line_ids: [second.line_id],
    reason: 'Never arrived',
  })
  expect(open).toMatchObject({ applied: 0, on_account: second.amount })
  const racing = await Promise.all(
    Array.from({ length: 5 }, () =>
      create({ invoice_number: invoice.invoice_number, line_ids: [lines[2].line_id], reason: 'Race' }),
    ),
  )
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect(await breaches()).toEqual([])
})

test('RECV-3 an amount with its taxes is credited up to what was issued, or without an invoice put on account and applied later', async () => {
  const invoice = next()
  const amounts = [{ product: 'D1', province: 'ON', description: 'Price agreed', amount: 10, hst: 1.3 }]
  const { body: made } = await create({
    invoice_number: invoice.invoice_number,
    amounts,
    reason: 'Agreed',
    apply: false,
  })
  expect(made).toMatchObject({ kind: 'amount', total_amount: 11.3, on_account: 11.3 })
  expect(made.lines[0]).toMatchObject({ pre_tax: -10, hst: -1.3, amount: -11.3, province: 'ON' })
  const much = await create({
    invoice_number: invoice.invoice_number,
    amounts: [{ ...amounts[0], amount: invoice.cents / 100, hst: 0 }],
    reason: 'All of it',
  })
  expect([much.body.error.code, much.body.error.fields.amounts]).toEqual([
    'credit-note.exceeds-invoice',
    expect.stringContaining('can still be credited'),
  ])
  const params = { number: made.credit_note_number }
  const allocations = [{ invoice_number: invoice.invoice_number, amount: 11.3 }]
  const twice = [...allocations, ...allocations]
  expect(
    (await ask(people.staff, creditNotes.apply, { params, body: { allocations: twice } })).body.error.fields,
  ).toEqual({
    'allocations.1.invoice_number': 'This invoice is listed twice.',
  })
  const applied = await ask(people.staff, creditNotes.apply, { params, body: { allocations } })
  expect(applied.body).toMatchObject({ applied: 11.3, on_account: 0 })
  expect((await ask(people.staff, creditNotes.apply, { params, body: { allocations } })).body.error.code).toBe(
    'credit-note.nothing-left',
  )
  const undo = { application_id: applied.body.applications[0].id, reason: 'Other invoice' }
  const undone = await ask(people.staff, creditNotes.unapply, { params, body: undo })
  expect(undone.body).toMatchObject({ applied: 0, on_account: 11.3 })
  expect((await invoiceOf(invoice.id)).status.key).toBe('SENT')
  const company = await insertCustomer(owner)
  const { body: alone } = await create({ company_id: company, currency: 'CAD', amounts, reason: 'Goodwill' })
  expect(alone).toMatchObject({ invoice_number: null, on_account: 11.3 })
  const unknown = await create({ invoice_number: 'INV-9', amounts, reason: 'x' })
  expect(unknown.body.error.fields).toEqual({ invoice_number: 'No invoice has this number.' })
  const faultsOf = async (changes: object) =>
    (await create({ company_id: company, currency: 'CAD', amounts: [{ ...amounts[0], ...changes }], reason: 'x' })).body
      .error.fields
  expect([await faultsOf({ province: 'ZZ' }), await faultsOf({ gst: 0.5 })]).toEqual([
    { 'amounts.0.province': 'Enter the two letters of a province or state.' },
    { 'amounts.0.hst': 'HST takes the place of GST, PST and QST.' },
  ])
  const faults = await create({ reason: 'x' })
  expect(faults.body.error.fields).toEqual({
    line_ids: 'Choose at least one line, or enter an amount.',
    company_id: 'Name the customer and the currency, or an invoice.',
  })
  expect(await breaches()).toEqual([])
})

test('RECV-3 with rebill the lines are billed again at their corrected price: linked, without a draw, an identity or a second cost', async () => {
  const invoice = issued.find(({ currency }) => currency === 'CAD') as IssuedInvoice
  const { rows: fuel } = await owner.query(
    `select l.id::int, l.transaction_id::int, l.amount_cents::int as cents, t.provider_id, t.card_id from transactions t join transaction_lines l on l.transaction_id = t.id
     where t.invoice_id = $1 and l.markup_id is not null order by l.id limit 1`,
    [invoice.id],
  )
  const [line] = fuel
  await owner.query(
    `update markups set markup_value_e4 = markup_value_e4 + 1000 where id = (select markup_id from transaction_lines where id = $1)`,
    [line.id],
  )
  const balance = async () =>
    (
      await owner.query(
        'select weekly_product_balance_cents, weekly_fuel_quantity_balance_milli from cards where id = $1',
        [line.card_id],
      )
    ).rows
  const before = await balance()
  const { body: note } = await create({
    invoice_number: invoice.invoice_number,
    line_ids: [line.id],
    reason: 'Markup was agreed higher',
    rebill: true,
  })
  expect(note).toMatchObject({ is_rebilled: true, total_amount: line.cents / 100 })
  const { rows } = await owner.query(
    `select t.id::int, t.source, t.card_id, t.invoice_id, l.amount_cents::int as cents, l.cost_pre_cents,
       (select count(*)::int from transaction_identities i where i.transaction_id = t.id) as identities
     from transactions t join transaction_lines l on l.transaction_id = t.id where rebills_id = $1`,
    [line.transaction_id],
  )
  expect(rows).toEqual([
    expect.objectContaining({
      source: 'rebill',
      card_id: null,
      invoice_id: null,
      identities: 0,
      cost_pre_cents: null,
    }),
  ])
  expect(rows[0].cents).toBeGreaterThan(line.cents)
  expect(await balance()).toEqual(before)
  expect((await ask(people.staff, transactions.get, { params: { id: rows[0].id } })).status).toBe(200)
  expect(await breaches()).toEqual([])
})
