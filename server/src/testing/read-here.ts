import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { readImport } from '../commands/import-reader.ts'
import type { ReadFile } from '../imports/read-in-child.ts'
import type { ReadSummary } from '../platform/sheets/layout.ts'
import { type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'

/** Reads a file in the test's own process: hundreds of tests import a few rows, and a process for each takes longer. */
export const readHere: ReadFile = (task, onProgress) => {
  const lines = new PassThrough()
  const faults: SheetFault[] = []
  const { promise, resolve, reject } = Promise.withResolvers<{ summary: ReadSummary; faults: SheetFault[] }>()
  promise.catch(() => {})
  const write = async (text: string) => {
    if (!lines.write(text)) await once(lines, 'drain')
  }
  readImport(task, {
    write,
    tell: (message) => {
      if (message.type === 'progress') onProgress(message.done, message.total)
      else if (message.type === 'faults') faults.push(...message.faults)
      else if (message.type === 'refused') reject(new SheetRefusal(message.reason))
      else resolve({ summary: message.summary, faults })
    },
  })
    .catch(reject)
    .finally(() => lines.end())
  return { lines, done: promise, stop: () => lines.destroy() }
}
