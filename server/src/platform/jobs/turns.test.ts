import { once } from 'node:events'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { streamWorkbook } from '../sheets/xlsx-write.ts'
import { piecesOf, streamInTurns } from './turns.ts'

const columns = [{ field: 'card', heading: 'Card', kind: 'text' }] as const
/** Rows that count how often they are written in one turn of the event loop. */
function counted() {
  const seen = { inTurn: 0, most: 0, chunks: 0, isOver: false }
  const row = {
    get card() {
      seen.inTurn += 1
      seen.most = Math.max(seen.most, seen.inTurn)
      return 'some text that is somewhat long, so that a buffer fills'
    },
  }
  const tick = () => {
    seen.inTurn = 0
    if (!seen.isOver) setImmediate(tick)
  }
  setImmediate(tick)
  async function* chunks(count: number) {
    for (let n = 0; n < count; n++) {
      seen.chunks += 1
      yield Array.from({ length: 1000 }, () => row)
    }
  }
  async function* csv(count: number) {
    for await (const rows of chunks(count)) yield* piecesOf(rows, ({ card }) => `${card}\r\n`)
  }
  return { seen, chunks, csv }
}

test('parallel downloads write a few rows per turn of the event loop, so that other calls run in between', async () => {
  const { seen, chunks, csv } = counted()
  const streams = [streamInTurns(csv(5)), streamInTurns(csv(5)), streamWorkbook(chunks(5), { name: 'cards', columns })]
  await Promise.all(streams.map((stream) => once(stream.resume(), 'end')))
  seen.isOver = true
  expect(seen.chunks).toBe(15)
  expect(seen.most).toBeLessThanOrEqual(150)
})

test.each(['csv', 'xlsx'])('when a reader of %s stops reading, no more rows are read', async (format) => {
  const { seen, chunks, csv } = counted()
  const stream = format === 'csv' ? streamInTurns(csv(1e6)) : streamWorkbook(chunks(1e6), { name: 'cards', columns })
  stream.pipe(new Writable({ write: () => {} }))
  let before = -1
  await expect
    .poll(
      () => {
        const isStill = seen.chunks === before && seen.chunks > 0
        before = seen.chunks
        return isStill
      },
      { interval: 200, timeout: 60_000 },
    )
    .toBe(true)
  stream.destroy()
  seen.isOver = true
  expect(seen.chunks).toBeLessThan(400)
})
