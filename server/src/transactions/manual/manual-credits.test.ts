import { cards } from '@portal/contract/cards/cards.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { type Transaction, transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { cardBody, manualBody, manualLine, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await idOf('Northline Haulage'), await idOf('Prairie Freight')]
const sold = (changes: object = {}) => manualLine({ dtl_sls_type: '1', ...changes })
/** A credit line of this many litres, for this amount with its HST. */
const back = (litres: number, dtl_amt = Number((-litres * 2.1).toFixed(2)), changes: object = {}) =>
  sold({
    dtl_qty: -litres,
    dtl_hst_amt: Number(((dtl_amt * 13) / 113).toFixed(2)),
    dtl_amt,
    dtl_discount: 0,
    ...changes,
  })
const post = (changes: object) => ask(people.staff, manualTransactions.create, { body: manualBody(northline, changes) })
const put = (id: number, body: object) => ask(people.staff, manualTransactions.update, { params: { id }, body })
const remove = (id: number) => ask(people.staff, transactions.remove, { params: { id } })
const create = async (changes: object = {}): Promise<Transaction> => {
  const { status, body } = await post({ txn_attr: [sold()], ...changes })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
let codes = 0
const newCode = () => `BACK-${++codes}`
const quantityLeft = (left: number) => `Only a quantity of ${left} of the credited purchase is left.`
const moneyLeft = (left: string) => `Only ${left} of the credited purchase is left.`

test('TXN-13 a manual credit cannot exceed what is left of the purchase, in quantity or amount, at once or in parts', async () => {
  const authentication_id = newCode()
  const bought = await create({ authentication_id })
  const typed = (line: object) => post({ authentication_id, txn_attr: [line] })
  const refused = async (line: object) => (await typed(line)).body.error?.fields
  expect(await refused(back(600, -1093.67))).toEqual({ 'txn_attr.0.dtl_qty': quantityLeft(500) })
  expect(await refused(back(500, -1093.68))).toEqual({ 'txn_attr.0.dtl_amt': moneyLeft('1093.67') })
  expect(await refused(back(1, -1, { dtl_prd_cd: 'GAS' }))).toEqual({
    'txn_attr.0.dtl_amt': 'The credited purchase does not include this product.',
  })
  // 100 gallons are 378.541 litres, which leaves 121.459.
  const gallons = await typed(back(100, -800, { dtl_uom: 'GAL', dtl_price_uom: 'GAL' }))
  expect([gallons.status, gallons.body.credited_id]).toEqual([201, bought.id])
  expect(await refused(back(121.462, -1))).toEqual({ 'txn_attr.0.dtl_qty': quantityLeft(121.459) })
  expect(await refused(back(100, -293.68, { dtl_hst_amt: -33.78 }))).toEqual({
    'txn_attr.0.dtl_amt': moneyLeft('293.67'),
  })
  const rest = await typed(back(121.459, -293.67, { dtl_hst_amt: -33.78 }))
  expect([rest.status, rest.body.credited_id]).toEqual([201, bought.id])
  expect(await refused(back(500))).toEqual({
    'txn_attr.0.dtl_qty': quantityLeft(0),
    'txn_attr.0.dtl_amt': moneyLeft('0.00'),
    'txn_attr.0.dtl_hst_amt': 'Only 0.00 of the credited purchase’s HST is left.',
  })
  // Deleting a credit restores what is left. Two lines of one credit count together.
  expect((await remove(rest.body.id)).status).toBe(204)
  const both = await post({ authentication_id, txn_attr: [back(100, -200), back(30, -93)] })
  expect(both.body.error.fields).toEqual({ 'txn_attr.1.dtl_qty': quantityLeft(21.459) })
})

test('TXN-13 for cash the amount counts, and it can be credited in parts', async () => {
  const authentication_id = newCode()
  const cash = (dtl_amt: number) => ({ dtl_prd_cd: 'CSH', dtl_amt, dtl_sls_type: '1' })
  await create({ authentication_id, txn_attr: [cash(100)] })
  for (const amount of [-60, -39]) await create({ authentication_id, txn_attr: [cash(amount)] })
  expect((await post({ authentication_id, txn_attr: [cash(-1.01)] })).body.error.fields).toEqual({
    'txn_attr.0.dtl_amt': moneyLeft('1.00'),
  })
})

test('TXN-13 of concurrent credits of one purchase only one succeeds, and the purchase cannot be lowered meanwhile', async () => {
  for (let round = 0; round < 3; round += 1) {
    const authentication_id = newCode()
    const bought = await create({ authentication_id })
    const answers = await Promise.all([1, 2, 3].map(() => post({ authentication_id, txn_attr: [back(500, -1093.67)] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    const again = newCode()
    const lowered = await create({ authentication_id: again })
    const [line] = lowered.txn_attr
    const less = { ...lowered, txn_attr: [{ ...line, dtl_qty: 10, dtl_hst_amt: 2, dtl_amt: 20 }] }
    const race = await Promise.all([
      post({ authentication_id: again, txn_attr: [back(500, -1093.67)] }),
      put(lowered.id, less),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual(race.map(({ status }) => status))
    const { rows } = await owner.query(
      'select sum(amount_cents)::int as left from transactions where id = $1 or credited_id = $1',
      [bought.id],
    )
    expect(rows[0].left).toBe(0)
  }
})

test('TXN-13 a credit keeps its purchase’s company, card, currency, provider and code, and cannot be dated before it', async () => {
  const card = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const authentication_id = newCode()
  const bought = await create({ authentication_id, card_number: card.card_number, provider: 'Esso' })
  const credit = await create({
    authentication_id,
    card_number: card.card_number,
    provider: 'Esso',
    txn_date: '2026-11-04T08:15',
    txn_attr: [back(100)],
  })
  expect(credit.credited_id).toBe(bought.id)
  const other = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const stays = 'This cannot be changed on a credit. Delete the credit and enter it again.'
  for (const [changed, field, fault] of [
    [{ txn_company: prairie }, 'txn_company', stays] as const,
    [{ card_number: other.card_number }, 'card_number', stays] as const,
    [{ card_number: null }, 'card_number', stays] as const,
    [{ currency: 'USD' }, 'currency', stays] as const,
    [{ provider: 'Pipeline' }, 'provider', stays] as const,
    [{ provider: null }, 'provider', stays] as const,
    [{ authentication_id: 'ANOTHER' }, 'authentication_id', stays] as const,
    [{ txn_date: '2026-11-01T23:59' }, 'txn_date', 'A credit cannot be dated before its purchase.'] as const,
  ]) {
    const answer = await put(credit.id, { ...credit, ...changed })
    expect([changed, answer.status, answer.body.error?.fields]).toEqual([changed, 400, { [field]: fault }])
  }
  const [line] = credit.txn_attr
  const lines = async (changes: object) =>
    (await put(credit.id, { ...credit, txn_attr: [{ ...line, ...changes }] })).body.error?.fields
  const belowZero = 'The quantity and amount of a credit must be negative.'
  expect(await lines({ dtl_amt: -5000 })).toEqual({ 'txn_attr.0.dtl_amt': moneyLeft('1093.67') })
  expect(await lines({ dtl_qty: -5000 })).toEqual({ 'txn_attr.0.dtl_qty': quantityLeft(500) })
  expect(await lines({ dtl_qty: 100, dtl_amt: 210, dtl_hst_amt: 24.16 })).toEqual({
    'txn_attr.0.dtl_amt': belowZero,
    'txn_attr.0.dtl_qty': belowZero,
  })
  const moved = await put(credit.id, {
    ...credit,
    txn_date: '2026-11-03T01:00',
    txn_attr: [{ ...line, dtl_qty: -500, dtl_hst_amt: -125.82, dtl_amt: -1093.67 }],
  })
  expect([moved.status, moved.body.txn_amount, moved.body.credited_id]).toEqual([200, -1093.67, bought.id])
})

test('TXN-13 a credited purchase cannot be moved, and can be deleted only after its credit', async () => {
  const [card, other] = await Promise.all(
    [1, 2].map(async () => (await ask(people.staff, cards.create, { body: cardBody() })).body),
  )
  const authentication_id = newCode()
  const bought = await create({ authentication_id, card_number: card.card_number })
  const credit = await create({ authentication_id, card_number: card.card_number, txn_attr: [back(100)] })
  const [line] = bought.txn_attr
  for (const changed of [
    { card_number: other.card_number },
    { card_number: null, txn_company: northline },
    { txn_company: prairie, card_number: null },
    { currency: 'USD' },
    { authentication_id: 'ELSE' },
    { txn_attr: [{ ...line, dtl_qty: 99 }] },
  ]) {
    const { status, body } = await put(bought.id, { ...bought, ...changed })
    expect([changed, status, body.error?.message]).toEqual([
      changed,
      409,
      'Another transaction credits this one. Delete that one first.',
    ])
  }
  expect([
    (await remove(bought.id)).status,
    (await remove(credit.id)).status,
    (await remove(bought.id)).status,
  ]).toEqual([409, 204, 204])
})

test('TXN-13 a transaction changed into a credit is checked against its purchase, and another currency or card is rejected', async () => {
  const card = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const authentication_id = newCode()
  const bought = await create({ authentication_id, card_number: card.card_number })
  const mistake = await create({ authentication_id: newCode() })
  const turned = { ...mistake, authentication_id, txn_attr: [{ ...mistake.txn_attr[0], ...back(501, -5) }] }
  expect((await put(mistake.id, turned)).body.error.fields).toEqual({ 'txn_attr.0.dtl_qty': quantityLeft(500) })
  const linked = await put(mistake.id, { ...turned, txn_attr: [{ ...mistake.txn_attr[0], ...back(20) }] })
  expect([linked.status, linked.body.credited_id]).toEqual([200, bought.id])
  const other = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const refused = async (changes: object) =>
    (await post({ authentication_id, txn_attr: [back(1)], ...changes })).body.error?.fields
  expect(await refused({ currency: 'USD' })).toEqual({ currency: 'The credited purchase is in CAD.' })
  expect(await refused({ card_number: other.card_number })).toEqual({
    card_number: 'The credited purchase is not on this card.',
  })
})

test('TXN-13 a credit belongs to the company that bought, even if another one holds the card now', async () => {
  const card = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const authentication_id = newCode()
  const bought = await create({ authentication_id, card_number: card.card_number, txn_company: null })
  await owner.query('update cards set company_id = $2 where id = $1', [card.id, prairie])
  await owner.query(`update card_assignments set from_at = '2026-11-03' where card_id = $1 and company_id = $2`, [
    card.id,
    prairie,
  ])
  const late = { card_number: card.card_number, txn_company: null, txn_date: '2026-11-06T10:00' }
  expect((await create({ ...late, authentication_id: newCode() })).txn_company).toBe(prairie)
  const credit = await create({ ...late, authentication_id, txn_attr: [back(10)] })
  expect([credit.txn_company, credit.credited_id]).toEqual([northline, bought.id])
})

test('TXN-6 contradicting signs, and taxes as high as the amount, are rejected at their fields', async () => {
  const faults = async (changes: object) => (await post({ txn_attr: [sold(changes)] })).body.error?.fields
  expect(await faults({ dtl_hst_amt: 126.5, dtl_amt: -1099.6 })).toEqual({
    'txn_attr.0.dtl_qty': 'The quantity must have the same sign as the amount.',
    'txn_attr.0.dtl_hst_amt': 'A tax must have the same sign as the amount.',
  })
  expect(await faults({ dtl_hst_amt: 5000, dtl_amt: 100 })).toEqual({
    'txn_attr.0.dtl_hst_amt': 'The taxes together must be less than the amount.',
  })
  expect(await faults({ dtl_hst_amt: 0.1, dtl_gst_amt: 0.7, dtl_pst_amt: 0.2, dtl_amt: 1 })).toEqual({
    'txn_attr.0.dtl_gst_amt': 'The taxes together must be less than the amount.',
  })
  const made = await create()
  const changed = { ...made, txn_attr: [{ ...made.txn_attr[0], dtl_hst_amt: -1 }] }
  expect((await put(made.id, changed)).body.error.fields).toEqual({
    'txn_attr.0.dtl_hst_amt': 'A tax must have the same sign as the amount.',
  })
})

test('PERM-7 TXN-13 a manual credit never refers to another company’s purchase, even with the same code', async () => {
  const authentication_id = newCode()
  await create({ authentication_id })
  const other = await create({
    authentication_id,
    txn_company: prairie,
    txn_date: '2026-11-03T08:15',
    txn_attr: [back(100)],
  })
  expect(other.credited_id).toBeNull()
})

/** 97.55 with HST: 86.33 and 11.22. */
const small = (changes: object = {}) =>
  sold({ dtl_qty: 50, dtl_net_price: 1.7266, dtl_hst_amt: 11.22, dtl_amt: 97.55, dtl_discount: 17.45, ...changes })
const early = { txn_date: '2026-11-01T10:00' }
const tooEarly = { txn_date: 'A credit cannot be dated before its purchase.' }
const unfit = {
  authentication_id:
    'A credit of 2026-11-01 with this code does not fit this purchase. Change or delete the credit first, or use another code.',
}

test('TXN-22 a credit dated before its purchase is still linked by code: credits do not reach 147.55 on 97.55', async () => {
  const authentication_id = newCode()
  const bought = await create({ authentication_id, txn_attr: [small()] })
  const all = await create({
    authentication_id,
    txn_attr: [small({ dtl_qty: -50, dtl_hst_amt: -11.22, dtl_amt: -97.55, dtl_discount: 0 })],
  })
  expect(all.credited_id).toBe(bought.id)
  const more = { authentication_id, ...early, txn_attr: [back(10, -50)] }
  expect((await post(more)).body.error.fields).toEqual(tooEarly)
  // Nor by entering it under another code, company or provider first.
  for (const other of [{ authentication_id: newCode() }, { txn_company: prairie }]) {
    const standing = await create({ ...more, ...other })
    expect(standing.credited_id).toBeNull()
    const moved = { ...standing, authentication_id, txn_company: northline }
    expect((await put(standing.id, moved)).body.error.fields).toEqual(tooEarly)
    const today = { ...moved, txn_date: '2026-11-02T10:00' }
    expect(Object.keys((await put(standing.id, today)).body.error.fields)).toContain('txn_attr.0.dtl_amt')
  }
  const { rows } = await owner.query(
    'select sum(amount_cents)::int as left from transactions where company_id = $1 and authentication_id = $2',
    [northline, authentication_id],
  )
  expect(rows[0].left).toBe(0)
})

test('TXN-22 a credit whose provider is changed to its purchase’s is checked against it', async () => {
  const authentication_id = newCode()
  await create({ authentication_id, provider: 'Esso', txn_attr: [small()] })
  const standing = await create({ authentication_id, provider: 'Pipeline', txn_attr: [back(60, -97.55)] })
  expect(standing.credited_id).toBeNull()
  expect((await put(standing.id, { ...standing, provider: 'Esso' })).body.error.fields).toEqual({
    'txn_attr.0.dtl_qty': quantityLeft(50),
  })
})

test('TXN-22 a purchase entered after its credit takes it, if it fits', async () => {
  const authentication_id = newCode()
  const credit = await create({ authentication_id, ...early, txn_attr: [back(20, -40)] })
  expect(credit.credited_id).toBeNull()
  // Dated before its purchase, or more than was bought.
  expect((await post({ authentication_id, txn_attr: [small()] })).body.error.fields).toEqual(unfit)
  const less = small({ dtl_qty: 10, dtl_hst_amt: 2, dtl_amt: 20 })
  expect((await post({ authentication_id, ...early, txn_attr: [less] })).body.error.fields).toEqual(unfit)
  expect((await post({ authentication_id, ...early, currency: 'USD', txn_attr: [small()] })).status).toBe(400)
  // A purchase that gets the code later is checked, too.
  const other = await create({ authentication_id: newCode(), txn_attr: [small()] })
  expect((await put(other.id, { ...other, authentication_id })).body.error.fields).toEqual(unfit)
  const bought = await create({ authentication_id, ...early, txn_attr: [small()] })
  const linked = (await ask(people.staff, transactions.get, { params: { id: String(credit.id) } })).body
  expect(linked.credited_id).toBe(bought.id)
  expect((await post({ authentication_id, txn_attr: [back(31, -57)] })).body.error.fields).toEqual({
    'txn_attr.0.dtl_qty': quantityLeft(30),
  })
  expect((await remove(bought.id)).status).toBe(409)
  // Without credits of its own, another company's purchase may have the code.
  expect((await post({ authentication_id, txn_company: prairie, txn_attr: [small()] })).status).toBe(201)
})

test('TXN-22 of a credit and its purchase entered at once, one is checked against the other', async () => {
  for (let round = 0; round < 4; round += 1) {
    const authentication_id = newCode()
    const answers = await Promise.all([
      post({ authentication_id, txn_attr: [small()] }),
      post({ authentication_id, txn_attr: [back(60, -120)] }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  }
})
