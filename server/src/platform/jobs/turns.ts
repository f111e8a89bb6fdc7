import { Readable } from 'node:stream'
import { setImmediate as nextLoop } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()
/**
 * The next turn of the event loop that no other long work has taken: of ten parallel downloads, one writes per turn,
 * and calls run in between.
 */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => nextLoop())
  return last
}

/** Well under a millisecond of work, so that light calls do not wait. */
const rowsAtOnce = 50
/** Writes rows in small batches. */
export function* piecesOf<T>(rows: readonly T[], write: (row: T) => string, separator = ''): Generator<string> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    yield rows
      .slice(at, at + rowsAtOnce)
      .map(write)
      .join(separator)
}

async function* inTurns(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}
/** Streams a long reply: one piece per turn, and none while a slow reader has this much unread. */
export const streamInTurns = (pieces: AsyncIterable<string | Uint8Array>): Readable =>
  Readable.from(inTurns(pieces), { objectMode: false, highWaterMark: 64 * 1024 })
