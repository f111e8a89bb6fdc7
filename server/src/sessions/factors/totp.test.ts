import { expect, test } from 'vitest'
import { base32, codeOf, otpauthUri, stepAt, stepOfCode, totpDigits } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('SEC-1 codes are those of RFC 6238, appendix B', () => {
  const vectors: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [seconds, code] of vectors) expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('SEC-1 a code counts one step early and late, and never up to the last step used', () => {
  const now = new Date('2026-11-15T12:00:10Z')
  const step = stepAt(now)
  const found = (of: number, last = 0) => stepOfCode(secret, codeOf(secret, of), now, last)
  expect([-2, -1, 0, 1, 2].map((by) => found(step + by))).toEqual([null, step - 1, step, step + 1, null])
  expect([step - 1, step, step + 1].map((of) => found(of, step))).toEqual([null, null, step + 1])
})

test('SEC-1 the app’s address has the secret in base32 and the account', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(otpauthUri(secret, 'Fresh Fuels', 'a+b@c.test')).toBe(
    'otpauth://totp/Fresh%20Fuels:a%2Bb%40c.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fresh%20Fuels&algorithm=SHA1&digits=6&period=30',
  )
})

test('SEC-1 spaces and dashes in a code do not matter', () => {
  expect(['123456', '123 456', ' 123-456'].map(totpDigits)).toEqual(['123456', '123456', '123456'])
  expect(['12345', '1234567', 'ABCD-EFGH', ''].map(totpDigits)).toEqual([null, null, null, null])
})
