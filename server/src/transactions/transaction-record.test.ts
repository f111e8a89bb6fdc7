import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactionFiles } from '@portal/contract/transactions/transaction-files.ts'
import { type TransactionLine, transactions } from '@portal/contract/transactions/transactions.ts'
import { salesTypes } from '@portal/contract/transactions/transactions-words.data.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'

const { ask, owner } = await testApp()
const get = async (id: number, who: string = people.staff) =>
  (await ask(who, transactions.get, { params: { id } })).body
const transactionWith = async (has: string, hasNot: string): Promise<number> =>
  (
    await owner.query(
      `select t.id::int from transactions t join companies on companies.id = company_id where name = 'Northline Haulage' and invoice_id is null
         and exists (select from transaction_lines where transaction_id = t.id and product = $1)
         and not exists (select from transaction_lines where transaction_id = t.id and product = $2) order by t.id limit 1`,
      [has, hasNot],
    )
  ).rows[0].id
const codeOf = (line: TransactionLine | null) => line?.dtl_prd_cd ?? null

test('TXN-14 TXN-7 a record contains its fuel and its two others as groups; with DEF it has no fuel, and DEF is the first other', async () => {
  const plain = await get(await transactionWith('OTH', 'DEF'))
  const [diesel, other] = ['D1', 'OTH'].map((code) =>
    plain.txn_attr.find((line: TransactionLine) => line.dtl_prd_cd === code),
  )
  expect(diesel ?? null).toEqual(plain.fuelPurchase)
  expect(plain.other1Purchase).toEqual(other)
  const def = await get(await transactionWith('DEF', 'GAS'))
  expect([codeOf(def.fuelPurchase), codeOf(def.other1Purchase), codeOf(def.other2Purchase)]).toEqual([
    null,
    'DEF',
    null,
  ])
  expect(def.txn_attr.map(codeOf)).toContain('D1')
})

test('TXN-14 TXN-11 a record contains its files with id, name and address, also for its own company, and accepts them back unchanged', async () => {
  const id = await transactionWith('D1', 'DEF')
  expect((await get(id)).files).toEqual([])
  const { body: file } = await ask(people.staff, transactionFiles.add, {
    params: { id },
    ...form({ content: 'words', name: 'receipt.txt' }),
  })
  for (const who of [people.staff, people.northline])
    expect((await get(id, who)).files).toEqual([
      { id: file.id, name: 'receipt.txt', url: `/v2/files/${file.id}/presigned` },
    ])
  const before = await get(id)
  const saved = await ask(people.staff, manualTransactions.update, { params: { id }, body: before })
  expect([saved.status, saved.body.files, saved.body.txn_attr]).toEqual([200, before.files, before.txn_attr])
})

test('TXN-8 the form offers all sales types that the demo uses', async () => {
  const { rows } = await owner.query<{ type: string }>(
    'select distinct sales_type as type from transaction_lines where sales_type is not null',
  )
  const offered = salesTypes.map(({ value }) => value as string)
  expect(rows.length).toBeGreaterThan(0)
  for (const { type } of rows) expect(offered).toContain(type)
})
