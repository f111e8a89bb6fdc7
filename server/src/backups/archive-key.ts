import { createHmac, type Hmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'

type KeySettings = Pick<Config, 'dataDir' | 'backup'>
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'backup.key')

const ifMissing =
  <T>(code: string, value: T) =>
  (error: NodeJS.ErrnoException) => {
    if (error.code === code) return value
    throw error
  }

async function storedKey(settings: KeySettings): Promise<Buffer | null> {
  const text = await readFile(keyFileOf(settings), 'utf8').catch(ifMissing('ENOENT', null))
  if (text === null) return null
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < 32) throw new StartError(`The backup key in ${keyFileOf(settings)} is damaged. Set BACKUP_KEY.`)
  return key
}

/** BACKUP_KEY, or the key that the first backup stored in the data folder; null if there is neither. */
export const findArchiveKey = async (settings: KeySettings): Promise<Buffer | null> =>
  settings.backup.key ?? (await storedKey(settings))

/** The key for a new archive. Without BACKUP_KEY, one is made once. */
export async function demandArchiveKey(settings: KeySettings): Promise<{ key: Buffer; isNew: boolean }> {
  const found = await findArchiveKey(settings)
  if (found) return { key: found, isNew: false }
  await mkdir(settings.dataDir, { recursive: true, mode: 0o711 })
  const made = `${randomBytes(32).toString('base64')}\n`
  // Two processes may make one at the same moment; the first counts.
  const isNew = await writeFile(keyFileOf(settings), made, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    ifMissing('EEXIST', false),
  )
  return { key: (await storedKey(settings)) as Buffer, isNew }
}

const derived = (key: Buffer, salt: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'hex'), `portal backup ${purpose}`, bytes))

/** Tells which key an archive was made with, without telling the key. */
export const keyIdOf = (key: Buffer): string => derived(key, '', 'key id', 8).toString('hex')
/** Each archive has its own key, so that its parts can be numbered from 0. */
export const contentKeyOf = (key: Buffer, salt: string): Buffer => derived(key, salt, 'content', 32)
/** An archive ends with the seal of all its bytes before, as hex digits in the ZIP file's comment. */
export const sealBytes = 64
export const newSeal = (key: Buffer, salt: string): Hmac => createHmac('sha256', derived(key, salt, 'seal', 32))
export const newSalt = (): string => randomBytes(32).toString('hex')

/** The parts are numbered through the whole archive, so no number is used twice with one key. */
export function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}
