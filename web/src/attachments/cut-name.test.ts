import { expect, test } from 'vitest'
import { cutName } from './cut-name.ts'

test('CARD-15 TXN-11 a name over 30 characters is cut', () => {
  expect(cutName('a'.repeat(30))).toBe('a'.repeat(30))
  expect(cutName(`${'a'.repeat(30)}b`)).toBe(`${'a'.repeat(30)}…`)
  expect(cutName(`${'⛽'.repeat(29)}🚚🚚`)).toBe(`${'⛽'.repeat(29)}🚚…`)
})
