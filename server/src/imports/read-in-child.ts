import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Message } from '@portal/contract/message.ts'
import type { ChildMessage, ReadSummary, ReadTask } from '../platform/sheets/layout.ts'
import { type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'
import { compiledFolder, flagsForRows } from '../process/compiled.ts'

/** An .xls file is read whole, the other formats as a stream. */
const limits = {
  seconds: 300,
  heapMb: { csv: 512, xls: 1400, xlsx: 900 },
  residentMb: { csv: 900, xls: 2200, xlsx: 1400 },
} as const
/** The signals of a process that fails from within: Node aborts when its heap is full. */
const crashes = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
const entry = fileURLToPath(new URL('../commands/import-child.ts', import.meta.url))

const tooMuch = 'sheet.too-demanding'

type Reading = {
  /** Lines for COPY. They end early if the reader dies; `done` gives the reason. */
  lines: Readable
  /**
   * Rejects with a SheetRefusal if the file is invalid, and with another error if the reader was ended for a reason
   * outside the file.
   */
  done: Promise<{ summary: ReadSummary; faults: SheetFault[] }>
  stop(): void
}

export type ReadFile = (task: ReadTask, onProgress: (done: number, total: number) => void) => Reading

/**
 * Ends a reader that exceeds its time or memory. Memory outside the script's heap has no other limit: a forged size
 * field once asked for two gigabytes (U3).
 */
function limit(child: ChildProcess, limitMb: number): { isExceeded: boolean; end(): void } {
  const watch = { isExceeded: false, end: () => [memory, time].forEach(clearTimeout) }
  const exceed = () => {
    watch.isExceeded = true
    child.kill('SIGKILL')
  }
  const memory = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    if (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024 > limitMb) exceed()
  }, 200)
  const time = setTimeout(exceed, limits.seconds * 1000)
  return watch
}

/** Reads a file in its own process, so that a harmful file affects only its reader (U4). */
export const readInChild: ReadFile = (task, onProgress) => {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${limits.heapMb[task.type]}`, ...flagsForRows, entry, JSON.stringify(task)],
    {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      env: { NODE_COMPILE_CACHE: compiledFolder },
    },
  )
  const { promise, resolve, reject } = Promise.withResolvers<{ summary: ReadSummary; faults: SheetFault[] }>()
  promise.catch(() => {})
  child.on('error', reject)
  // Page requests take priority over imports.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const watch = limit(child, limits.residentMb[task.type])
  const faults: SheetFault[] = []
  let summary: ReadSummary | null = null
  let refusal: Message | null = null
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else if (message.type === 'faults') faults.push(...message.faults)
    else if (message.type === 'refused') refusal = message.reason
    else summary = message.summary
  })
  child.on('close', (code, signal) => {
    watch.end()
    // Any other exit came from outside, and says nothing about the file (OPS-3).
    const reason = refusal ?? (watch.isExceeded || crashes.has(signal) ? tooMuch : null)
    if (summary) resolve({ summary, faults })
    else
      reject(reason === null ? new Error(`The file's reader was ended (${signal ?? code})`) : new SheetRefusal(reason))
  })
  return { lines: child.stdout as Readable, done: promise, stop: () => child.kill('SIGKILL') }
}
