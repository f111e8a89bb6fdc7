import { once } from 'node:events'
import type { CodeTable } from '@portal/contract/lookups/product-codes.rules.ts'
import type { RateProvider } from '@portal/contract/rates/daily-rates.ts'
import type { CardFileOptions } from '../cards/sheets/card-sheet.rules.ts'
import type { ChildMessage, ReadTask, SheetLayout } from '../platform/sheets/layout.ts'
import { readSheet } from '../platform/sheets/read-sheet.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'

/**
 * The layouts by kind of import, loaded only when needed: a file of transactions needs a third of the code. This
 * process has no database and no secrets: it turns a file into lines and errors, and exits.
 */
const layouts: Record<string, (task: ReadTask) => Promise<SheetLayout>> = {
  cards: async ({ options }) =>
    (await import('../cards/sheets/card-sheet.rules.ts')).cardLayout(options as CardFileOptions),
  rates: async ({ provider, options }) =>
    (await import('../rates/rate-sheet.rules.ts')).rateLayout(provider as RateProvider, options.codes as CodeTable),
  transactions: async (task) => (await import('../booking/layouts/layouts.ts')).transactionLayout(task),
}

const tell = (message: ChildMessage) => process.send?.(message)
const write = async (lines: string) => {
  if (!process.stdout.write(lines)) await once(process.stdout, 'drain')
}
// Without the portal there is no reader. A signal to the process group is for the portal, which first finishes its
// work.
process.on('disconnect', () => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
// A closed output is not the file's fault.
process.stdout.on('error', () => process.exit(1))

const task = JSON.parse(process.argv[2] ?? '{}') as ReadTask
const layout = layouts[task.kind]
if (!layout) throw new Error(`There is no layout for imports of ${task.kind}.`)
try {
  tell({ type: 'end', summary: await readSheet(task, await layout(task), { tell, write }) })
} catch (error) {
  // A reader that fails on a crafted file counts as a damaged file.
  tell({
    type: 'refused',
    reason: error instanceof SheetRefusal ? error.message : 'sheet.unreadable',
  })
}
process.stdout.end(() => process.disconnect())
