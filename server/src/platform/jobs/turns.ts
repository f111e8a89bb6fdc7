import { Readable } from 'node:stream'
import { setImmediate as nextLoop } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()
/**
 * The next turn of the event loop that no other long work has: of ten downloads at once, one writes its next piece in
 * each turn, and calls go between.
 */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => nextLoop())
  return last
}

/** Well under a millisecond's work, so that a light call does not wait for it. */
const rowsAtOnce = 50
/** What is written of many rows, a few rows at a time. */
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
/** A long answer: a piece a turn, and none while a slow reader has this much to take in. */
export const streamInTurns = (pieces: AsyncIterable<string | Uint8Array>): Readable =>
  Readable.from(inTurns(pieces), { objectMode: false, highWaterMark: 64 * 1024 })
