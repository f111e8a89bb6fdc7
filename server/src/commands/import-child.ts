import { once } from 'node:events'
import type { ReadTask } from '../platform/sheets/layout.ts'
import { readImport } from './import-reader.ts'

// This process has no database and no secrets: it turns a file into lines and errors, and exits.
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
await readImport(task, { tell: (message) => process.send?.(message), write })
process.stdout.end(() => process.disconnect())
