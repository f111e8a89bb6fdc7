import { defaultJournalSettings, journalAccounts } from '@portal/contract/journal/journal.ts'
import { defaultJournalAccounts } from '@portal/contract/journal/journal-accounts.data.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { insertCustomer } from '../testing/paying.ts'
import { testJournal } from '../testing/rows/journal-documents.ts'

const { ask, owner, rows, receive, exportJournal, preview, download } = await testJournal()
const get = async () => (await ask(people.staff, journalAccounts.get)).body
const save = (body: object) => ask(people.staff, journalAccounts.save, { body })
const settings = defaultJournalSettings

test('RECV-10 the portal’s own accounts apply until some are saved; an old version is refused', async () => {
  const first = await get()
  expect(first).toEqual({ accounts: [...defaultJournalAccounts], settings, is_default: true, version: 1 })
  const accounts = defaultJournalAccounts.map((row) =>
    row.pattern === 'bank' ? { ...row, account_number: '1099', account_name: 'Deposits' } : row,
  )
  const saved = await save({ accounts, settings: { ...settings, xero_tracking: '' }, version: 1 })
  expect([saved.status, saved.body]).toEqual([200, { accounts, settings, is_default: false, version: 2 }])
  expect((await save({ accounts, settings, version: 1 })).body.error.code).toBe('record.stale')
  const [entry] = await rows(`select before, after from audit_log where action = 'journalAccounts.save'`)
  expect(entry).toEqual({
    before: { journal_accounts: ['bank: 1085 Fuel receipts clearing'] },
    after: { journal_accounts: ['bank: 1099 Deposits'] },
  })
})

test('RECV-10 a batch keeps the accounts that it was exported with', async () => {
  const company = await insertCustomer(owner)
  await receive(company, 10, '2024-01-05')
  const { body } = await exportJournal('2024-01-01', '2024-01-31')
  const [{ id }] = body.journal_batches
  const { version } = await get()
  expect((await save({ accounts: [...defaultJournalAccounts], settings, version })).status).toBe(200)
  expect((await download(id)).text).toContain('bank.eft,1099,Deposits')
})

test('RECV-10 keys that no row covers are named in the preview, and refuse the export', async () => {
  const company = await insertCustomer(owner)
  await receive(company, 10, '2024-02-05')
  const { version } = await get()
  const accounts = defaultJournalAccounts.filter(({ pattern }) => pattern !== 'bank')
  expect((await save({ accounts, settings, version })).status).toBe(200)
  const [shown] = await preview('2024-02-01', '2024-02-28')
  expect(shown).toMatchObject({
    fault: 'No general-ledger account for “bank.eft”.',
    fault_message: { key: 'journal.no-account', params: { keys: 'bank.eft' } },
  })
  expect(shown.accounts[0]).toMatchObject({ account_number: null, keys: ['bank.eft'], debit: 10 })
  const { status, body } = await exportJournal('2024-02-01', '2024-02-28')
  expect([status, body.error.code, body.error.message]).toEqual([409, 'journal.unmapped', shown.fault])
  expect(await rows(`select from journal_entries where entry_date = '2024-02-05'`)).toEqual([])
})

test('RECV-10 rows and settings are checked at their fields', async () => {
  const bad = { pattern: 'profit', currency: null, account_number: '1', account_name: 'P' }
  const { body } = await save({ accounts: [bad], settings: { ...settings, currencies: [] }, version: 1 })
  expect(Object.keys(body.error.fields).sort()).toEqual(['accounts.0.pattern', 'settings.currencies'])
})
