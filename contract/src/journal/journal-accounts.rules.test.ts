import { expect, test } from 'vitest'
import { english } from '../english.ts'
import { productCodes } from '../lookups/products.rules.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { defaultJournalAccounts } from './journal-accounts.data.ts'
import {
  accountFault,
  accountKey,
  accountLookup,
  accountRoots,
  isAccountPattern,
  type JournalAccount,
  rootOf,
  unmappedKeys,
  unmappedMessage,
} from './journal-accounts.rules.ts'
import { journalFormats } from './journal-formats.data.ts'

const row = (pattern: string, account_number: string, currency: JournalAccount['currency'] = null): JournalAccount => ({
  pattern,
  currency,
  account_number,
  account_name: `Account ${account_number}`,
})
const rows = [row('sales', '4000'), row('sales.D1', '4010'), row('sales.D1.ON', '4011'), row('sales', '4900', 'USD')]

test('RECV-10 the most specific row of the mapping wins', () => {
  const lookup = accountLookup(rows)
  const numberOf = (key: string, currency: 'CAD' | 'USD' = 'CAD') => lookup(key, currency)?.account_number
  expect([numberOf('sales.D1.ON'), numberOf('sales.D1.QC'), numberOf('sales.D1'), numberOf('sales.RF.ON')]).toEqual([
    '4011',
    '4010',
    '4010',
    '4000',
  ])
  // A part is compared whole: D1W is not a kind of D1.
  expect([numberOf('sales.D1W.ON'), numberOf('tax.hst.ON')]).toEqual(['4000', undefined])
  // The second lookup comes from what the first found.
  expect([lookup('tax.hst.ON', 'CAD'), lookup('sales.D1.ON', 'CAD')]).toEqual([null, rows[2]])
})

test('RECV-10 a row of the currency comes before every row for all currencies', () => {
  const lookup = accountLookup(rows)
  expect(lookup('sales.D1.ON', 'USD')?.account_number).toBe('4900')
  expect(lookup('sales.D1.ON', 'CAD')?.account_number).toBe('4011')
})

test('RECV-10 keys without an account are named once and in order', () => {
  const keys = ['tax.hst.ON', 'sales.D1.ON', 'bank.eft', 'tax.hst.ON']
  const unmapped = unmappedKeys(keys, 'CAD', accountLookup(rows))
  expect(unmapped).toEqual(['bank.eft', 'tax.hst.ON'])
  expect(english(unmappedMessage(unmapped))).toBe('No general-ledger account for “bank.eft”, “tax.hst.ON”.')
})

test('RECV-10 a key ends where a detail is unknown, and holds no other characters than a pattern', () => {
  expect([accountKey('sales', 'D1', null), accountKey('fees', null), accountKey('bad_debt')]).toEqual([
    'sales.D1',
    'fees',
    'bad_debt',
  ])
  expect(accountKey('payable', 'Big Oil Inc.')).toBe('payable.Big_Oil_Inc_')
  expect(rootOf('tax.hst.ON')).toBe('tax')
  for (const pattern of ['sales', 'sales.D1.ON', 'payable.TA-Petro', 'bank.interac_debit_credit'])
    expect([pattern, isAccountPattern(pattern)]).toEqual([pattern, true])
  for (const pattern of ['', 'sale', 'sales.', '.sales', 'sales..ON', 'sales.D1 ON', 'sales.*'])
    expect([pattern, isAccountPattern(pattern)]).toEqual([pattern, false])
})

test('RECV-10 the default accounts cover every key and every format', () => {
  const lookup = accountLookup(defaultJournalAccounts)
  const keys = [
    ...accountRoots.filter((root) => root !== 'tax' && root !== 'itc'),
    ...['gst', 'hst', 'pst', 'qst'].map((tax) => accountKey('tax', tax, 'ON')),
    ...['gst', 'hst', 'qst'].map((tax) => accountKey('itc', tax, 'QC')),
    ...productCodes.flatMap((product) => [accountKey('sales', product, 'ON'), accountKey('cost', product, 'ON')]),
    ...fuelProviders.map((provider) => accountKey('payable', provider)),
  ]
  expect([...unmappedKeys(keys, 'CAD', lookup), ...unmappedKeys(keys, 'USD', lookup)]).toEqual([])
  const faults = journalFormats.flatMap((format) =>
    defaultJournalAccounts.map((account) => accountFault(format, account)),
  )
  expect(faults.filter((fault) => fault !== null)).toEqual([])
  expect(defaultJournalAccounts.filter(({ pattern }) => !isAccountPattern(pattern))).toEqual([])
})

test('RECV-10 an account that a program cannot take is named with its limit', () => {
  const faultOf = (...[format, account]: Parameters<typeof accountFault>) =>
    english(accountFault(format, account) ?? '')
  expect(faultOf('sage50', row('bank', 'A-100'))).toBe(
    'Sage 50 needs an account number of 4 to 8 digits for bank, not “A-100”.',
  )
  expect(faultOf('xero', row('bank', '12345678901'))).toBe(
    'Xero needs an account code of 1 to 10 characters for bank, not “12345678901”.',
  )
  const long = { ...row('bank', '1000'), account_name: `Bank:${'x'.repeat(32)}` }
  expect(faultOf('quickbooks', long)).toContain(
    'QuickBooks needs an account name of 1 to 31 characters a level for bank',
  )
  expect([accountFault('csv', long), accountFault('sage50', long), accountFault('xero', long)]).toEqual([
    null,
    null,
    null,
  ])
  expect(accountFault('quickbooks', { ...long, account_name: `Bank:${'x'.repeat(31)}` })).toBeNull()
})
