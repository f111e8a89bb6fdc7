import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** How a stored secret begins: as it is, or encrypted with the key of SECOND_FACTOR_KEY. */
const plain = 0
const encrypted = 1
const ivBytes = 12
const tagBytes = 16

/** Bound to its user: moved to another one's row, it does not open. */
const ownerOf = (userId: number) => Buffer.from(`second factor of user ${userId}`)
const aesKey = (key: Buffer) => key.subarray(0, 32)

/** An app's secret as the database stores it (SEC-1). */
export function sealSecret(key: Buffer | null, userId: number, secret: Buffer): Buffer {
  if (!key) return Buffer.concat([Buffer.from([plain]), secret])
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', aesKey(key), iv).setAAD(ownerOf(userId))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.from([encrypted]), iv, cipher.getAuthTag(), body])
}

/** Throws without the key it was stored under: the app then has to be set up again. */
export function openSecret(key: Buffer | null, userId: number, stored: Buffer): Buffer {
  if (stored[0] === plain) return stored.subarray(1)
  if (!key) throw new Error('A second factor was stored encrypted: set SECOND_FACTOR_KEY to the key of that time.')
  const iv = stored.subarray(1, 1 + ivBytes)
  const tag = stored.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', aesKey(key), iv).setAAD(ownerOf(userId)).setAuthTag(tag)
  return Buffer.concat([decipher.update(stored.subarray(1 + ivBytes + tagBytes)), decipher.final()])
}
