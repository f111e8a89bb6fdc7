import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readKey } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'

/** `id` tells which key it is, without telling the key. A prepared key signs six times as fast as its bytes. */
export type AuditKey = { id: string; key: KeyObject }
/** The first one signs; each verifies what it signed. */
export type AuditKeys = readonly AuditKey[]
export type KeyPlace = Pick<Config, 'dataDir' | 'audit'>

export const auditKeyFileOf = (dataDir: string): string => join(dataDir, 'audit.key')

const keyOf = (key: Buffer): AuditKey => ({
  key: createSecretKey(key),
  id: Buffer.from(hkdfSync('sha256', key, '', 'portal audit key id', 8)).toString('hex'),
})
const withoutDoubles = (keys: Buffer[]): AuditKey[] => [
  ...new Map(keys.map(keyOf).map((key) => [key.id, key])).values(),
]

/** One key on each line, the newest first. */
async function storedKeys(file: string): Promise<Buffer[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split(/\s+/).flatMap((line) => {
    if (line === '') return []
    const key = readKey(line)
    if (!key)
      throw new StartError(`The key of the audit log in ${file} is damaged. Put its copy back, or set AUDIT_KEY.`)
    return [key]
  })
}

/** The keys of AUDIT_KEY, then those in the data folder; none if there are neither. */
export const findAuditKeys = async ({ dataDir, audit }: KeyPlace): Promise<AuditKeys> =>
  withoutDoubles([...audit.keys, ...(await storedKeys(auditKeyFileOf(dataDir)))])

/** The keys to sign with. Without any, one is made once and stored in the data folder. */
export async function demandAuditKeys(place: KeyPlace): Promise<AuditKeys> {
  const found = await findAuditKeys(place)
  if (found.length > 0) return found
  await mkdir(place.dataDir, { recursive: true, mode: 0o711 })
  const made = `${randomBytes(32).toString('base64')}\n`
  // Two processes may make one at the same moment; the first counts.
  await writeFile(auditKeyFileOf(place.dataDir), made, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return findAuditKeys(place)
}

/** Keeps the keys of a backup, behind those that are known here. */
export async function keepAuditKeys(place: KeyPlace, keys: readonly Buffer[]): Promise<AuditKeys> {
  const known = new Set((await findAuditKeys(place)).map(({ id }) => id))
  const fresh = withoutDoubles([...keys]).filter(({ id }) => !known.has(id))
  if (fresh.length > 0) {
    const file = auditKeyFileOf(place.dataDir)
    const all = [...(await storedKeys(file)), ...fresh.map(({ key }) => key.export())]
    await mkdir(place.dataDir, { recursive: true, mode: 0o711 })
    await writeFile(`${file}.part`, all.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 })
    await chmod(`${file}.part`, 0o600)
    await rename(`${file}.part`, file)
  }
  return findAuditKeys(place)
}

const macOf = (key: KeyObject, purpose: string, content: unknown): Buffer =>
  createHmac('sha256', key)
    .update(`portal audit ${purpose}\n${JSON.stringify(content)}`)
    .digest()

/** A seal's hash covers its entry and all seals before it, so one signature proves everything up to there. */
export const signatureOf = (key: KeyObject, sealNo: number, hash: string): Buffer => macOf(key, 'seal', [sealNo, hash])
export const anchorMacOf = (key: KeyObject, fields: readonly unknown[]): string =>
  macOf(key, 'anchor', fields).toString('hex')

export type ArchiveEnd = {
  last_seal_no: number
  last_audit_id: number
  hash: string
  entries: number
  file_name: string
  sha256: string
}
export const archiveMacOf = (key: KeyObject, end: ArchiveEnd): string =>
  macOf(key, 'archive', [
    end.last_seal_no,
    end.last_audit_id,
    end.hash,
    end.entries,
    end.file_name,
    end.sha256,
  ]).toString('hex')
