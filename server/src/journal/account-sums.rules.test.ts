import { accountLookup } from '@portal/contract/journal/journal-accounts.rules.ts'
import { expect, test } from 'vitest'
import { sampleEntries } from '../testing/files/journal-samples.ts'
import { byLedgerAccount, type KeySum, mappedSums, storedAccounts } from './account-sums.rules.ts'
import { addToSums, noJournalSums } from './sums.rules.ts'

const key = (account: string, account_number: string | null, debit_cents: number, credit_cents: number): KeySum => ({
  account,
  account_number,
  account_name: account_number === null ? null : `Account ${account_number}`,
  debit_cents,
  credit_cents,
})

test('RECV-10 sums of keys with one general-ledger account are added, and keys without one come first', () => {
  const keys = Array.from({ length: 10 }, (_, n) => key(`receivable.C0000${n}`, '1210', 100, 1))
  expect(byLedgerAccount([key('sales.D1.ON', '10000', 0, 30), ...keys, key('bad_debt', null, 5, 0)])).toEqual([
    { account_number: null, account_name: null, keys: ['bad_debt'], key_count: 1, debit: 0.05, credit: 0 },
    {
      account_number: '1210',
      account_name: 'Account 1210',
      keys: keys.slice(0, 8).map(({ account }) => account),
      key_count: 10,
      debit: 10,
      credit: 0.1,
    },
    {
      account_number: '10000',
      account_name: 'Account 10000',
      keys: ['sales.D1.ON'],
      key_count: 1,
      debit: 0,
      credit: 0.3,
    },
  ])
})

test('RECV-10 a batch keeps the account of each key as it was mapped', () => {
  const sums = noJournalSums('CAD')
  for (const entry of sampleEntries) addToSums(sums, entry)
  const accounts = [
    { pattern: 'sales', currency: null, account_number: '4000', account_name: 'Sales' },
    { pattern: 'sales.D1', currency: null, account_number: '4010', account_name: 'Diesel' },
  ]
  const kept = mappedSums(sums, accountLookup(accounts))
  expect(kept.map(({ account }) => account)).toEqual([...sums.accounts.keys()].sort())
  const accountOf = storedAccounts(kept)
  expect(accountOf('sales.D1.ON', 'CAD')).toEqual({ account_number: '4010', account_name: 'Diesel' })
  expect(accountOf('sales.DEF.SK', 'CAD')).toEqual({ account_number: '4000', account_name: 'Sales' })
  expect(() => accountOf('bad_debt', 'CAD')).toThrow('bad_debt was exported without an account')
})
