import type pg from 'pg'
import { expect, test } from 'vitest'
import { insertTransaction } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { owner } = await testApp()
const company = (await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id as number
const id = await insertTransaction(owner, company)

const line = (
  n: number,
) => `insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6,
  file_amount_cents, price_e6, price_quantity_milli, pre_cents, amount_cents, formula) values (${id}, ${company}, ${n}, 'X', 'OTH', 1000, 1000000, 100, 1000000, 1000, 100, 100, 0)`
const lines = {
  insert: line(90),
  update: `update transaction_lines set quantity_milli = quantity_milli + 1 where transaction_id = ${id}`,
  delete: `delete from transaction_lines where transaction_id = ${id}`,
}
const move = (change: string) => `update transactions set ${change} where id = ${id}`
/**
 * The constraint that refuses each statement, or null. Rolls back each refused statement, and everything at the end.
 */
async function outcomes(...statements: string[]): Promise<(string | null)[]> {
  const client = await owner.connect()
  const found: (string | null)[] = []
  try {
    await client.query('begin')
    for (const statement of statements) {
      await client.query('savepoint one')
      const refusal = await client.query(statement).then(
        () => null,
        (error: pg.DatabaseError) => error.constraint ?? error.message,
      )
      if (refusal) await client.query('rollback to savepoint one')
      found.push(refusal)
    }
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const refused = 'transactions_apart_from_lines'

test('DASH-1 a statement cannot move a transaction and change its lines, in either order', async () => {
  for (const change of [
    `province = 'AB'`,
    `txn_at = txn_at + interval '1 day'`,
    `currency = 'USD'`,
    'company_id = company_id',
  ])
    for (const changed of Object.values(lines)) {
      const both = [
        `with one as (${move(change)} returning id) ${changed}`,
        `with one as (${changed} returning id) ${move(change)}`,
        `with one as (${move(change)} returning id), two as (${changed} returning id) select from one, two`,
      ]
      expect([change, changed, await outcomes(...both)]).toEqual([change, changed, [refused, refused, refused]])
    }
})

test('DASH-1 separate statements can change both, also after a refusal; other changes can share a statement with lines', async () => {
  const both = `with one as (${move(`province = 'AB'`)} returning id) ${lines.update}`
  expect(
    await outcomes(move(`province = 'AB'`), lines.insert, both, lines.update, move(`province = 'BC'`), lines.delete),
  ).toEqual([null, null, refused, null, null, null])
  expect(
    await outcomes(`with one as (${lines.update} returning id) ${move('amount_cents = amount_cents + 1')}`),
  ).toEqual([null])
  // A transaction can be inserted with its lines, and deleting it deletes them.
  expect(
    await outcomes(
      `with made as (insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
         values (${company}, 'APART', '2026-11-02 10:00', 'CAD', 100, 'manual') returning id, company_id) ${line(
           0,
         ).replace(/values \((\d+), (\d+), (.*)\)$/, 'select id, company_id, $3 from made')}`,
      `delete from transactions where authentication_id = 'APART'`,
    ),
  ).toEqual([null, null])
})
