import type { CodeTable } from '@portal/contract/lookups/product-codes.rules.ts'
import type { RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import type { CardFileOptions } from '../cards/sheets/card-sheet.rules.ts'
import type { ReadTask, SheetLayout } from '../platform/sheets/layout.ts'
import { type ReaderOutput, readSheet } from '../platform/sheets/read-sheet.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'

/** The layouts by kind of import, loaded only when needed: a file of transactions needs a third of the code. */
const layouts: Record<string, (task: ReadTask) => Promise<SheetLayout>> = {
  cards: async ({ options }) =>
    (await import('../cards/sheets/card-sheet.rules.ts')).cardLayout(options as CardFileOptions),
  rates: async ({ provider, options }) =>
    (await import('../rates/rate-sheet.rules.ts')).rateLayout(provider as RateProvider, options.codes as CodeTable),
  transactions: async (task) => (await import('../booking/layouts/layouts.ts')).transactionLayout(task),
}

/** Reads a file to its end, and tells how it ended. */
export async function readImport(task: ReadTask, out: ReaderOutput): Promise<void> {
  const layout = layouts[task.kind]
  if (!layout) throw new Error(`There is no layout for imports of ${task.kind}.`)
  try {
    out.tell({ type: 'end', summary: await readSheet(task, await layout(task), out) })
  } catch (error) {
    // A reader that fails on a crafted file counts as a damaged file.
    out.tell({ type: 'refused', reason: error instanceof SheetRefusal ? error.message : 'sheet.unreadable' })
  }
}
