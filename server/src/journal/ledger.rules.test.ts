import { english } from '@portal/contract/english.ts'
import { AppError } from '@portal/contract/errors.ts'
import { defaultJournalSettings } from '@portal/contract/journal/journal.ts'
import { defaultJournalAccounts } from '@portal/contract/journal/journal-accounts.data.ts'
import { journalFormats } from '@portal/contract/journal/journal-formats.data.ts'
import { expect, test } from 'vitest'
import { exportFault, ledgerFor } from './ledger.rules.ts'

const refusalOf = (work: () => unknown): [string, string] => {
  try {
    work()
  } catch (fault) {
    if (fault instanceof AppError) return [fault.code, english(fault.message)]
    throw fault
  }
  throw new Error('It was not refused.')
}
const settings = defaultJournalSettings

test('RECV-10 a program’s format refuses a currency that its books are not kept in; CSV takes every one', () => {
  for (const format of journalFormats) ledgerFor(format, 'CAD', defaultJournalAccounts, settings)
  ledgerFor('csv', 'USD', defaultJournalAccounts, settings)
  for (const format of ['quickbooks', 'xero', 'sage50'] as const) {
    expect(refusalOf(() => ledgerFor(format, 'USD', defaultJournalAccounts, settings))[0]).toBe('journal.not-held')
    ledgerFor(format, 'USD', defaultJournalAccounts, { ...settings, currencies: ['CAD', 'USD'] })
  }
})

test('RECV-10 an account that is not mapped, or that the program cannot take, is named', () => {
  const without = ledgerFor('csv', 'CAD', [], settings)
  expect(refusalOf(() => without.accountOf('sales.D1.ON', 'CAD'))).toEqual([
    'journal.unmapped',
    'No general-ledger account for “sales.D1.ON”.',
  ])
  const rows = [{ pattern: 'sales', currency: null, account_number: 'SALES', account_name: 'Sales' }]
  expect(refusalOf(() => ledgerFor('sage50', 'CAD', rows, settings).accountOf('sales.D1', 'CAD'))).toEqual([
    'journal.not-held',
    'Sage 50 needs an account number of 4 to 8 digits for sales, not “SALES”.',
  ])
  expect(ledgerFor('xero', 'CAD', rows, settings).accountOf('sales.D1', 'CAD')).toEqual(rows[0])
})

test('RECV-10 an export is refused with every key that has no account, then with what the program cannot hold', () => {
  const accounts = [{ pattern: 'sales', currency: null, account_number: '40', account_name: 'Sales' }]
  const mapping = { accounts, settings: defaultJournalSettings }
  const wordsOf = (...given: Parameters<typeof exportFault>) => {
    const fault = exportFault(...given)
    return fault && [fault.code, english(fault.message)]
  }
  expect(wordsOf('csv', 'CAD', ['sales.D1.ON', 'tax.hst.ON', 'bank.eft'], mapping)).toEqual([
    'journal.unmapped',
    'No general-ledger account for “bank.eft”, “tax.hst.ON”.',
  ])
  expect(wordsOf('sage50', 'CAD', ['sales.D1.ON'], mapping)?.[0]).toBe('journal.not-held')
  expect(wordsOf('quickbooks', 'USD', ['sales.D1.ON'], mapping)?.[1]).toContain('USD')
  expect(exportFault('csv', 'USD', ['sales.D1.ON'], mapping)).toBeNull()
})
