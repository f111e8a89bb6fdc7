import { once } from 'node:events'
import type { RateProvider } from '@portal/contract/rates/daily-rates.ts'
import { transactionLayout } from '../booking/layouts/layouts.ts'
import { type CardFileOptions, cardLayout } from '../cards/sheets/card-sheet.rules.ts'
import type { ChildMessage, ReadTask, SheetLayout } from '../platform/sheets/layout.ts'
import { readSheet } from '../platform/sheets/read-sheet.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'
import { rateLayout } from '../rates/rate-sheet.rules.ts'

/**
 * The layouts by kind of import. This process has no database and no secrets: it turns a file into lines and errors,
 * and exits.
 */
const layouts: Record<string, (task: ReadTask) => SheetLayout> = {
  cards: ({ options }) => cardLayout(options as CardFileOptions),
  rates: ({ provider }) => rateLayout(provider as RateProvider),
  transactions: transactionLayout,
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
  tell({ type: 'end', summary: await readSheet(task, layout(task), { tell, write }) })
} catch (error) {
  // A reader that fails on a crafted file counts as a damaged file.
  tell({
    type: 'refused',
    reason: error instanceof SheetRefusal ? error.message : 'sheet.unreadable',
  })
}
process.stdout.end(() => process.disconnect())
