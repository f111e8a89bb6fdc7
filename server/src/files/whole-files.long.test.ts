import type { AttachmentEnding } from '@portal/contract/files/attachment-types.data.ts'
import { test } from 'vitest'
import { wholeFiles } from '../testing/files/documents.ts'
import { expectWholeOrRefused, sampleOf } from '../testing/files/whole-or-refused.ts'

const runs = 1000
test('SEC-7 U8 thousands of cut and flipped files of every kind are refused, or read as the whole one', async () => {
  for (const [ending, content] of Object.entries(await wholeFiles()))
    await expectWholeOrRefused(ending as AttachmentEnding, content, runs)
  await expectWholeOrRefused('xls', await sampleOf('transactions-comdata.xls'), runs)
  for (const name of ['rates-esso.xlsx', 'transactions-tapetro.xlsx'])
    await expectWholeOrRefused('xlsx', await sampleOf(name), runs)
}, 600_000)
