import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCsv } from './csv-read.ts'

test('CARD-13 the number of rows in a long text is estimated early, for the progress bar', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-csv-'))
  try {
    const path = join(folder, 'long.csv')
    await writeFile(path, `a,b\n${'1234,5678\n'.repeat(20_000)}`)
    const { rows, expectedRows } = await openCsv(path)
    for await (const batch of rows) {
      expect(batch.length).toBe(1000)
      break
    }
    expect(Math.abs((expectedRows?.() ?? 0) - 20_001)).toBeLessThan(200)
  } finally {
    await rm(folder, { recursive: true })
  }
})
