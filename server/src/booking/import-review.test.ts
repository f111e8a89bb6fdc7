import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { type TransactionRow, transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { samplePurchases } from '../testing/files/transaction-samples.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, freshCard } = await testImports()
const record = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body
const listed = async (...filter: string[]): Promise<TransactionRow[]> =>
  (await ask(people.staff, transactions.list, { query: { filter, size: '50' } })).body.transactions
const quarantined = async (...filter: string[]) =>
  (await ask(people.staff, transactionImports.quarantine, { query: { filter } })).body.quarantine

test('TXN-18 an import shows how many of its transactions need review now, and the filter lists exactly those', async () => {
  const pipeline = await imported('Pipeline', samplePurchases.Pipeline)
  const other = await imported('Esso', [bought(await freshCard()), bought(await freshCard())])
  const open = await listed(`import_id:${pipeline.id}`, 'review:open')
  expect(open.length).toBeGreaterThan(1)
  expect(open.map(({ import_id, review }) => [import_id, review])).toEqual(open.map(() => [pipeline.id, 'open']))
  expect((await record(pipeline.id)).counts.review).toBe(open.length)
  expect(await listed(`import_id:${other.id}`)).toHaveLength(2)
  // The current count, not the one at import: accepting a transaction lowers it, and undoing raises it again.
  await ask(people.staff, transactions.accept, { body: { filter: [`import_id:${pipeline.id}`] } })
  expect([(await record(pipeline.id)).counts.review, await listed(`import_id:${pipeline.id}`, 'review:open')]).toEqual([
    0,
    [],
  ])
  await ask(people.staff, transactions.unaccept, { body: { ids: [open[0]?.id] } })
  expect((await record(pipeline.id)).counts.review).toBe(1)
})

test('TXN-18 the same filter finds the import’s quarantined transactions, which count until they leave quarantine', async () => {
  const [first, second] = [
    await imported('Esso', [bought('5588000001'), bought('5588000001')]),
    await imported('Esso', [bought('5588000002')]),
  ]
  expect([first.counts.quarantined, first.in_quarantine, first.counts.review]).toEqual([2, 2, 0])
  const found = await quarantined(`import_id:${first.id}`)
  expect(found.map(({ import_id, card_number }: Record<string, unknown>) => [import_id, card_number])).toEqual([
    [first.id, '5588000001'],
    [first.id, '5588000001'],
  ])
  await ask(people.staff, transactionImports.skip, {
    params: { id: found[0].id },
    body: { reason: 'The driver pays it' },
  })
  const after = await record(first.id)
  expect([after.counts.quarantined, after.in_quarantine, (await quarantined(`import_id:${first.id}`)).length]).toEqual([
    2, 1, 1,
  ])
  expect((await record(second.id)).in_quarantine).toBe(1)
})

test('TXN-18 a filter by import accepts only a whole number', async () => {
  for (const filter of [
    'import_id:x',
    'import_id:1.5',
    'import_id:-1',
    'import_id::1',
    'import_id:1..2',
    'import_id:99999999999999999999',
  ]) {
    const answer = await ask(people.staff, transactions.list, { query: { filter } })
    expect([filter, answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([filter, 400, ['filter']])
  }
  expect(await listed('import_id:987654321')).toEqual([])
})
