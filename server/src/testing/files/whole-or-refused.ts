import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachmentEnding } from '@portal/contract/files/attachment-types.data.ts'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { demandAttachment } from '../../files/attachment-check.ts'
import { openArchive, readPart } from '../../platform/sheets/archive.ts'
import { openSheet } from '../../platform/sheets/open-sheet.ts'

const samples = new URL('../../../../samples/', import.meta.url)
const folder = await mkdtemp(join(tmpdir(), 'portal-test-whole-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'file')

async function rowsIn(ending: 'xls' | 'xlsx'): Promise<string> {
  const sheet = await openSheet(path, ending)
  try {
    return JSON.stringify([sheet.is1904, ...(await Array.fromAsync<unknown>(sheet.rows))])
  } finally {
    await sheet.finish?.()
  }
}
async function partsIn(): Promise<string> {
  const zip = await openArchive(path)
  const parts: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = Buffer.concat(await Array.fromAsync(readPart(zip, entry))).toString('latin1')
  zip.close()
  return JSON.stringify(parts)
}
type Read = () => Promise<string>
/** What a reader gets from the file, so that damage which changes nothing is told from damage that does. */
const readers: Partial<Record<AttachmentEnding, Read>> = {
  xls: () => rowsIn('xls'),
  xlsx: () => rowsIn('xlsx'),
  docx: partsIn,
  ods: partsIn,
  odt: partsIn,
}
/** Formats whose every byte is under a checksum, or means nothing. */
const summed = new Set<AttachmentEnding>(['png', 'xlsx', 'docx', 'ods', 'odt'])
/** A text has no end, so a shorter one is a whole one. */
const endless = new Set<AttachmentEnding>(['csv', 'txt'])

const taken = (ending: AttachmentEnding) =>
  demandAttachment(path, ending).then(
    () => true,
    () => false,
  )

/**
 * Cuts the file at random places, and flips one random bit of it where the format has checksums. Each result is refused,
 * or read as the whole file is.
 */
export async function expectWholeOrRefused(ending: AttachmentEnding, content: Buffer, runs: number): Promise<void> {
  const read = readers[ending] ?? (async () => (await readFile(path)).toString('latin1').trimEnd())
  await writeFile(path, content)
  expect(await taken(ending)).toBe(true)
  const whole = await read()
  const holds = async (damaged: Buffer) => {
    await writeFile(path, damaged)
    return !(await taken(ending)) || (await read().catch(() => null)) === whole
  }
  const at = fc.nat(content.length - 1)
  const options = { numRuns: runs, seed: 7 }
  if (!endless.has(ending))
    await fc.assert(
      fc.asyncProperty(at, (end) => holds(content.subarray(0, end))),
      options,
    )
  if (!summed.has(ending)) return
  const flipped = (place: number, bit: number) => {
    const damaged = Buffer.from(content)
    damaged[place] = (damaged[place] as number) ^ (1 << bit)
    return damaged
  }
  await fc.assert(
    fc.asyncProperty(at, fc.nat(7), (place, bit) => holds(flipped(place, bit))),
    options,
  )
}

/** Files as fuel providers send them. */
export const sampleOf = (name: string): Promise<Buffer> => readFile(new URL(name, samples))
