import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Message } from '@portal/contract/message.ts'
import pg from 'pg'
import type { ConnectOptions } from '../db/connect.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'
import { compiledFolder, flagsForRows } from '../process/compiled.ts'
import type { FetchedImport, Watching } from './import-file.actions.ts'

export type Apart = Pick<ConnectOptions, 'appUrl' | 'rolePrefix'>
/** What is sent to the process once it has started. Not on its command line, which everyone can read. */
export type ApartTask = Apart & FetchedImport

/** Said once the claim is lost: what was read is then refused when it is finished. */
export const stopReading = 'stop'

/** A fault as it passes between processes. Its class decides whether the import is tried again. */
type SentFault = {
  kind: 'refused' | 'database' | 'range' | 'other'
  message: Message
  code: string
  stack: string
}
export type ApartMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done' }
  | { type: 'failed'; fault: SentFault }

const kindOf = (error: unknown): SentFault['kind'] => {
  if (error instanceof SheetRefusal) return 'refused'
  if (error instanceof pg.DatabaseError) return 'database'
  return error instanceof RangeError ? 'range' : 'other'
}
export function faultToSend(error: unknown): SentFault {
  const known = error instanceof Error ? error : new Error(String(error))
  const { code = '' } = known as NodeJS.ErrnoException
  return { kind: kindOf(error), message: known.message as Message, code, stack: known.stack ?? '' }
}
const errorOf = (kind: SentFault['kind'], text: string): Error => {
  if (kind === 'database') return new pg.DatabaseError(text, text.length, 'error')
  return kind === 'range' ? new RangeError(text) : new Error(text)
}
/** The error as it was in the other process. */
export const faultReceived = ({ kind, message, code, stack }: SentFault): Error =>
  kind === 'refused' ? new SheetRefusal(message) : Object.assign(errorOf(kind, message as string), { code, stack })

const entry = fileURLToPath(new URL('../commands/import-apart.ts', import.meta.url))

/**
 * Books a file in a process of its own: its lines, prices and draws neither delay requests nor take the portal's memory.
 * If the portal ends, so does the process, and the database undoes its transaction.
 */
export async function bookApart(
  apart: Apart,
  fetched: FetchedImport,
  { onProgress, onStart }: Watching,
): Promise<void> {
  const child = spawn(process.execPath, [...flagsForRows, entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder },
    serialization: 'advanced',
  })
  const closed = once(child, 'close')
  let ended: Exclude<ApartMessage, { type: 'progress' }> | undefined
  child.on('message', (message: ApartMessage) => {
    if (message.type === 'progress') onProgress(message.done, message.total)
    else ended = message
  })
  const tell = (message: ApartTask | typeof stopReading) => void child.send(message, () => {})
  tell({ ...apart, ...fetched })
  onStart(() => tell(stopReading))
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null]
  if (!ended) throw new Error(`The process that booked the file was ended (${signal ?? code})`)
  if (ended.type === 'failed') throw faultReceived(ended.fault)
}
