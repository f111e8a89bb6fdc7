import { cards } from '@portal/contract/cards/cards.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { cardBody, manualBody, manualLine, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const post = (changes: object) => ask(people.staff, manualTransactions.create, { body: manualBody(northline, changes) })
const put = (id: number, body: object) => ask(people.staff, manualTransactions.update, { params: { id }, body })
const sold = (changes: object = {}) => manualLine({ dtl_sls_type: '1', ...changes })
const create = async (changes: object = {}): Promise<Transaction> => {
  const { status, body } = await post({ txn_attr: [sold()], ...changes })
  expect(status).toBe(201)
  return body
}

test('I3 TXN-6 manual entry waits for an import being booked, locks no card or transaction meanwhile, and times out with a message', async () => {
  const card = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const typed = { card_number: card.card_number, provider: 'Esso' }
  const made = await create({ ...typed, authentication_id: 'WAIT-1' })
  const again = { ...made, txn_attr: [{ ...made.txn_attr[0], dtl_amt: 1090 }] }
  const importing = await owner.connect()
  try {
    await importing.query('begin; select pg_advisory_xact_lock(70830016), pg_advisory_xact_lock(70830017)')
    const asked = [
      post({ ...typed, authentication_id: 'WAIT-2' }),
      put(made.id, again),
      put(made.id, { ...again, provider: null }),
    ]
    const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await owner.query(waiting)).rows[0].n).toBe(3)
    // The locks that an import takes while it holds the pricing lock.
    await importing.query('select 1 from cards where id = $1 for update nowait', [card.id])
    await importing.query('select 1 from transactions where id = $1 for key share nowait', [made.id])
    for (const { status, body } of await Promise.all(asked))
      expect([status, body.error.code, body.error.message]).toEqual([
        409,
        'import.booking',
        'An import is being booked. Try again when it is done.',
      ])
  } finally {
    await importing.query('rollback')
    importing.release()
  }
  expect((await put(made.id, again)).body.txn_amount).toBe(1090)
  await create({ ...typed, authentication_id: 'WAIT-2' })
})

test('TXN-6 M12 a day before 2000 or after the provider’s tomorrow is rejected, and older records stay editable', async () => {
  const made = await create()
  const tomorrow: string = (await owner.query('select (provider_day(now()) + 1)::text as day')).rows[0].day
  const dayAfter: string = (await owner.query('select (provider_day(now()) + 2)::text as day')).rows[0].day
  const early = { txn_date: 'The date cannot be before 2000-01-01.' }
  const late = { txn_date: 'The date cannot be later than tomorrow.' }
  for (const [day, fault] of [
    ['1999-12-31', early] as const,
    [dayAfter, late] as const,
    ['2999-01-01', late] as const,
  ]) {
    const changed = { txn_date: `${day}T08:15` }
    const answers = [await post(changed), await put(made.id, { ...made, ...changed })]
    expect(answers.map(({ status, body }) => [status, body.error.fields])).toEqual([
      [400, fault],
      [400, fault],
    ])
  }
  for (const day of ['2000-01-01', tomorrow]) await create({ txn_date: `${day}T23:59` })
  await owner.query(`update transactions set txn_at = '1998-05-04 08:15' where id = $1`, [made.id])
  const kept = await put(made.id, { ...made, txn_date: '1998-05-04T08:15', vehicle: 'T8' })
  expect([kept.status, kept.body.vehicle]).toEqual([200, 'T8'])
})

test('TXN-6 CARD-16 dash cash has the sign of its amount, so that it cannot create money on the card', async () => {
  const cash = (dtl_amt: number, dash_cash: number) => ({ dtl_prd_cd: 'CSH', dtl_amt, dash_cash, dtl_sls_type: '1' })
  const fault = { 'txn_attr.0.dash_cash': 'Dash cash must have the same sign as the amount.' }
  expect((await post({ txn_attr: [cash(40, -40)] })).body.error.fields).toEqual(fault)
  expect((await post({ txn_attr: [cash(-40, 5)] })).body.error.fields).toEqual(fault)
  const made = await create({ txn_attr: [cash(40, 40)] })
  expect(
    (await put(made.id, { ...made, txn_attr: [{ ...made.txn_attr[0], dash_cash: -40 }] })).body.error.fields,
  ).toEqual(fault)
  for (const [amount, dash] of [[-40, -40] as const, [40, 0] as const]) await create({ txn_attr: [cash(amount, dash)] })
})

test('TXN-13 a credited purchase keeps its price, company, day and currency; other fields can change', async () => {
  const made = await create({ authentication_id: 'TAKEN-BACK' })
  const negative = sold({ dtl_qty: -500, dtl_hst_amt: -125.82, dtl_amt: -1093.67, dtl_discount: 0 })
  const credit = await create({ authentication_id: 'TAKEN-BACK', txn_attr: [negative] })
  expect(credit.credited_id).toBe(made.id)
  const prairie = Number((await owner.query(`select id from companies where name = 'Prairie Freight'`)).rows[0].id)
  const [line] = made.txn_attr
  const another = { dtl_prd_cd: 'CSH', dtl_amt: 5, dtl_sls_type: '1' }
  for (const changed of [
    { txn_attr: [{ ...line, dtl_amt: 1000 }] },
    { txn_attr: [line, another] },
    { txn_company: prairie },
    { txn_date: '2026-11-03T08:15' },
    { currency: 'USD' },
  ]) {
    const answer = await put(made.id, { ...made, ...changed })
    expect([changed, answer.status, answer.body.error?.code]).toEqual([changed, 409, 'transaction.credited'])
  }
  expect((await put(made.id, { ...made, vehicle: 'T5' })).body.vehicle).toBe('T5')
})
