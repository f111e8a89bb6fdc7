import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('AUTH-8 S5 a long or Unicode password is stored whole, as argon2id with 19 MiB and two passes', async () => {
  const long = `${'é😀'.repeat(300)}end`
  const stored = await hashPassword(long)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // The same letters, typed on a machine that composes accents differently.
  expect(await isPassword(long.normalize('NFD'), stored)).toBe(true)
  expect(await isPassword(`${'é😀'.repeat(300)}enD`, stored)).toBe(false)
})
