import { writeFile } from 'node:fs/promises'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { cardLayout } from '../../cards/sheets/card-sheet.rules.ts'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import type { TestApp } from '../test-app.ts'

/** Exports the chosen cards as Cards.xlsx. */
export async function exportWorkbook({ app, tokenOf }: TestApp, who: string, ids: readonly number[]) {
  const headers = { authorization: await tokenOf(who) }
  return app.inject({ method: 'POST', url: `${pathOf(cardBulk.export)}?format=xlsx`, headers, payload: [...ids] })
}

/** Reads a workbook as the card import does: its lines, and the number of good rows. */
export async function readAsImport(
  path: string,
  content?: Buffer,
): Promise<{ lines: string; read: number; failed: number }> {
  if (content) await writeFile(path, content)
  let lines = ''
  const { read, failed } = await readSheet(
    { kind: 'cards', path, type: 'xlsx', provider: null, options: {} },
    cardLayout({}),
    {
      tell: () => {},
      write: async (piece) => {
        lines += piece
      },
    },
  )
  return { lines, read, failed }
}
