import { expect, test, vi } from 'vitest'

const hashing = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock(import('@node-rs/argon2'), async (original) => {
  const argon2 = await original()
  return {
    ...argon2,
    hash: async (...given: Parameters<typeof argon2.hash>) => {
      hashing.most = Math.max(hashing.most, ++hashing.now)
      return argon2.hash(...given).finally(() => {
        hashing.now -= 1
      })
    },
  }
})
const { hashPassword, isPassword } = await import('./passwords.ts')

test('AUTH-8 S5 a long or Unicode password is stored whole, as argon2id with 19 MiB and two passes', async () => {
  const long = `${'é😀'.repeat(300)}end`
  const stored = await hashPassword(long)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // The same letters, typed on a machine that composes accents differently.
  expect(await isPassword(long.normalize('NFD'), stored)).toBe(true)
  expect(await isPassword(`${'é😀'.repeat(300)}enD`, stored)).toBe(false)
})

test('AUTH-8 S5 at most four passwords are hashed at the same time', async () => {
  hashing.most = 0
  await Promise.all(Array.from({ length: 12 }, (_, n) => hashPassword(`a long password ${n}`)))
  expect([hashing.most, hashing.now]).toEqual([4, 0])
})
