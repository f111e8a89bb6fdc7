import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fuelProviders, providerFacts } from '../contract/src/lookups/providers.rules.ts'
import { fileRows } from '../server/src/testing/files/transaction-files.ts'
import { samplePurchases } from '../server/src/testing/files/transaction-samples.ts'
import { makeWholeXlsx, makeXls } from '../server/src/testing/files/workbooks.ts'

/** Writes a small transaction file of each fuel provider for the demo's cards. The bytes are the same everywhere. */
const folder = fileURLToPath(new URL('../samples/', import.meta.url))
await mkdir(folder, { recursive: true })
for (const provider of fuelProviders) {
  const rows = fileRows(provider, samplePurchases[provider])
  const isOld = provider === 'Comdata'
  await writeFile(
    `${folder}transactions-${providerFacts[provider].importName.toLowerCase()}.${isOld ? 'xls' : 'xlsx'}`,
    isOld ? makeXls(rows) : makeWholeXlsx(rows),
  )
}
