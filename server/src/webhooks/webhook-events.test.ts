import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { type WebhookEvent, webhookEvents, webhookPayloads } from '@portal/contract/webhooks/webhook-events.ts'
import type { WebhookDelivery } from '@portal/contract/webhooks/webhooks.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { hooking, openToAll } from '../testing/hooks/hooking.ts'
import { startReceiver } from '../testing/hooks/receiver.ts'
import { bought, testImports } from '../testing/importing.ts'
import { makeInvoice, setBillingSettings } from '../testing/invoices.ts'
import { insertSentInvoice, paymentBody } from '../testing/paying.ts'

const app = await testImports(undefined, { outbound: openToAll, poolSize: 6 })
const { ask, owner, clock, imported, freshCard, rows } = app
const receiver = await startReceiver()
const { add, raise, deliver } = hooking(app)

const companyOf = async (email: string): Promise<number> =>
  (await rows('select company_id::int as id from users where email = $1', [email]))[0].id
const northline = await companyOf(people.northline)
await setBillingSettings(owner)

beforeEach(async () => {
  await raise()
  await owner.query('delete from webhooks')
  await owner.query(`update cards set card_status = 'RELEASE' where card_status = 'HOLD'`)
  receiver.received.length = 0
})
/** What the webhooks at these paths received, by the events' names. */
async function heard(): Promise<Record<string, WebhookDelivery[]>> {
  clock.now = new Date()
  await raise()
  await deliver()
  for (const { body } of receiver.received) webhookPayloads[body.event as WebhookEvent].strict().parse(body)
  const bodies = Object.groupBy(receiver.received, ({ path }) => path.slice(1))
  return Object.fromEntries(Object.entries(bodies).map(([path, all]) => [path, (all ?? []).map(({ body }) => body)]))
}
const everyone = async () => {
  await add(people.northline, `${receiver.url}/northline`, webhookEvents)
  await add(people.prairie, `${receiver.url}/prairie`, webhookEvents)
  await add(people.staff, `${receiver.url}/provider`, webhookEvents)
}

const draftOf = async () => {
  const { id } = await makeInvoice(owner, { companyId: northline, lines: 2, status: 'DRAFT' })
  return (await ask(people.staff, invoices.get, { params: { id } })).body.invoice_dto
}
const send = async () => {
  const draft = await draftOf()
  expect((await ask(people.staff, invoices.update, { body: { ...draft, status: 'SENT' } })).status).toBe(200)
  return draft
}
const pay = async () => {
  const invoice = await insertSentInvoice(owner, northline, 12_345)
  const body = { ...paymentBody(invoice as never, 123.45), payment_date: '2026-11-10' }
  const paid = await ask(people.staff, payments.register, { body })
  expect(paid.status).toBe(201)
  return { invoice, payment: paid.body.id as number }
}
const [card] = await rows(
  `select id::int, right(card_number, 4) as last from cards where company_id = $1 and card_status = 'RELEASE' order by id limit 1`,
  [northline],
)
const change = (endpoint: typeof cardBulk.hold | typeof cardBulk.release) =>
  ask(people.staff, endpoint, { body: { cardIds: [card.id], reason: 'Lost' } })

/** Each event by its real act: what it does, and some of what is told of it. */
const acts: Record<WebhookEvent, () => Promise<object>> = {
  'invoice.sent': async () => {
    const { id, invoice_number, total_amount } = await send()
    return { invoice_id: id, invoice_number, total_amount, due_date: '2026-12-01', currency: 'CAD' }
  },
  'invoice.paid': async () => {
    const { invoice } = await pay()
    return { invoice_id: invoice.id, invoice_number: invoice.invoice_number, total_amount: 123.45 }
  },
  'payment.received': async () => {
    const { invoice } = await pay()
    const { id, invoice_number } = invoice
    const allocations = [{ invoice_id: id, invoice_number, amount: 123.45 }]
    return { receipt_date: '2026-11-10', amount: 123.45, currency: 'CAD', allocations }
  },
  'payment.reversed': async () => {
    const { invoice, payment } = await pay()
    const body = { kind: 'nsf', reason: 'No funds' }
    expect((await ask(people.staff, payments.reverse, { params: { id: payment }, body })).status).toBe(201)
    const allocations = [{ invoice_id: invoice.id, invoice_number: invoice.invoice_number, amount: 123.45 }]
    return { kind: 'nsf', amount: 123.45, is_whole: true, allocations }
  },
  'card.held': async () => {
    await change(cardBulk.hold)
    return { card_id: card.id, card_number: expect.stringMatching(`^•+${card.last}$`), reason: 'person' }
  },
  'card.released': async () => {
    await change(cardBulk.hold)
    await change(cardBulk.release)
    return { card_id: card.id, card_number: expect.stringMatching(`^•+${card.last}$`), reason: 'person' }
  },
  'import.done': async () => {
    const { id, file_name } = await imported('Esso', [bought(await freshCard())])
    return { import_id: id, file_name, kind: 'transactions', status: 'done', booked: 1, failed: 0 }
  },
  'exception.raised': async () => {
    await imported('Esso', [bought(await freshCard({ card_status: 'HOLD' }))])
    return { rule: 'on_hold', severity: 'severe', card_number: expect.stringMatching(/^•{6}\d{4}$/) }
  },
}

test.each(webhookEvents)('INTEG-3 %s is raised by its act, and reaches its company and the provider', async (event) => {
  await everyone()
  const data = await acts[event]()
  const { northline: own = [], provider = [], prairie } = await heard()
  const of = (all: readonly { event: string }[]) => all.filter((one) => one.event === event)
  const company_id = event === 'import.done' ? await companyOf(people.staff) : northline
  const told = [
    { id: expect.any(Number), event, created_at: expect.any(String), company_id, data: expect.objectContaining(data) },
  ]
  expect(of(provider)).toEqual(told)
  expect(of(own)).toEqual(event === 'import.done' ? [] : told)
  expect(prairie).toBeUndefined()
})

test('INTEG-3 a returned payment holds the cards, and each card is told with its rule', async () => {
  await add(people.northline, receiver.url, ['card.held', 'card.released'])
  const { payment } = await pay()
  const { rows: before } = await owner.query(
    `select count(*)::int as active from cards where company_id = $1 and card_status = 'RELEASE'`,
    [northline],
  )
  await ask(people.staff, payments.reverse, { params: { id: payment }, body: { kind: 'nsf', reason: 'No funds' } })
  await heard()
  const reasons = receiver.received.map(({ body }) => `${body.event} ${body.data.reason}`)
  expect([reasons.length, new Set(reasons)]).toEqual([before[0].active, new Set(['card.held nsf'])])
})

test('INTEG-3 a receipt of several invoices is one payment, and its reversal tells which invoices are open again', async () => {
  await add(people.northline, receiver.url, ['payment.received', 'payment.reversed', 'invoice.paid'])
  const [one, two] = [await insertSentInvoice(owner, northline, 1000), await insertSentInvoice(owner, northline, 2000)]
  const made = await ask(people.staff, receipts.create, {
    body: {
      company_id: northline,
      currency: 'CAD',
      amount: 50,
      receipt_date: '2026-11-05',
      payment_mode: 'cheque',
      reference: 'CHQ 1',
      allocations: [one, two].map(({ invoice_number }, at) => ({ invoice_number, amount: 10 * (at + 1) })),
    },
  })
  expect(made.status).toBe(201)
  const body = { kind: 'mistake', reason: 'Typed twice' }
  await ask(people.staff, receipts.reverse, { params: { id: made.body.id }, body })
  await heard()
  const told = receiver.received.map(({ body: { event, data } }) => [event, data.amount ?? data.total_amount])
  expect(told.sort()).toEqual([
    ['invoice.paid', 10],
    ['invoice.paid', 20],
    ['payment.received', 50],
    ['payment.reversed', 50],
  ])
  const [reversed] = receiver.received.filter(({ body: { event } }) => event === 'payment.reversed')
  expect(reversed?.body.data).toMatchObject({ receipt_id: made.body.id, kind: 'mistake', is_whole: true })
  expect(reversed?.body.data.allocations).toHaveLength(2)
})

test('INTEG-3 COST-2 a customer learns of no exception about the provider’s cost', async () => {
  await everyone()
  await imported('Esso', [bought(await freshCard())])
  await owner.query(
    `insert into exceptions (transaction_id, company_id, rule) select max(id), $1, 'below_cost' from transactions where company_id = $1`,
    [northline],
  )
  await owner.query(
    `update exceptions set found_in = (select max(xid::text::bigint)::text::xid8 from audit_log where action = 'imports.done') where rule = 'below_cost'`,
  )
  const { northline: own = [], provider = [] } = await heard()
  const rulesOf = (all: readonly object[]) =>
    all.flatMap((one) => ((one as { data: { rule?: string } }).data.rule === 'below_cost' ? ['below_cost'] : []))
  expect([rulesOf(provider), rulesOf(own)]).toEqual([['below_cost'], []])
})

test('INTEG-3 several processes, and a pass that is repeated, write one delivery for each webhook and event', async () => {
  await everyone()
  for (let n = 0; n < 3; n++) {
    await change(cardBulk.hold)
    await change(cardBulk.release)
  }
  await Promise.all([raise(), raise(), raise()])
  await owner.query('update webhook_position set seal_no = seal_no - 4')
  const { northline: own, provider } = await heard()
  expect([own?.length, provider?.length]).toEqual([6, 6])
})

test('INTEG-3 a webhook hears of nothing from before it was made, or that it did not ask for', async () => {
  await change(cardBulk.hold)
  await add(people.northline, `${receiver.url}/late`, ['card.held', 'card.released'])
  await add(people.northline, `${receiver.url}/other`, ['invoice.sent'])
  await change(cardBulk.release)
  const { late, other } = await heard()
  expect([late?.map(({ event }) => event), other]).toEqual([['card.released'], undefined])
})
