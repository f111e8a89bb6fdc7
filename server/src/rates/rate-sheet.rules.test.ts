import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { english } from '@portal/contract/english.ts'
import { shippedTable } from '@portal/contract/lookups/product-codes.rules.ts'
import type { RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import { afterAll, expect, test } from 'vitest'
import { readSheet } from '../platform/sheets/read-sheet.ts'
import type { SheetFault } from '../platform/sheets/sheet.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import {
  essoHeader,
  essoRates,
  pipelineHeader,
  pipelineRates,
  pipelineSheet,
  type Rows,
  ta,
  taHeader,
} from '../testing/rows/rate-rows.ts'
import { rateLayout, stagedRateColumns } from './rate-sheet.rules.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-test-rates-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reads as the reader process does: returns the lines for the database and the errors. */
async function read(
  provider: RateProvider,
  rows: Rows,
): Promise<{ lines: string[][]; days: string[]; faults: SheetFault[] }> {
  const path = join(folder, 'sheet')
  await writeFile(path, makeXlsx(rows))
  const faults: SheetFault[] = []
  let written = ''
  await readSheet(
    { path, type: 'xlsx', kind: 'rates', provider, options: {} },
    rateLayout(provider, shippedTable(provider)),
    {
      tell: (message) => message.type === 'faults' && faults.push(...message.faults),
      write: async (lines) => {
        written += lines
      },
    },
  )
  const lines = written
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
  return { lines, faults, days: lines.map((line) => line[stagedRateColumns.indexOf('day')] ?? '') }
}

test('RATE-3 a row is written for each day of the range above the table', async () => {
  const { days } = await read('Pipeline', [
    ['Effective Date: 2026-11-14 to 2026-11-16'],
    pipelineHeader,
    pipelineRates(),
    pipelineRates({ 0: 1005 }),
  ])
  const range = ['2026-11-14', '2026-11-15', '2026-11-16']
  expect(days).toEqual([...range, ...range])
  expect((await read('TA-Petro', [['Effective Date: 11/09/2026'], taHeader, ta({ 0: null })])).days).toEqual([
    '2026-11-09',
  ])
})

test.each<[string, RateProvider, Rows, RegExp]>([
  [
    'without a date',
    'Pipeline',
    [['Price list'], pipelineHeader, pipelineRates()],
    /does not say when its prices apply/,
  ],
  [
    'of another provider',
    'Esso',
    [['As of 2026-11-10'], pipelineHeader, pipelineRates()],
    /This rate file is from Pipeline, not Esso/,
  ],
  [
    'without a column',
    'Esso',
    [essoHeader.filter((name) => name !== 'Price'), essoRates()],
    /A column is missing: “Price”/,
  ],
  ['with a column twice', 'Esso', [[...essoHeader, 'Site ID'], essoRates()], /two columns for “Site ID”/],
])('RATE-3 a file %s is rejected', async (_, provider, rows, reason) => {
  const refusal = await read(provider, rows).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SheetRefusal)
  expect(english((refusal as SheetRefusal).message)).toMatch(reason)
})

test('RATE-3 sums must match to a hundredth of a cent, and prices must suit their unit', async () => {
  const refused = async (provider: RateProvider, rows: Rows) =>
    (await read(provider, rows)).faults.map(({ column }) => column)
  expect(await refused('TA-Petro', [taHeader, ta({ 7: 4.2, 9: 0.3 })])).toEqual([])
  expect(await refused('TA-Petro', [taHeader, ta({ 7: 4.2011, 9: 0.3 })])).toEqual(['Retail'])
  expect(await refused('Pipeline', pipelineSheet(pipelineRates({ 9: 1.9066 })))).toEqual([])
  expect(await refused('Pipeline', pipelineSheet(pipelineRates({ 9: 1.9067 })))).toEqual(['Total'])
  expect(await refused('Esso', [essoHeader, essoRates({ 10: 235.46 })])).toEqual([])
  expect(await refused('Esso', [essoHeader, essoRates({ 10: 235.47 })])).toEqual(['Gross Price'])
  expect(await refused('Pipeline', pipelineSheet(pipelineRates({ 6: 181.57, 7: null, 9: null })))).toEqual([
    'Price Excl. GST/HST',
  ])
  expect(await refused('Esso', [essoHeader, essoRates({ 7: 2.04, 8: null, 9: null, 10: null })])).toEqual(['Price'])
})

test('RATE-3 floating-point noise in a price is accepted; a fifth decimal is not', async () => {
  const price = async (value: string | number) => {
    const { lines, faults } = await read('Pipeline', pipelineSheet(pipelineRates({ 6: value, 7: null, 9: null })))
    return faults[0] ? english(faults[0].reason) : lines[0]?.[stagedRateColumns.indexOf('price_e4')]
  }
  expect(await price(1.1 + 0.7157)).toBe('18157')
  expect(await price(1.8 + 0.0157)).toBe('18157')
  expect(await price('1.8157')).toBe('18157')
  expect(await price('1.81575')).toBe('Use at most 4 decimals.')
  expect(await price('1,8157')).toBe('Enter a number.')
  expect(await price(-1)).toBe('Must be more than 0.')
})
