import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { manualBody, manualLine, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const post = (line: object) =>
  ask(people.staff, manualTransactions.create, { body: manualBody(northline, { txn_attr: [manualLine(line)] }) })

test('TXN-16 a typed price has up to six decimals and comes back as typed', async () => {
  const priced = { dtl_net_price: 1.935675, retailPrice: 2.123456 }
  const { id } = (await post(priced)).body
  const { body } = await ask(people.staff, transactions.get, { params: { id } })
  expect(body).toMatchObject({ txn_price_per_unit: 1.935675, txn_attr: [{ ...priced, dtl_price_wo_tax: 1.935675 }] })
  const { rows } = await owner.query(
    'select price_e6::int, retail_e6::int, file_price_e6::int from transaction_lines where transaction_id = $1',
    [id],
  )
  expect(rows).toEqual([{ price_e6: 1_935_675, retail_e6: 2_123_456, file_price_e6: 1_935_675 }])
})

test('TXN-16 a seventh decimal of a typed price is refused at its field', async () => {
  for (const field of ['dtl_net_price', 'retailPrice'])
    expect((await post({ [field]: 1.2345678 })).body.error.fields).toEqual({
      [`txn_attr.0.${field}`]: 'Use at most 6 decimals.',
    })
})
