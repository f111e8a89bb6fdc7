import { expect, test } from 'vitest'
import { readSolved } from './registration.rules.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const solved = {
  challenge: { parameters: { cost: 1000, salt: 'x' }, signature: 'signed' },
  solution: { counter: 7, derivedKey: 'abc' },
}

test('COMP-7 a solved challenge is read from base64-encoded JSON, and anything else is null', () => {
  expect(readSolved(base64(solved))).toEqual(solved)
  for (const text of ['', 'not base64!', base64('text'), base64(null), base64({ ...solved, solution: {} })])
    expect(readSolved(text)).toBeNull()
  expect(readSolved(base64({ ...solved, challenge: { ...solved.challenge, signature: '' } }))).toBeNull()
  expect(readSolved(JSON.stringify(solved))).toBeNull()
})
