import { accounts } from '@portal/contract/accounts/accounts.ts'
import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { expect, test } from 'vitest'
import { insertTransaction, people, voidDirectly } from '../testing/factories.ts'
import { parsePdf } from '../testing/files/read-pdf.ts'
import { insertCardOf, insertCustomer, insertSentInvoice, paymentBody } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'
import { settleHolds } from './holds.jobs.ts'

const { app, ask, owner, database, tokenOf } = await testApp()
const today: string = (await owner.query('select provider_day(now())::text as day')).rows[0].day
const account = async (id: number, who: string = people.staff) =>
  (await ask(who, accounts.get, { params: { id } })).body
const statement = async (id: number, from: string, to: string, who: string = people.staff) =>
  (await ask(who, accounts.statement, { params: { id }, query: { from, to } })).body
const statusOf = async (id: number): Promise<string> =>
  (await owner.query('select card_status from cards where id = $1', [id])).rows[0].card_status
/** Due that many days ago, and issued thirty days before. */
const dueAgo = (days: number) => ({ issued: addDays(today, -days - 30), due: addDays(today, -days) })
const northline: number = (await owner.query(`select id::int from companies where name = 'Northline Haulage'`)).rows[0]
  .id

test('PAY-5 M10 unpaid amounts are grouped by age at the exact boundaries, per currency', async () => {
  const id = await insertCustomer(owner, { currency: 'USD' })
  const ages: [number, number][] = [
    [-30, 1],
    [0, 2],
    [1, 4],
    [30, 8],
    [31, 16],
    [60, 32],
    [61, 64],
    [90, 128],
    [91, 256],
    [700, 512],
  ]
  for (const [days, cents] of ages) await insertSentInvoice(owner, id, cents, { ...dueAgo(days) })
  await insertSentInvoice(owner, id, 777, { currency: 'USD', ...dueAgo(31) })
  const paid = await insertSentInvoice(owner, id, 5000, dueAgo(10))
  await ask(people.staff, payments.register, { body: paymentBody(paid, 50) })
  await insertSentInvoice(owner, id, 9900, { status: 'DRAFT' })
  await insertTransaction(owner, id)
  const { balances, as_of } = await account(id)
  expect(as_of).toBe(today)
  const empty = { on_account: 0, current: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_91: 0 }
  expect(balances).toEqual([
    { ...empty, currency: 'USD', days_31_60: 7.77, unpaid: 7.77, unbilled: 0, in_draft: 0, exposure: 7.77 },
    {
      currency: 'CAD',
      current: 0.03,
      days_1_30: 0.12,
      days_31_60: 0.48,
      days_61_90: 1.92,
      days_91: 7.68,
      unpaid: 10.23,
      on_account: 0,
      // One dollar of transactions is unbilled. The Draft is separate, and both count as exposure.
      unbilled: 1,
      in_draft: 99,
      exposure: 110.23,
    },
  ])
})

test('PAY-5 a customer reads its own account without the credit limit, and no other account', async () => {
  await owner.query('update customers set credit_limit_cad_cents = 100 where company_id = $1', [northline])
  await insertSentInvoice(owner, northline, 12_300, dueAgo(5))
  await insertSentInvoice(owner, northline, 45_600, { status: 'DRAFT' })
  const own = await account(northline, people.northline)
  expect([own.credit, own.balances[0]]).toEqual([
    null,
    expect.objectContaining({ days_1_30: 123, unpaid: 123, unbilled: null, in_draft: null, exposure: null }),
  ])
  const seen = await account(northline)
  expect(seen.credit).toMatchObject({ limit: 1, is_over: true, hold_rule: 'warn' })
  expect(seen.balances[0].exposure).toBeGreaterThan(579)
  expect((await account(northline, people.prairie)).error.code).toBe('record.not-found')
})

test('PAY-5 a customer sees which of its own cards a rule holds, why, and how many it will release', async () => {
  const holds = async (who: string) => (await ask(who, accounts.holds, {})).body
  expect(await holds(people.northline)).toEqual({ nsf: 0, credit: 0, card_ids: [] })
  const [one, other] = [await insertCardOf(owner, northline), await insertCardOf(owner, northline)]
  await owner.query(
    `insert into automatic_holds (company_id, card_id, reason, former_status) values ($1, $2, 'nsf', 'RELEASE'), ($1, $2, 'credit', 'RELEASE'),
    ($1, $3, 'nsf', 'HOLD')`,
    [northline, one, other],
  )
  expect(await holds(people.northline)).toEqual({ nsf: 1, credit: 1, card_ids: [one, other].sort((a, b) => a - b) })
  expect(await holds(people.prairie)).toEqual({ nsf: 0, credit: 0, card_ids: [] })
  expect(await holds(people.staff)).toEqual({ nsf: 0, credit: 0, card_ids: [] })
  await owner.query('delete from automatic_holds where company_id = $1', [northline])
})

test('PAY-5 cards are held once when the limit is exceeded, if the rule says so, and released once the customer is under it', async () => {
  const id = await insertCustomer(owner, { limit_cents: 10_000, hold_rule: 'hold' })
  const warned = await insertCustomer(owner, { limit_cents: 10_000 })
  const [card, other, mild] = [
    await insertCardOf(owner, id),
    await insertCardOf(owner, id, 'HOLD'),
    await insertCardOf(owner, warned),
  ]
  const invoice = await insertSentInvoice(owner, id, 10_000)
  await insertSentInvoice(owner, warned, 10_001)
  // Another currency does not count against the limit.
  await owner.query('update customers set credit_limit_usd_cents = 99900 where company_id = $1', [id])
  await insertSentInvoice(owner, id, 99_900, { currency: 'USD' })
  await settleHolds({ database })
  expect(await Promise.all([card, other, mild].map(statusOf))).toEqual(['RELEASE', 'HOLD', 'RELEASE'])
  const transaction = await insertTransaction(owner, id)
  await settleHolds({ database })
  expect(await Promise.all([card, other, mild].map(statusOf))).toEqual(['HOLD', 'HOLD', 'RELEASE'])
  expect(await account(id)).toMatchObject({
    credit: { limit: 100, exposure: 101, is_over: true, hold_rule: 'hold' },
    // The card that a user held before is not released by the rule.
    cards_held: { nsf: 0, credit: 1 },
  })
  // A card released by hand is not held again by the next pass.
  await owner.query(`update cards set card_status = 'RELEASE' where id = $1`, [card])
  await settleHolds({ database })
  expect(await statusOf(card)).toBe('RELEASE')
  await owner.query(`update cards set card_status = 'HOLD' where id = $1`, [card])
  const fresh = await insertCardOf(owner, id)
  await owner.query(`delete from transactions where id = $1`, [transaction])
  await settleHolds({ database })
  expect(await Promise.all([card, other, fresh].map(statusOf))).toEqual(['HOLD', 'HOLD', 'RELEASE'])
  await insertTransaction(owner, id)
  await settleHolds({ database })
  expect(await statusOf(fresh)).toBe('HOLD')
  // A payment releases them at once, without waiting for the job.
  await ask(people.staff, payments.register, { body: paymentBody(invoice, 100) })
  expect(await statusOf(fresh)).toBe('RELEASE')
  const { rows } = await owner.query(
    `select action from audit_log where record_type = 'company' and record_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'accounts.hold',
    'accounts.release',
    'accounts.hold',
    'accounts.release',
  ])
})

test('RECV-8 a limit of 36,000 CAD with 42,216 USD of exposure warns and holds', async () => {
  const [held, warned] = [
    await insertCustomer(owner, { limit_cents: 3_600_000, hold_rule: 'hold' }),
    await insertCustomer(owner, { limit_cents: 3_600_000 }),
  ]
  const [card, mild] = [await insertCardOf(owner, held), await insertCardOf(owner, warned)]
  const invoice = await insertSentInvoice(owner, held, 4_221_600, { currency: 'USD' })
  await insertSentInvoice(owner, warned, 4_221_600, { currency: 'USD' })
  await settleHolds({ database })
  expect([await statusOf(card), await statusOf(mild)]).toEqual(['HOLD', 'RELEASE'])
  const cad = { currency: 'CAD', limit: 36_000, exposure: 0, is_over: false }
  const usd = { currency: 'USD', limit: null, exposure: 42_216, is_over: true }
  expect(await account(held)).toMatchObject({ credit: cad, credits: [cad, usd], cards_held: { nsf: 0, credit: 1 } })
  expect(await account(warned)).toMatchObject({ credit: { ...cad, hold_rule: 'warn' }, credits: [cad, usd] })
  // Part of the money is not enough without a limit; a limit above the rest releases the cards.
  await ask(people.staff, payments.register, {
    body: paymentBody(invoice, 42_216, { amount_paid: 2216, currency: 'USD' }),
  })
  expect(await statusOf(card)).toBe('HOLD')
  await owner.query('update customers set credit_limit_usd_cents = 4000000 where company_id = $1', [held])
  await settleHolds({ database })
  expect(await statusOf(card)).toBe('RELEASE')
  expect((await account(held)).credits[1]).toMatchObject({ limit: 40_000, exposure: 40_000, is_over: false })
  // Without any limit, no exposure is over one.
  await owner.query('update customers set credit_limit_cad_cents = null where company_id = $1', [warned])
  expect(await account(warned)).toMatchObject({ credit: null, credits: [] })
})

test('PAY-5 a card held by two rules returns to its original status when the second hold ends', async () => {
  const id = await insertCustomer(owner, { limit_cents: 10_000, hold_rule: 'hold' })
  const [card, held] = [await insertCardOf(owner, id), await insertCardOf(owner, id, 'HOLD')]
  const [returned, large] = [await insertSentInvoice(owner, id, 5000), await insertSentInvoice(owner, id, 9000)]
  const paid = await ask(people.staff, payments.register, { body: paymentBody(returned, 50) })
  await ask(people.staff, payments.reverse, { params: { id: paid.body.id }, body: { reason: 'NSF' } })
  expect(await account(id)).toMatchObject({ nsf_invoices: 1, cards_held: { nsf: 1, credit: 1 } })
  await ask(people.staff, payments.register, { body: paymentBody(large, 90) })
  expect([(await account(id)).cards_held, await statusOf(card)]).toEqual([{ nsf: 1, credit: 0 }, 'HOLD'])
  await ask(people.staff, payments.register, { body: paymentBody(returned, 50) })
  expect([(await account(id)).cards_held, await statusOf(card), await statusOf(held)]).toEqual([
    { nsf: 0, credit: 0 },
    'RELEASE',
    'HOLD',
  ])
})

test('PAY-5 M3 UX-4 a statement runs from opening to closing balance, and its closing balance is the account’s unpaid amount', async () => {
  const id = await insertCustomer(owner)
  const early = await insertSentInvoice(owner, id, 10_000, { issued: '2025-01-10', due: '2025-02-10' })
  const late = await insertSentInvoice(owner, id, 20_000, { issued: '2025-03-05', due: '2025-04-05' })
  await insertSentInvoice(owner, id, 500, { currency: 'USD', issued: '2025-03-06', due: '2025-04-06' })
  const pay = (invoice: typeof early, due: number, changes: object) =>
    ask(people.staff, payments.register, { body: paymentBody(invoice, due, changes) })
  await pay(early, 100, { amount_paid: 40, payment_date: '2025-02-01' })
  await pay(early, 60, { payment_date: '2025-03-07', referenceId: 'EFT 7' })
  const returned = await pay(late, 200, { payment_date: '2025-03-20', payment_mode: 'cash', referenceId: 'Till' })
  await ask(people.staff, payments.reverse, { params: { id: returned.body.id }, body: { reason: 'False notes' } })
  const march = await statement(id, '2025-03-01', '2025-03-31')
  // The currency with money owed comes first, although the customer's own is the other one (UX-4).
  expect(march.statements).toEqual([
    expect.objectContaining({ currency: 'USD', opening: 0, closing: 5 }),
    {
      currency: 'CAD',
      opening: 60,
      invoiced: 200,
      credited: 0,
      written_off: 0,
      paid: 260,
      closing: 0,
      aging: { current: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_91: 0 },
      lines: [
        {
          date: '2025-03-05',
          kind: 'invoice',
          document: late.invoice_number,
          invoice_number: late.invoice_number,
          reference: null,
          amount: 200,
          balance: 260,
        },
        {
          date: '2025-03-07',
          kind: 'payment',
          document: early.invoice_number,
          invoice_number: early.invoice_number,
          reference: 'EFT 7',
          amount: -60,
          balance: 200,
        },
        {
          date: '2025-03-20',
          kind: 'payment',
          document: late.invoice_number,
          invoice_number: late.invoice_number,
          reference: 'Till',
          amount: -200,
          balance: 0,
        },
      ],
    },
  ])
  const now = await statement(id, addDays(today, -30), today)
  expect(now.statements[0]).toMatchObject({
    opening: 0,
    closing: 200,
    paid: -200,
    lines: [{ date: today, kind: 'reversal', reference: 'False notes', amount: 200 }],
  })
  expect((await account(id)).balances.map(({ unpaid }: { unpaid: number }) => unpaid)).toEqual(
    now.statements.map(({ closing }: { closing: number }) => closing),
  )
})

test('PAY-5 RECV-3 an invoice voided after sending keeps its entry beside that of its credit note, and a Draft has none', async () => {
  const id = await insertCustomer(owner)
  const gone = await insertSentInvoice(owner, id, 7000, { issued: '2025-01-10', due: '2025-02-10' })
  await insertSentInvoice(owner, id, 100, { status: 'DRAFT', issued: '2025-01-10', due: '2025-02-10' })
  await voidDirectly(owner, gone.id)
  const january = await statement(id, '2025-01-01', '2025-01-31')
  expect(january.statements).toEqual([
    expect.objectContaining({ closing: 70, lines: [expect.objectContaining({ kind: 'invoice', amount: 70 })] }),
  ])
  const now = await statement(id, today, today)
  expect(now.statements).toEqual([
    expect.objectContaining({
      opening: 70,
      closing: 0,
      lines: [expect.objectContaining({ kind: 'credit_note', amount: -70 })],
    }),
  ])
})

test('PAY-5 M4 the PDF matches the statement, in the customer’s language and over several pages', async () => {
  const id = await insertCustomer(owner)
  await owner.query(
    `update customers set language = 'fr', address1 = '12, rue du Port', billing_city = 'Québec' where company_id = $1`,
    [id],
  )
  for (let made = 0; made < 70; made++)
    await insertSentInvoice(owner, id, 123_456, { issued: '2025-03-05', due: '2025-04-05' })
  const token = await tokenOf(people.staff)
  const url = `/v2/customers/${id}/statement/pdf?from=2025-03-01&to=2025-03-31`
  const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { pages } = parsePdf(reply.rawPayload)
  const texts = pages.flat()
  expect(pages.length).toBeGreaterThan(1)
  for (const text of ['RELEVÉ DE COMPTE', '12, rue du Port', 'Solde d’ouverture', 'Solde de clôture', '86\u00a0419,20'])
    expect(texts).toContain(text)
  expect(texts.filter((text) => text.startsWith('Facture INV-'))).toHaveLength(70)
  const { rows } = await owner.query(
    `select record_id::int as id from audit_log where action = 'accounts.statementPdf'`,
  )
  expect(rows).toEqual([{ id }])
})

test('PAY-5 M10 RECV-7 the PDF shows what was owed by age on the closing day, which adds up to the closing balance, in both languages', async () => {
  const id = await insertCustomer(owner)
  for (const [days, cents] of [
    [0, 100_001],
    [30, 200_002],
    [31, 300_003],
    [90, 400_004],
    [91, 500_005],
  ] as const)
    await insertSentInvoice(owner, id, cents, dueAgo(days))
  // Outside the period and in a currency without entries, but still unpaid.
  await insertSentInvoice(owner, id, 777, { currency: 'USD', ...dueAgo(45) })
  const token = await tokenOf(people.staff)
  const printed = async (language: string) => {
    await owner.query('update customers set language = $2 where company_id = $1', [id, language])
    const url = `/v2/customers/${id}/statement/pdf?from=${addDays(today, -3)}&to=${today}`
    const { pages } = parsePdf((await app.inject({ method: 'GET', url, headers: { authorization: token } })).rawPayload)
    const texts = pages.flat()
    const from = texts.findIndex((text) => text.endsWith(`${language === 'fr' ? 'retard, au' : 'as of'} ${today}`))
    return texts.slice(from, from + 22)
  }
  expect(await printed('en')).toEqual([
    `Unpaid by days past due, as of ${today}`,
    'Currency',
    'Not due yet',
    '1–30 days',
    '31–60 days',
    '61–90 days',
    '91 days and more',
    'Unpaid',
    'CAD',
    '1,000.01',
    '2,000.02',
    '3,000.03',
    '4,000.04',
    '5,000.05',
    '15,000.15',
    'USD',
    '0.00',
    '0.00',
    '7.77',
    '0.00',
    '0.00',
    '7.77',
  ])
  expect((await printed('fr')).slice(0, 15)).toEqual([
    `Impayé par jours de retard, au ${today}`,
    'Devise',
    'Pas encore échu',
    '1 à 30 jours',
    '31 à 60 jours',
    '61 à 90 jours',
    '91 jours et plus',
    'Impayé',
    'CAD',
    ...['1 000,01', '2 000,02', '3 000,03', '4 000,04', '5 000,05', '15 000,15'].map((text) =>
      text.replace(' ', '\u00a0'),
    ),
  ])
  const { balances } = await account(id)
  expect(balances.map(({ unpaid }: { unpaid: number }) => unpaid)).toEqual([15_000.15, 7.77])
})

test('PAY-5 an invalid period is refused on its fields', async () => {
  for (const [from, to, field] of [
    ['2025-02-01', '2025-01-01', 'to'],
    ['2010-01-01', '2025-01-01', 'to'],
    ['yesterday', '2025-01-01', 'from'],
    ['2025-01-01', 'zz', 'to'],
  ] as const)
    expect([from, Object.keys((await statement(northline, from, to)).error.fields)]).toEqual([from, [field]])
})
