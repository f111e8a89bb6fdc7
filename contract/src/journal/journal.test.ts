import { expect, test } from 'vitest'
import { takesVersion } from '../endpoint.ts'
import {
  defaultJournalSettings,
  journalAccounts,
  journalBatches,
  journalBatchInput,
  journalBatchList,
  withdrawForm,
} from './journal.ts'
import { defaultJournalAccounts } from './journal-accounts.data.ts'

test('RECV-10 a batch is asked for by period and format', () => {
  const { create, download, withdraw } = journalBatches
  expect([create.path, download.path, withdraw.path]).toEqual([
    '/journal-batches',
    '/journal-batches/:id/download',
    '/journal-batches/:id/withdraw',
  ])
  expect(journalBatchInput.parse({ from: '2026-11-01', to: '2026-11-30', format: 'xero' })).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
    format: 'xero',
  })
  const fault = journalBatchInput.safeParse({ from: '2026-11-30', to: '2026-11-01', format: 'xero' }).error?.issues[0]
  expect([fault?.path, fault?.message]).toEqual([['to'], 'field.to-before-from'])
  expect(journalBatchInput.safeParse({ from: '2026-11-01', to: '2026-11-30', format: 'pdf' }).success).toBe(false)
  expect(withdrawForm.safeParse({ reason: ' ' }).success).toBe(false)
  expect(Object.keys(journalBatchList.filters)).toEqual(['to', 'format', 'currency', 'status'])
})

test('RECV-10 the mapping is saved whole, with its version, and no row twice', () => {
  const { body } = journalAccounts.save
  expect(takesVersion(journalAccounts.save)).toBe(true)
  const settings = defaultJournalSettings
  expect(body.safeParse({ accounts: [...defaultJournalAccounts], settings, version: 1 }).success).toBe(true)
  const bank = { pattern: 'bank', currency: null, account_number: '1085', account_name: 'Clearing' }
  const faultOf = (...accounts: unknown[]) => {
    const issue = body.safeParse({ accounts, settings, version: 1 }).error?.issues[0]
    return [issue?.path.join('.'), issue?.message]
  }
  expect(faultOf(bank, { ...bank, currency: 'USD' }, bank)).toEqual(['accounts.2.pattern', 'journal.pattern-twice'])
  expect(faultOf({ ...bank, pattern: 'profit' })).toEqual(['accounts.0.pattern', 'journal.pattern'])
})
