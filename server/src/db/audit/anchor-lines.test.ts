import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AnchorFacts, readLine, readLines, signedLine, thinned } from './anchor-lines.ts'

const key = { id: 'ab'.repeat(8), key: createSecretKey(randomBytes(32)) }
const line = (kind: AnchorFacts['kind'], seal_no: number, at: string) =>
  readLine(
    signedLine(
      { kind, seal_no, hash: '', entry: null, at, archived: 0, note: 'é "x"', as_of: null, lost_keys: [] },
      key,
    ),
    [key],
  )

test('SEC-5 a line is good with its key alone, and only as it was written', () => {
  const { text } = line('head', 12, '2026-11-18T12:00:00.000Z')
  expect(readLine(text, [key])).toMatchObject({ fault: null, anchor: { seal_no: 12, note: 'é "x"' } })
  expect(readLine(text, []).fault).toBe('unknown-key')
  expect(readLine(text, [{ ...key, key: createSecretKey(randomBytes(32)) }]).fault).toBe('changed')
  for (const [from, to] of [
    ['"seal_no":12', '"seal_no":11'],
    ['"kind":"head"', '"kind":"accepted"'],
    ['2026-11-18', '2026-11-19'],
    ['"lost_keys":[]', '"lost_keys":["abababababababab"]'],
    ['"archived":0', '"archived":9'],
    ['"as_of":null', '"as_of":"2020-01-01T00:00:00Z"'],
    ['{', ''],
  ] as const)
    expect([from, readLine(text.replace(from, to), [key]).fault]).toEqual([from, 'changed'])
})

test('SEC-5 the anchor file stays small: the newest of each hour and day, and every line with a meaning of its own', () => {
  const days = 90
  const start = Date.parse('2025-01-01T00:30:00Z')
  let lines = [line('first', 1, new Date(start).toISOString())]
  for (let hour = 1; hour <= days * 24; hour++) {
    const at = new Date(start + hour * 3_600_000).toISOString()
    lines = thinned([...lines, line(hour === 500 ? 'restored' : 'head', hour, at)])
  }
  expect(lines.length).toBeLessThan(24 + 60 + 4)
  expect(lines[0]?.anchor?.kind).toBe('first')
  expect(lines.some(({ anchor }) => anchor?.kind === 'restored')).toBe(true)
  expect(lines.at(-1)?.anchor?.seal_no).toBe(days * 24)
  const numbers = lines.map(({ anchor }) => anchor?.seal_no ?? 0)
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  // A damaged line is not tidied away.
  const damaged = readLines(`${lines.at(-2)?.text.replace('"head"', '"hea"')}\n${lines.at(-1)?.text}\n`, [key])
  expect(thinned(damaged).map(({ fault }) => fault)).toEqual(['changed', null])
})
