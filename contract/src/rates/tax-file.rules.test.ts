import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTaxFile } from './tax-file.rules.ts'

const text = readFileSync(new URL('../../../server/src/db/seed/tax-rates.csv', import.meta.url), 'utf8')
const rows = readTaxFile(text)

test('RATE-4 shipped tax rates name their source, and announced ones their review date', () => {
  expect(rows.filter(({ source }) => source.length < 10)).toEqual([])
  const reviewed = rows
    .filter(({ review_date }) => review_date === '2026-12-31')
    .map(({ jurisdiction, tax }) => `${jurisdiction} ${tax}`)
  expect([...new Set(reviewed)]).toEqual(['CA FET', 'CA-AB PFT'])
})

test('an error in the rates file is reported with its line', () => {
  const [head, first = ''] = text.split('\n')
  const fault = (line: string) => {
    try {
      return readTaxFile(`${head}\n${line}\n`).length
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(fault(first)).toBe(1)
  expect(fault(first.replace('0.04', '0.0400001'))).toBe(
    'Tax rates, line 2: 0.0400001 is not a rate with up to 6 decimals.',
  )
  expect(fault(first.replace('CA,', 'XX,'))).toMatch(/line 2: XX is not a jurisdiction/)
  expect(fault(first.replace('2026-04-19', '2024-04-19'))).toMatch(/ends before it begins/)
  expect(fault(first.replace('per_unit', 'ad_valorem'))).toMatch(/FET is per_unit/)
  expect(fault(first.replace(',L,', ','))).toMatch(/10 cells instead of 11/)
})
