import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { read, utils, type WorkSheet } from '@e965/xlsx'
import { fuelProviders, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import { expect, test } from 'vitest'
import { fileRows } from '../server/src/testing/files/transaction-files.ts'
import { samplePurchases } from '../server/src/testing/files/transaction-samples.ts'
import { makeXlsx } from '../server/src/testing/files/workbooks.ts'

const folder = fileURLToPath(new URL('../samples/', import.meta.url))
const names = readdirSync(folder).filter((name) => /\.xlsx?$/.test(name))
const rowsOf = (content: Buffer): unknown[][] => {
  const { Sheets, SheetNames } = read(content)
  return utils.sheet_to_json(Sheets[SheetNames[0] as string] as WorkSheet, { header: 1, defval: null })
}

test.each(names)('%s is a workbook that a spreadsheet library can open', (name) => {
  expect(rowsOf(readFileSync(folder + name)).length).toBeGreaterThan(2)
})

test.each(fuelProviders)('the %s sample has its purchases, with card numbers as text', (provider) => {
  const name = `transactions-${providerFacts[provider].importName.toLowerCase()}`
  const rows = rowsOf(readFileSync(folder + names.find((one) => one.startsWith(name))))
  const expected = fileRows(provider, samplePurchases[provider])
  expect(rows.map((row) => row.map((cell) => cell ?? null))).toEqual(
    expected.map((row) => row.map((cell) => (cell === '' ? null : cell))),
  )
})

test('LIST-15 the samples have 16-digit card numbers', () => {
  const cells = names.flatMap((name) => rowsOf(readFileSync(folder + name)).flat())
  expect(cells.filter((cell) => typeof cell === 'string' && /^\d{16}$/.test(cell)).length).toBeGreaterThan(0)
})

test('the workbooks that tests build by hand are valid', () => {
  expect(
    rowsOf(
      makeXlsx([
        ['a', 1],
        ['é & <b>', { xml: ' s="1"><v>46000</v>' }],
      ]),
    ),
  ).toEqual([
    ['a', 1],
    ['é & <b>', expect.anything()],
  ])
})
