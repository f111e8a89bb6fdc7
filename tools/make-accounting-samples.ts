import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { journalFormats } from '@portal/contract/journal/journal-formats.data.ts'
import { sampleJournal } from '../server/src/testing/files/journal-samples.ts'

/** Writes one journal in each format to samples/accounting/ (RECV-10). */
const folder = fileURLToPath(new URL('../samples/accounting/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const format of journalFormats) {
  const { name, content } = await sampleJournal(format)
  writeFileSync(folder + name, content)
}
