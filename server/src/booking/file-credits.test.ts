import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { manualBody, manualLine, people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard } = await testImports()
const back = (purchase: Purchase, changes: Partial<Purchase> = {}): Purchase => ({
  ...purchase,
  quantity: -purchase.quantity,
  date: '2026-11-05',
  ...changes,
})
const transactionsOf = (card: string) =>
  rows(
    'select id::int, amount_cents::int as cents, credited_id::int as original, company_id::int as company from transactions where card_number = $1 order by id',
    [card],
  )
const sums = async (card: string) => (await transactionsOf(card)).map(({ cents }) => cents)
const reasons = ({ errors }: { errors: { reason: string }[] }) => errors.map(({ reason }) => reason)
const tooMuch = expect.stringContaining('credits more than is left of the purchase')

test('TXN-9 LIT-4 credits cannot exceed the purchase: at once or in parts, in one file or two, or for another product', async () => {
  const card = await freshCard()
  const fuel = bought(card)
  await imported('Esso', [fuel])
  expect(reasons(await imported('Esso', [back(fuel, { quantity: -100.001 })]))).toEqual([tooMuch])
  expect(reasons(await imported('Esso', [back(fuel, { product: 'REG' })]))).toEqual([tooMuch])
  expect((await imported('Esso', [back(fuel, { quantity: -60 })])).counts).toMatchObject({ booked: 1, failed: 0 })
  expect(reasons(await imported('Esso', [back(fuel, { quantity: -40.5, date: '2026-11-06' })]))).toEqual([tooMuch])
  expect(
    reasons(
      await imported(
        'Esso',
        [-30, -20].map((quantity) => back(fuel, { quantity, date: '2026-11-06' })),
      ),
    ),
  ).toEqual([expect.stringContaining('of the same transaction was rejected'), tooMuch])
  expect((await imported('Esso', [back(fuel, { quantity: -40, date: '2026-11-06' })])).counts).toMatchObject({
    booked: 1,
    failed: 0,
  })
  const flags = await ask(people.staff, transactions.list, {
    query: { filter: `card_number:${card}`, sort: 'txn_date,asc' },
  })
  // LIT-4: a credited purchase cannot be deleted, and its record says so.
  expect(flags.body.transactions.map(({ is_credited }: { is_credited: boolean }) => is_credited)).toEqual([
    true,
    false,
    false,
  ])
  const [purchase] = await transactionsOf(card)
  expect((await ask(people.staff, transactions.get, { params: { id: purchase.id } })).body.is_credited).toBe(true)
  expect((await ask(people.staff, transactions.remove, { params: { id: purchase.id } })).body.error.code).toBe(
    'transaction.credited',
  )
  const paid = await sums(card)
  expect(paid).toHaveLength(3)
  expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(0)

  const cash = bought(await freshCard(), { product: 'CASH', quantity: 1, price: 45 })
  expect(reasons(await imported('Esso', [cash, back(cash, { price: 500 })]))).toEqual([tooMuch])
  expect((await imported('Esso', [cash, back(cash)])).counts).toMatchObject({ booked: 1, duplicate: 1, failed: 0 })
})

test('TXN-8 TXN-9 a manually changed price is credited as it was billed', async () => {
  const card = await freshCard()
  const fuel = bought(card)
  await imported('Esso', [fuel])
  const [transaction] = await transactionsOf(card)
  const { body } = await ask(people.staff, transactions.get, { params: { id: transaction.id } })
  const [line] = body.txn_attr
  const typed = {
    ...line,
    dtl_amt: Number((line.dtl_amt + 40.01).toFixed(2)),
    dtl_sls_type: '1',
    retailPrice: 2,
    dtl_discount: 0,
  }
  const answer = await ask(people.staff, manualTransactions.update, {
    params: { id: transaction.id },
    body: { ...body, txn_attr: [typed] },
  })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  const [billed = 0] = await sums(card)
  expect(billed).toBe(transaction.cents + 4001)
  await imported('Esso', [back(fuel)])
  expect(await sums(card)).toEqual([billed, -billed])
  await rows('delete from transactions where card_number = $1 and credited_id is not null', [card])
  await imported('Esso', [back(fuel, { quantity: -25 })])
  const [, quarter = 0] = await sums(card)
  expect(Math.abs(quarter + billed / 4)).toBeLessThan(2)
})

test('TXN-9 a transaction imported in two files is credited in two parts, each for its own file', async () => {
  const card = await freshCard()
  const [def, fuel] = [
    bought(card, { auth: 'HALF-DF', product: 'DEF', quantity: 10, time: '08:00' }),
    bought(card, { auth: 'HALF-TA', time: '08:00' }),
  ]
  await imported('Esso', [def])
  await imported('Esso', [fuel])
  await imported('Esso', [back(def), back(fuel)])
  const [first, second, ...credits] = await transactionsOf(card)
  expect(credits.map(({ original, cents }) => [original, cents]).sort()).toEqual(
    [
      [first.id, -first.cents],
      [second.id, -second.cents],
    ].sort(),
  )
})

test('TXN-9 a price capped at retail is credited as billed, whatever the credit’s row says', async () => {
  await rows(
    `update customers set is_capped_at_retail = true where company_id = (select id from companies where name = 'Northline Haulage')`,
  )
  const card = await freshCard()
  const fuel = bought(card, { retail: 1.2 })
  await imported('Esso', [fuel])
  await imported('Esso', [back(fuel, { quantity: -50, retail: 2.2 })])
  const { retail, ...without } = back(fuel, { quantity: -50 })
  await imported('Esso', [{ ...without, date: '2026-11-06' }])
  const [billed = 0, ...credits] = await sums(card)
  expect(credits.map((cents) => Math.abs(cents + billed / 2) <= 1)).toEqual([true, true])
  await rows(`update customers set is_capped_at_retail = false`)
})

test('TXN-9 a credit is booked after its card was closed, for the company of the purchase', async () => {
  const card = await freshCard()
  const fuel = bought(card)
  await imported('Esso', [fuel])
  await rows(
    `update cards set card_status = 'CLOSED', company_id = (select id from companies where name = 'Prairie Freight') where card_number = $1`,
    [card],
  )
  expect((await imported('Esso', [back(fuel)])).counts).toMatchObject({ booked: 1, quarantined: 0, failed: 0 })
  const [purchase, credit] = await transactionsOf(card)
  expect([credit.cents, credit.company, credit.original]).toEqual([-purchase.cents, purchase.company, purchase.id])
})

test('TXN-9 I8 a card’s first customer holds it from the start: its quarantined purchase can be released, then its credit booked', async () => {
  const [{ id: provider }] = await rows(`select id::int from companies where kind = 'provider'`)
  const [{ id: northline }] = await rows(`select id::int from companies where name = 'Northline Haulage'`)
  const card = await freshCard({ company_id: provider })
  const fuel = bought(card)
  expect((await imported('Esso', [fuel])).counts).toMatchObject({ quarantined: 1 })
  const [{ id: card_id }] = await rows('select id::int from cards where card_number = $1', [card])
  const assigned = await ask(people.staff, cardMoves.assign, {
    body: { customerCompanyId: String(northline), cardIds: [card_id] },
  })
  expect(assigned.status).toBe(200)
  expect(reasons(await imported('Esso', [back(fuel)]))).toEqual([
    'The purchase that this row credits is in quarantine. Release it, then import this file again.',
  ])
  const { quarantine } = (await ask(people.staff, transactionImports.quarantine)).body
  const quarantined = quarantine.find(({ card_number }: { card_number: string }) => card_number === card)
  expect((await ask(people.staff, transactionImports.release, { params: { id: quarantined.id } })).status).toBe(200)
  await imported('Esso', [back(fuel, { time: '01:01' })])
  const booked = await transactionsOf(card)
  expect(booked.map(({ company }) => company)).toEqual([northline, northline])
  expect(booked.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
})

test('TXN-9 a quarantined purchase also keeps its credit from the same file out of the books', async () => {
  const fuel = bought('5598000001')
  const owned = await freshCard()
  const report = await imported('Esso', [fuel, { ...back(fuel), card: fuel.card }, bought(owned)])
  expect(report.counts).toMatchObject({ quarantined: 2, booked: 1, failed: 0 })
  expect(
    await rows(`select t.id from transactions t join companies c on c.id = t.company_id where c.kind = 'provider'`),
  ).toEqual([])
})

test('TXN-9 a transaction with rows in two provinces, or with more than 999 rows, is rejected', async () => {
  const card = await freshCard()
  const transaction = { time: '10:00', site: '77' }
  const report = await imported('Esso', [
    bought(card, { ...transaction, auth: 'TWO-TA' }),
    bought(card, { ...transaction, auth: 'TWO-DF', product: 'DEF', province: 'QC' }),
  ])
  expect(reasons(report)).toEqual(
    Array(2).fill('The rows of this transaction have different provinces. Ask the provider for a corrected file.'),
  )
  const tooMany = Array.from({ length: 1000 }, () => bought(card, { time: '11:00', auth: 'ENDLESS-TA' }))
  const refused = await imported('Esso', tooMany)
  expect([refused.counts.failed, reasons(refused)[0]]).toEqual([
    1000,
    'More than 999 rows have this code. Ask the provider for a corrected file.',
  ])
})

test('TXN-9 a credit is rejected if its purchase in the same file is rejected', async () => {
  const card = await freshCard()
  const fuel = bought(card)
  const report = await imported('Esso', [
    fuel,
    back(fuel, { quantity: -50 }),
    back(fuel, { quantity: -200, date: fuel.date }),
  ])
  expect(reasons(report)).toEqual([
    expect.stringContaining('Row 4 of the same transaction was rejected.'),
    'The purchase that this row credits was rejected. Correct it, then import the file again.',
    tooMuch,
  ])
  expect(await transactionsOf(card)).toEqual([])
})

const taxesLeft = async (card: string) =>
  (
    await rows(
      `select sum(pre_cents)::int as pre, sum(hst_cents)::int as hst, sum(quantity_milli)::int as milli
       from transactions t join transaction_lines l on l.transaction_id = t.id where card_number = $1`,
      [card],
    )
  )[0]

test('TXN-22 a credit dated before its purchase is linked by code and limited like any other, also within a file', async () => {
  const card = await freshCard()
  const fuel = bought(card, { auth: 'EARLY-1' })
  await imported('Esso', [fuel])
  const before = { date: '2026-11-01' }
  expect(reasons(await imported('Esso', [back(fuel, { ...before, quantity: -100.001 })]))).toEqual([tooMuch])
  expect((await imported('Esso', [back(fuel, { ...before, quantity: -60 })])).counts).toMatchObject({
    booked: 1,
    failed: 0,
  })
  expect(reasons(await imported('Esso', [back(fuel, { quantity: -40.5 })]))).toEqual([tooMuch])
  expect((await imported('Esso', [back(fuel, { quantity: -40 })])).counts).toMatchObject({ booked: 1, failed: 0 })
  const [purchase, ...credits] = await transactionsOf(card)
  expect(credits.map(({ original }) => original)).toEqual([purchase.id, purchase.id])
  expect(await taxesLeft(card)).toEqual({ pre: 0, hst: 0, milli: 0 })
  const other = bought(await freshCard(), { auth: 'EARLY-2' })
  expect((await imported('Esso', [back(other, before), other])).counts).toMatchObject({ booked: 2, failed: 0 })
  expect(await taxesLeft(other.card)).toEqual({ pre: 0, hst: 0, milli: 0 })
})

test('TXN-22 after a credit was raised by hand, a file credits no more money or tax than is left', async () => {
  const card = await freshCard()
  const fuel = bought(card, { auth: 'RAISED-1' })
  await imported('Esso', [fuel])
  const [{ id }] = await transactionsOf(card)
  const edit = async (of: number, changes: object) => {
    const { body } = await ask(people.staff, transactions.get, { params: { id: String(of) } })
    const typed = { ...body.txn_attr[0], dtl_sls_type: '1', retailPrice: 2, dtl_discount: 0, ...changes }
    const answer = await ask(people.staff, manualTransactions.update, {
      params: { id: of },
      body: { ...body, txn_attr: [typed] },
    })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
  }
  await edit(id, { dtl_net_price: 1.5, dtl_hst_amt: 19.5, dtl_amt: 169.5 })
  await imported('Esso', [back(fuel, { quantity: -10 })])
  const [, credit] = await transactionsOf(card)
  expect(credit.cents).toBe(-1695)
  await edit(credit.id, { dtl_net_price: 12, dtl_hst_amt: -15.6, dtl_amt: -135.6 })
  expect(reasons(await imported('Esso', [back(fuel, { quantity: -90, date: '2026-11-06' })]))).toEqual([tooMuch])
  // The tax alone is too much, too.
  await edit(credit.id, { dtl_net_price: 0.1, dtl_hst_amt: -10, dtl_amt: -11 })
  expect(reasons(await imported('Esso', [back(fuel, { quantity: -90, date: '2026-11-06' })]))).toEqual([tooMuch])
  expect((await imported('Esso', [back(fuel, { quantity: -40, date: '2026-11-06' })])).counts).toMatchObject({
    booked: 1,
  })
})

test('TXN-22 a purchase from a file takes the credits that were typed before it; one of more than was bought cannot be accepted', async () => {
  const card = await freshCard()
  const [{ id: northline }] = await rows(`select id::int from companies where name = 'Northline Haulage'`)
  const typed = async (authentication_id: string, litres: number, dtl_amt: number) => {
    const line = manualLine({
      dtl_sls_type: '1',
      dtl_qty: -litres,
      dtl_hst_amt: Number(((dtl_amt * 13) / 113).toFixed(2)),
      dtl_amt,
      dtl_discount: 0,
    })
    const body = manualBody(northline, { authentication_id, card_number: card, provider: 'Esso', txn_attr: [line] })
    const answer = await ask(people.staff, manualTransactions.create, { body })
    expect([answer.status, answer.body.credited_id]).toEqual([201, null])
    return answer.body.id as number
  }
  const accept = (id: number) => ask(people.staff, transactions.accept, { body: { ids: [id] } })
  const [fits, exceeds] = [await typed('STANDS-1', 50, -50), await typed('STANDS-2', 50, -900)]
  for (const id of [fits, exceeds]) expect((await accept(id)).status).toBe(200)
  const [one, two] = [
    bought(card, { auth: 'STANDS-1', time: '03:00' }),
    bought(card, { auth: 'STANDS-2', time: '05:00' }),
  ]
  expect((await imported('Esso', [one, two])).counts).toMatchObject({ booked: 2, failed: 0 })
  const found = await rows(
    'select c.id::int, p.authentication_id as purchase, c.flags, c.accepted_at is not null as is_accepted from transactions c join transactions p on p.id = c.credited_id where c.id = any($1) order by 1',
    [[fits, exceeds]],
  )
  expect(found).toEqual([
    { id: fits, purchase: 'STANDS-1', flags: ['manual_price'], is_accepted: true },
    { id: exceeds, purchase: 'STANDS-2', flags: ['credit_excess', 'manual_price'], is_accepted: false },
  ])
  expect((await accept(exceeds)).body.error.code).toBe('transaction.credit-excess')
  const { body } = await ask(people.staff, transactions.get, { params: { id: String(exceeds) } })
  const change = (changes: object) =>
    ask(people.staff, manualTransactions.update, { params: { id: exceeds }, body: { ...body, ...changes } })
  // Another change does not lift it; only one that fits does.
  expect((await change({ driver_name: 'Ida' })).body.flags).toEqual(['credit_excess', 'manual_price'])
  const { version, ...rest } = body
  const less = { ...rest.txn_attr[0], dtl_hst_amt: -5.75, dtl_amt: -50 }
  const changed = await ask(people.staff, manualTransactions.update, {
    params: { id: exceeds },
    body: { ...rest, txn_attr: [less] },
  })
  expect([changed.status, changed.body.flags]).toEqual([200, ['manual_price']])
  expect((await accept(exceeds)).status).toBe(200)
})
