import { expect, test } from 'vitest'
import { entriesOf, sampleEntries } from '../testing/files/journal-samples.ts'
import type { JournalEntry } from './entries.rules.ts'
import { addToSums, noJournalSums, summedEntries, unbalancedParts } from './sums.rules.ts'

const read = async (entries: readonly JournalEntry[]) => {
  const sums = noJournalSums('CAD')
  const passed: JournalEntry[] = []
  for await (const entry of summedEntries(entriesOf(entries), sums)) passed.push(entry)
  return { sums, passed }
}
const [first, second] = sampleEntries as [JournalEntry, JournalEntry]
const broken: JournalEntry = {
  ...second,
  lines: second.lines.map((line, at) => (at === 0 ? { ...line, debit_cents: line.debit_cents + 1 } : line)),
}

test('RECV-10 a batch is added up by day, by account and in whole while it is written', async () => {
  const { sums, passed } = await read(sampleEntries)
  expect(passed).toEqual(sampleEntries)
  expect([sums.entries, sums.debit_cents, sums.credit_cents]).toEqual([8, 1_004_600, 1_004_600])
  expect([...sums.days.keys()]).toEqual([...new Set(sampleEntries.map(({ date }) => date))])
  expect(sums.days.get('2026-11-15')).toMatchObject({ entries: 2 })
  expect(sums.accounts.get('receivable.C00002')).toEqual({ debit_cents: 259_367, credit_cents: 259_367 })
  expect(sums.uncosted_cents).toBe(4_500)
  expect(unbalancedParts(sums)).toEqual([])
})

test('RECV-10 an entry that does not balance stops the batch before it is written', async () => {
  await expect(read([first, broken])).rejects.toThrow('Invoice INV-2026-000124')
})

test('RECV-10 days that do not balance are named, even if the whole does', () => {
  const sums = noJournalSums('CAD')
  addToSums(sums, broken)
  expect(unbalancedParts(sums)).toEqual(['2026-11-15', 'batch'])
  const [line] = second.lines
  const opposite = { ...second, date: '2026-11-16', lines: line ? [{ ...line, debit_cents: 0, credit_cents: 1 }] : [] }
  addToSums(sums, opposite)
  expect(unbalancedParts(sums)).toEqual(['2026-11-15', '2026-11-16'])
})

test('RECV-10 a batch has one currency', () => {
  expect(() => addToSums(noJournalSums('USD'), first)).toThrow('is in CAD and the batch in USD')
})
