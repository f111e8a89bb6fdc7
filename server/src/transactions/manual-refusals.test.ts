import { cards } from '@portal/contract/cards.ts'
import { manualTransactions } from '@portal/contract/manual-transactions.ts'
import type { Transaction } from '@portal/contract/transactions.ts'
import { expect, test } from 'vitest'
import { cardBody, manualBody, manualLine, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

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

test('I3 TXN-6 who types waits for the import that is being booked, holds neither card nor stop meanwhile, and is told when it lasts', async () => {
  const card = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const typed = { card_number: card.card_number, provider: 'Esso' }
  const made = await create({ ...typed, authentication_id: 'WAIT-1' })
  const again = { ...made, txn_attr: [{ ...made.txn_attr[0], dtl_amt: 1090 }] }
  const importing = await owner.connect()
  try {
    await importing.query('begin; select pg_advisory_xact_lock(70830016)')
    const asked = [post({ ...typed, authentication_id: 'WAIT-2' }), put(made.id, again), put(made.id, { ...again, provider: null })]
    const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await owner.query(waiting)).rows[0].n).toBe(3)
    // What an import takes while it holds the booking.
    await importing.query('select 1 from cards where id = $1 for update nowait', [card.id])
    await importing.query('select 1 from transactions where id = $1 for key share nowait', [made.id])
    for (const { status, body } of await Promise.all(asked))
      expect([status, body.error.code, body.error.message]).toEqual([409, 'import.booking', 'An import is being booked. Try again when it is done.'])
  } finally {
    await importing.query('rollback')
    importing.release()
  }
  expect((await put(made.id, again)).body.txn_amount).toBe(1090)
  await create({ ...typed, authentication_id: 'WAIT-2' })
})
