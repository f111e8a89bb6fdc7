import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '../../process/start-error.ts'

/** The end of the chain before a file's first entry; an empty hash before the first entry of all. */
export type ChainEnd = { seal_no: number; hash: string }
export type SealedEntry = ChainEnd & { entry: string }
/** What a file proves by itself. */
export type AuditFile = { after: ChainEnd; last: ChainEnd; last_audit_id: number; entries: number; sha256: string }

const columns = [
  'id',
  'at',
  'user_id',
  'user_email',
  'company_id',
  'is_switched',
  'action',
  'record_type',
  'record_id',
  'record_label',
  'before',
  'after',
  'request_id',
]
const sha256 = (data: string | Buffer): Hash => createHash('sha256').update(data)
/** A seal is the hash of the seal before it and of its entry's text. */
const sealOf = (previous: string, entry: string): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(sha256(entry).digest()).digest('hex')

/** One JSON line for what is before, one for each entry with its seal, and one to compare them with. */
async function* linesOf(after: ChainEnd, entries: AsyncIterable<SealedEntry>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (line: string) => {
    hash.update(line)
    return line
  }
  yield hashed(`${JSON.stringify({ format: 1, columns, after_seal: after.seal_no, after_hash: after.hash })}\n`)
  let count = 0
  let first = ''
  let last = ''
  for await (const { seal_no, hash: seal, entry } of entries) {
    if (count === 0) first = seal
    last = seal
    count += 1
    // The entry's text is written as it was hashed.
    yield hashed(`{"seal_no":${seal_no},"hash":"${seal}","entry":${entry}}\n`)
  }
  yield `${JSON.stringify({ count, first_hash: first, last_hash: last, sha256: hash.digest('hex') })}\n`
}

/** Writes the file under another name, flushes it, and gives it its name. An existing file is never replaced. */
export async function writeAuditFile(
  path: string,
  after: ChainEnd,
  entries: AsyncIterable<SealedEntry>,
): Promise<void> {
  if (await stat(path).catch(() => null)) throw new StartError(`${path} exists already. Choose another name.`)
  const part = `${path}.${process.pid}.part`
  const file = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${path} cannot be written (${error.code}).`)
  })
  try {
    await pipeline(Readable.from(linesOf(after, entries)), createGzip(), async (zipped) => {
      for await (const piece of zipped) await file.writeFile(piece)
    })
    await file.sync()
    await rename(part, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Why a file of archived entries is not as it was written. */
export class AuditFileFault extends Error {}
const entryLine = /^\{"seal_no":(\d+),"hash":"([0-9a-f]{64})","entry":(.*)\}$/
const json = (line: string): Record<string, unknown> => {
  try {
    return JSON.parse(line)
  } catch {
    throw new AuditFileFault('it has a line that is not JSON')
  }
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

/** Follows the chain through the lines; the last line must agree with all before it. */
async function followLines(lines: AsyncIterable<string>): Promise<Omit<AuditFile, 'sha256'>> {
  const hash = createHash('sha256')
  let after: ChainEnd | undefined
  let last: ChainEnd = { seal_no: 0, hash: '' }
  let end: Record<string, unknown> | undefined
  let [entries, last_audit_id] = [0, 0]
  for await (const line of lines) {
    if (end) throw new AuditFileFault('it has lines after its last one')
    const found = entryLine.exec(line)
    if (!after) {
      const { format, after_seal, after_hash } = json(line)
      if (format !== 1) throw new AuditFileFault('it is not an archive of the audit log')
      after = { seal_no: Number(after_seal), hash: String(after_hash) }
      last = after
    } else if (found) {
      const [, seal_no, seal = '', entry = ''] = found
      last_audit_id = Number(json(entry)[0])
      if (Number(seal_no) !== last.seal_no + 1)
        throw new AuditFileFault(`an entry before entry ${last_audit_id} was removed`)
      if (sealOf(last.hash, entry) !== seal) throw new AuditFileFault(`entry ${last_audit_id} was edited`)
      last = { seal_no: Number(seal_no), hash: seal }
      entries += 1
    } else {
      end = json(line)
      continue
    }
    hash.update(`${line}\n`)
  }
  if (!after || !end) throw new AuditFileFault('its end is missing')
  if (end.count !== entries || end.last_hash !== last.hash || end.sha256 !== hash.digest('hex'))
    throw new AuditFileFault('its last line does not agree with its entries')
  return { after, last, last_audit_id, entries }
}

/** Reads a file and verifies it by itself; throws an `AuditFileFault` that says what is wrong. */
export async function readAuditFile(path: string): Promise<AuditFile> {
  try {
    const unzipped = createReadStream(path)
      .on('error', (error) => unzipped.destroy(error))
      .pipe(createGunzip())
    const lines = createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })
    unzipped.on('error', () => lines.close())
    const read = await Promise.race([
      followLines(lines),
      new Promise<never>((_, reject) => unzipped.on('error', reject)),
    ])
    return { ...read, sha256: await sha256OfFile(path) }
  } catch (error) {
    if (error instanceof AuditFileFault) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') throw new StartError(`${path} cannot be read (${code}).`)
    throw new AuditFileFault(`it is damaged (${message})`)
  }
}
