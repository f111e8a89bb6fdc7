import { expect, test } from 'vitest'
import { hashFile } from './hash-file.ts'

test('RECV-12 a file is hashed where it is, and one larger than any document is not read', async () => {
  expect(await hashFile(new Blob(['abc']))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const large = { size: 200 * 1024 * 1024 + 1, arrayBuffer: () => Promise.reject(new Error('was read')) }
  expect(await hashFile(large as unknown as Blob)).toBeNull()
})
