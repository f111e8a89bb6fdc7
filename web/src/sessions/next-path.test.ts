import { expect, test } from 'vitest'
import { safeNext } from './next-path.ts'

test('AUTH-6 the return path after sign-in is kept whole', () => {
  expect(safeNext('/managercards?page=2&filter=driver_name::ann#x')).toBe(
    '/managercards?page=2&filter=driver_name::ann#x',
  )
})
test('AUTH-6 an address outside this site is never a return path', () => {
  const bad = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil',
    'javascript:alert(1)',
    'managercards',
    '',
    '/',
    undefined,
    7,
  ]
  expect(bad.map(safeNext)).toEqual(bad.map(() => null))
})
