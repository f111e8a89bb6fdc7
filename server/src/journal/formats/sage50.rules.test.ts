import { expect, test } from 'vitest'
import { journalFiles, sampleEntries } from '../../testing/files/journal-samples.ts'
import type { JournalEntry } from '../entries.rules.ts'
import { writeSage50 } from './sage50.rules.ts'
import { journalWriters } from './writers.rules.ts'

const linesOf = async (entries: readonly JournalEntry[]): Promise<string[]> =>
  ((await journalFiles('sage50', entries))[0] ?? '').trimEnd().split('\r\n')
const [, second, , receipt] = sampleEntries as [JournalEntry, JournalEntry, JournalEntry, JournalEntry]

test('RECV-10 a Sage 50 entry is a line with date, source and comment, and a line for each account', async () => {
  expect(journalWriters.sage50.write).toBe(writeSage50)
  expect(await linesOf([second])).toEqual([
    '11-15-26,"INV26000124","Invoice, Transport Prairie & Frères, s."',
    '1210,133.80,"Transport Prairie & Frères, s.e.n.c."',
    '4050,-80.00,"DEF SK"',
    '2310,-4.00,"GST SK"',
    '2343,-4.80,"PST SK"',
    '4110,-45.00,"FEE AB"',
    '5050,74.20,"DEF SK"',
    '2315,3.50,"GST SK"',
    '2110,-77.70,"Pipeline"',
  ])
})

test('RECV-10 every line of a Sage 50 file is of one of the two kinds, and each entry balances', async () => {
  let sum = 0
  for (const line of await linesOf(sampleEntries)) {
    if (/^\d\d-\d\d-\d\d,"[^"]{1,13}","[^"]{1,39}"$/.test(line)) expect(sum).toBe(0)
    else {
      const [, amount] = /^\d{4,8},(-?\d+\.\d\d),"[^"]{1,39}"$/.exec(line) ?? []
      expect([line, amount]).toEqual([line, expect.any(String)])
      sum += Math.round(Number(amount) * 100)
    }
  }
  expect(sum).toBe(0)
})

test('RECV-10 a quotation mark cannot end a Sage 50 text, and a number too long for the source is in the comment', async () => {
  const odd = { ...receipt, customer: { ...receipt.customer, name: 'The "Best"\r\nHauler' } }
  expect((await linesOf([odd]))[0]).toBe('11-19-26,"R-000030","Receipt, The \'Best\' Hauler"')
  const long = { ...receipt, number: 'RECEIPT-2026-000030', memo: 'Receipt RECEIPT-2026-000030' }
  expect((await linesOf([long]))[0]).toBe('11-19-26,"RECEIPT-2026-","Receipt RECEIPT-2026-000030"')
})
