import type { BilledTransaction } from '@portal/contract/invoices/invoices.ts'
import { expect, test } from 'vitest'
import { type BilledQuery, filterBilled } from './billed-filter.ts'

const row = (txn_id: number, changes: Partial<BilledTransaction>): BilledTransaction => ({
  txn_id,
  auth_code: `A${txn_id}`,
  timestamp: '2026-10-05T23:59:59',
  merchant_number: null,
  merchant_city: null,
  amount: 10,
  ...changes,
})
const rows = [
  row(1, { merchant_city: 'Montréal', merchant_number: '0042' }),
  row(2, { timestamp: '2026-10-06T00:00:00', amount: -3.5 }),
  row(3, { auth_code: 'ZQ-7', amount: 100 }),
]

test('INV-4 billed transactions are filtered by code, day, merchant, city and amount', () => {
  const asked: [BilledQuery, number[]][] = [
    [{}, [1, 2, 3]],
    [{ auth_code: '' }, [1, 2, 3]],
    [{ auth_code: 'zq' }, [3]],
    [{ merchant_city: 'MONTRÉAL' }, [1]],
    [{ merchant_number: '42' }, [1]],
    [{ timestamp: '2026-10-05' }, [1, 3]],
    [{ timestamp: '2026-10-06..' }, [2]],
    [{ timestamp: '..2026-10-05', amount: '50..' }, [3]],
    [{ amount: '-3.5' }, [2]],
    [{ amount: '0..10' }, [1]],
    [{ amount: 'ten' }, []],
  ]
  for (const [query, ids] of asked)
    expect([query, filterBilled(rows, query).map(({ txn_id }) => txn_id)]).toEqual([query, ids])
})
