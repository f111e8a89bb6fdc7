import { inflateRawSync } from 'node:zlib'

type Found = { name: string; method: number; start: number; end: number }
/** The parts of an archive, from its own directory. */
export function zipPartsOf(zip: Buffer): Found[] {
  const parts: Found[] = []
  const directory = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16)
  for (let at = directory; zip.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    parts.push({ name, method: zip.readUInt16LE(at + 10), start, end: start + zip.readUInt32LE(at + 20) })
    at += 46 + nameLength + extraLength + noteLength
  }
  return parts
}

const plainOf = (zip: Buffer, { method, start, end }: Found): string => {
  const packed = zip.subarray(start, end)
  return (method === 0 ? packed : inflateRawSync(packed)).toString('latin1')
}
const isOtherDigit = (before: string, after: string): boolean => {
  if (before.length !== after.length) return false
  const at = [...before].findIndex((letter, n) => letter !== after[n])
  return /\d/.test(before[at] ?? '') && /\d/.test(after[at] ?? '') && before.slice(at + 1) === after.slice(at + 1)
}

/** The archive with one bit flipped, so that one digit of the unpacked part changes. */
export function withOtherDigit(zip: Buffer, name: string): Buffer {
  const part = zipPartsOf(zip).find((one) => one.name === name)
  if (!part) throw new Error(`The archive has no ${name}.`)
  const before = plainOf(zip, part)
  for (let at = part.end - 1; at >= part.start; at--)
    for (let bit = 0; bit < 8; bit++) {
      const damaged = Buffer.from(zip)
      damaged[at] = (damaged[at] as number) ^ (1 << bit)
      try {
        if (isOtherDigit(before, plainOf(damaged, part))) return damaged
      } catch {
        // The part no longer unpacks; try the next bit.
      }
    }
  throw new Error(`No bit of ${name} turns one digit into another.`)
}
