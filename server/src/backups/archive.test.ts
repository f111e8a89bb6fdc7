import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { keyIdOf, newSalt } from './archive-key.ts'
import { proveArchive } from './archive-reader.ts'
import { createArchive } from './archive-writer.ts'
import { archiveFormat } from './manifest.data.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const key = randomBytes(32)
const salt = newSalt()
const file = join(folder, 'small.backup')

/** An archive with two parts and a manifest, small enough to damage each of its bytes. */
async function writeSmall(): Promise<void> {
  const archive = await createArchive(file, key, salt)
  const functions = await archive.write('functions', Readable.from([Buffer.from('[]')]))
  const parts = await archive.write('tables/cards', Readable.from([Buffer.from('1\t7000000000\n')]))
  await archive.finish({
    format: archiveFormat,
    portal: '1.0.0',
    made_at: '2026-11-18T02:30:00.000Z',
    postgres: '18',
    key_id: keyIdOf(key),
    salt,
    migrations: [],
    functions: { files: [], parts: functions },
    tables: [{ name: 'cards', columns: ['id', 'card_number'], rows: 1, parts }],
    left_out: [],
    sequences: [],
    sums: [],
    audit: { written: '0', sealed: '0', last_id: null, last_hash: '' },
    contents: { count: 0, bytes: 0, parts: [], removed: [], missing: [] },
  })
}
await writeSmall()
const whole = await readFile(file)
async function refusalOf(content: Buffer, name = 'damaged'): Promise<string> {
  const damaged = join(folder, name)
  await writeFile(damaged, content)
  return proveArchive(damaged, key).then(
    (archive) => {
      archive.close()
      return 'accepted'
    },
    (error: Error) => error.message.replaceAll(damaged, 'FILE'),
  )
}

test('OPS-1 C7 one changed bit in any byte of an archive is noticed, and refused in a sentence', async () => {
  expect(await refusalOf(whole)).toBe('accepted')
  const unnoticed: number[] = []
  const damage = async (at: number) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
    const refusal = await refusalOf(copy, String(at % 16))
    if (!/^(The archive )?FILE (is|was) .+\.$/.test(refusal)) unnoticed.push(at)
  }
  for (let at = 0; at < whole.length; at += 16)
    await Promise.all(Array.from({ length: Math.min(16, whole.length - at) }, (_, next) => damage(at + next)))
  expect(unnoticed).toEqual([])
})

test('OPS-1 an archive that was cut off or has bytes after its end is refused for that reason', async () => {
  const sentence =
    'The archive FILE is damaged: it was cut off, or something was added to its end. Nothing was changed.'
  for (const bytes of [1, 64, 100_000]) {
    expect(await refusalOf(Buffer.concat([whole, Buffer.alloc(bytes, 'x')]))).toBe(sentence)
    expect(await refusalOf(whole.subarray(0, Math.max(4, whole.length - bytes)))).toBe(sentence)
  }
})
