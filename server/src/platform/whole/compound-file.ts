/** A compound file (.xls) that is not whole. */
const notWhole = (what: string) => new Error(`The compound file is not whole: ${what}.`)

const endOfChain = 0xfffffffe
const noSector = 0xffffffff
const headerBytes = 512
/** Below this size, streams share the small sectors of the root's stream. */
const smallLimit = 4096
const smallBytes = 64

type Chains = { next: readonly number[]; read(sector: number): Buffer }
/** The content of one stream. Every sector of its chain must be in the file, and none twice. */
function follow({ next, read }: Chains, first: number, bytes: number | null): Buffer {
  const seen = new Set<number>()
  const pieces: Buffer[] = []
  let length = 0
  for (let sector = first; bytes === null ? sector !== endOfChain : length < bytes; ) {
    if (sector >= next.length || seen.has(sector)) throw notWhole('a chain of sectors is broken')
    seen.add(sector)
    const piece = read(sector)
    pieces.push(piece)
    length += piece.length
    // Only the last sector of the file may be shorter, and only after the end of what it holds.
    if (piece.length === 0) throw notWhole('it is cut off')
    sector = next[sector] as number
  }
  return Buffer.concat(pieces).subarray(0, bytes ?? length)
}

const wordsOf = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4))

function readTable(content: Buffer, sectorBytes: number, read: (sector: number) => Buffer): number[] {
  const listed = wordsOf(content.subarray(76, headerBytes))
  const seen = new Set<number>()
  for (let sector = content.readUInt32LE(68); sector !== endOfChain && sector !== noSector; ) {
    if (seen.has(sector)) throw notWhole('its list of tables is a circle')
    seen.add(sector)
    const words = wordsOf(wholeSector(read, sector, sectorBytes))
    sector = words.pop() ?? endOfChain
    listed.push(...words)
  }
  const used = listed.filter((sector) => sector !== noSector)
  if (used.length !== content.readUInt32LE(44)) throw notWhole('a table of sectors is missing')
  return used.flatMap((sector) => wordsOf(wholeSector(read, sector, sectorBytes)))
}
function wholeSector(read: (sector: number) => Buffer, sector: number, bytes: number): Buffer {
  const found = read(sector)
  if (found.length < bytes) throw notWhole('it is cut off')
  return found
}

type Found = { name: string; kind: number; first: number; bytes: number }
function readDirectory(directory: Buffer): Found[] {
  const found: Found[] = []
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const entry = directory.subarray(at, at + 128)
    const kind = entry.readUInt8(66)
    if (kind === 0) continue
    const nameBytes = entry.readUInt16LE(64)
    if (![1, 2, 5].includes(kind) || nameBytes < 2 || nameBytes > 64) throw notWhole('its directory is damaged')
    const name = entry.toString('utf16le', 0, nameBytes - 2)
    found.push({ name, kind, first: entry.readUInt32LE(116), bytes: entry.readUInt32LE(120) })
  }
  return found
}

/**
 * The streams of a compound file by name, each complete: the format has no checksums, but every stream says how long it
 * is and in which sectors it lies (SEC-7).
 */
function readCompoundFile(content: Buffer): Map<string, Buffer> {
  if (content.length < headerBytes) throw notWhole('it is cut off')
  const shift = content.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw notWhole('its header is damaged')
  const sectorBytes = 2 ** shift
  const read = (sector: number) => content.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes)
  const large: Chains = { next: readTable(content, sectorBytes, read), read }
  const entries = readDirectory(follow(large, content.readUInt32LE(48), null))
  const root = entries[0]
  if (root?.kind !== 5) throw notWhole('its directory is damaged')
  const smallTable = content.readUInt32LE(64) === 0 ? Buffer.alloc(0) : follow(large, content.readUInt32LE(60), null)
  const inSmall = root.bytes === 0 ? Buffer.alloc(0) : follow(large, root.first, root.bytes)
  const small: Chains = {
    next: wordsOf(smallTable),
    read: (sector) => inSmall.subarray(sector * smallBytes, (sector + 1) * smallBytes),
  }
  const streams = new Map<string, Buffer>()
  // Streams share no sector, so together they are no longer than the file; a small one is also part of the root's.
  let left = content.length * 2
  for (const { name, kind, first, bytes } of entries) {
    if (kind === 1) streams.set(name, streams.get(name) ?? Buffer.alloc(0))
    if (kind !== 2) continue
    left -= bytes
    if (left < 0) throw notWhole('its streams overlap')
    const stream = bytes === 0 ? Buffer.alloc(0) : follow(bytes < smallLimit ? small : large, first, bytes)
    if (stream.length < bytes) throw notWhole('it is cut off')
    streams.set(name, stream)
  }
  return streams
}

const begin = 0x0809
const end = 0x000a
const sheetAt = 0x0085

/** From a record that begins a part of the workbook to the one that ends it. Returns where the sheets begin. */
function walkRecords(stream: Buffer, from: number, budget: { bytes: number }): number[] {
  const sheets: number[] = []
  let depth = 0
  for (let at = from; ; ) {
    if (at + 4 > stream.length) throw notWhole('its records are cut off')
    const type = stream.readUInt16LE(at)
    const next = at + 4 + stream.readUInt16LE(at + 2)
    if (next > stream.length) throw notWhole('its records are cut off')
    if (at === from && type !== begin) throw notWhole('a sheet is missing')
    budget.bytes -= next - at
    if (budget.bytes < 0) throw notWhole('its sheets overlap')
    if (type === begin) depth += 1
    if (type === sheetAt) sheets.push(stream.readUInt32LE(at + 4))
    if (type === end && --depth === 0) return sheets
    at = next
  }
}

/** Why it holds more than cells, for those who must refuse it. */
export type XlsTrait = 'macros' | 'password' | null
/** Checks that the workbook in a compound file has all its records, and says whether it has macros or a password. */
export function checkXls(content: Buffer): XlsTrait {
  const streams = readCompoundFile(content)
  if (streams.has('EncryptedPackage')) return 'password'
  const workbook = streams.get('Workbook') ?? streams.get('Book')
  if (!workbook) throw notWhole('it has no workbook')
  const budget = { bytes: workbook.length }
  for (const sheet of walkRecords(workbook, 0, budget)) walkRecords(workbook, sheet, budget)
  return streams.has('_VBA_PROJECT_CUR') || streams.has('_VBA_PROJECT') ? 'macros' : null
}
