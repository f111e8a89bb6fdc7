import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { journalFormats } from '@portal/contract/journal/journal-formats.data.ts'
import { expect, test } from 'vitest'
import { sampleJournal } from '../server/src/testing/files/journal-samples.ts'

const folder = fileURLToPath(new URL('../samples/accounting/', import.meta.url))

test('RECV-10 each accounting sample is what its writer gives (node tools/make-accounting-samples.ts)', async () => {
  const samples = await Promise.all(journalFormats.map(sampleJournal))
  expect(readdirSync(folder).toSorted()).toEqual(samples.map(({ name }) => name).toSorted())
  for (const { name, content } of samples)
    expect([name, readFileSync(folder + name).toString('latin1')]).toEqual([name, content.toString('latin1')])
})
