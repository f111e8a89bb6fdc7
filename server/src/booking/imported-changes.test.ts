import { type FuelProviderName, fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { type Transaction, type TransactionRow, transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { samplePurchases } from '../testing/files/transaction-samples.ts'
import { testImports } from '../testing/importing.ts'

const { ask, imported, rows } = await testImports()
const get = async (id: number): Promise<Transaction> =>
  (await ask(people.staff, transactions.get, { params: { id: String(id) } })).body
const put = (id: number, body: object) => ask(people.staff, manualTransactions.update, { params: { id }, body })

test.each([...fuelProviders])(
  'TXN-7 TXN-8 an imported %s transaction can be saved unchanged, and edited without a sales type',
  async (provider) => {
    await imported(provider as FuelProviderName, samplePurchases[provider])
    const ids = (
      await rows(
        `select t.id::int from transactions t join fuel_providers p on p.id = provider_id where p.name = $1 order by 1`,
        [provider],
      )
    ).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    const storedLines = () => rows('select * from transaction_lines where transaction_id = any($1) order by id', [ids])
    const before = await storedLines()
    const { transactions: listed } = (await ask(people.staff, transactions.list, { query: { size: '50' } })).body as {
      transactions: TransactionRow[]
    }
    for (const id of ids) {
      const read = await get(id)
      const same = await put(id, read)
      expect([id, same.status, same.body]).toEqual([id, 200, read])
      // The list has fewer fields than the record; fields that are not sent stay the same.
      const row = listed.find((one) => one.id === id) as TransactionRow
      expect((await put(id, row)).body).toEqual(read)
    }
    expect(await storedLines()).toEqual(before)
    const [id] = ids
    const read = await get(id)
    const noted = await put(id, { ...read, vehicle: 'T 9' })
    expect([noted.status, noted.body.error, noted.body.vehicle, noted.body.txn_attr]).toEqual([
      200,
      undefined,
      'T 9',
      read.txn_attr,
    ])
    const [line] = read.txn_attr
    const more = { ...line, dtl_amt: Number(((line?.dtl_amt ?? 0) + 1).toFixed(2)), retailPrice: 2, dtl_discount: 0 }
    const repriced = await put(id, { ...noted.body, txn_attr: [more, ...noted.body.txn_attr.slice(1)] })
    expect([repriced.status, repriced.body.error, repriced.body.txn_attr?.[0].dtl_sls_type]).toEqual([
      200,
      undefined,
      null,
    ])
  },
)
