import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ImportError } from '@portal/contract/imports.ts'
import type { ChildMessage, ReadSummary, ReadTask } from '../platform/sheets/layout.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'

/** The old binary format is read whole, the others as they come. */
const limits = { seconds: 300, heapMb: { csv: 512, xls: 1400, xlsx: 900 }, residentMb: { csv: 900, xls: 2200, xlsx: 1400 } } as const
const entry = fileURLToPath(new URL('../commands/import-child.ts', import.meta.url))
/** Where the reader's code is kept as it was compiled the first time: it starts in a third of the time. A folder that cannot be written is done without. */
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/import-child', import.meta.url))

type Reading = {
  /** Lines for COPY. Ends early, with an error, when the reader dies. */
  lines: Readable
  /** Fails with a SheetRefusal where the file cannot be taken. */
  done: Promise<{ summary: ReadSummary; faults: ImportError[] }>
  stop(): void
}

/** Memory outside the script's heap is limited by nobody else: a forged size field once made a reader ask for two gigabytes (U3). */
function watchMemory(child: ChildProcess, limitMb: number): NodeJS.Timeout {
  return setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
    if (resident > limitMb) child.kill('SIGKILL')
  }, 200)
}

/** Reads a file in a process of its own, so that whatever it does to the reader is done to the reader alone (U4). */
export function readInChild(task: ReadTask, onProgress: (done: number, total: number) => void): Reading {
  const child = spawn(process.execPath, [`--max-old-space-size=${limits.heapMb[task.type]}`, entry, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled },
    timeout: limits.seconds * 1000,
    killSignal: 'SIGKILL',
  })
  // Those who wait for a page come first.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const watching = watchMemory(child, limits.residentMb[task.type])
  const faults: ImportError[] = []
  let summary: ReadSummary | null = null
  let refusal: string | null = null
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else if (message.type === 'faults') faults.push(...message.faults)
    else if (message.type === 'refused') refusal = message.reason
    else summary = message.summary
  })
  const { promise, resolve, reject } = Promise.withResolvers<{ summary: ReadSummary; faults: ImportError[] }>()
  promise.catch(() => {})
  child.on('error', reject)
  child.on('close', () => {
    clearInterval(watching)
    if (summary) resolve({ summary, faults })
    else reject(new SheetRefusal(refusal ?? 'The file could not be read within the limits of time and memory. Save it anew, or split it.'))
  })
  return { lines: child.stdout as Readable, done: promise, stop: () => child.kill('SIGKILL') }
}
