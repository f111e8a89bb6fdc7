import { defaultJournalSettings } from '@portal/contract/journal/journal.ts'
import { defaultJournalAccounts } from '@portal/contract/journal/journal-accounts.data.ts'
import { journalFormats } from '@portal/contract/journal/journal-formats.data.ts'
import { expect, test } from 'vitest'
import { journalFiles, sampleEntries } from '../../testing/files/journal-samples.ts'
import type { JournalEntry } from '../entries.rules.ts'
import { ledgerFor } from '../ledger.rules.ts'
import { journalWriters } from './writers.rules.ts'

test('RECV-10 what a writer gives survives its own encoding', async () => {
  for (const format of journalFormats)
    for (const file of await journalFiles(format, sampleEntries)) {
      const { encoding } = journalWriters[format]
      expect(Buffer.from(file, encoding).toString(encoding)).toBe(file)
    }
})

test.each(journalFormats)('RECV-10 the %s writer gives text before it has read the next entry', async (format) => {
  let read = 0
  async function* counted(): AsyncGenerator<JournalEntry> {
    for (const entry of sampleEntries) {
      read += 1
      yield entry
    }
  }
  const ledger = ledgerFor(format, 'CAD', defaultJournalAccounts, defaultJournalSettings)
  for await (const { text } of journalWriters[format].write(counted(), ledger)) if (text.includes('000123')) break
  expect(read).toBe(1)
})
