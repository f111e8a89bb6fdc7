import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPlaces } from './places.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-places-'))
afterAll(() => rm(folder, { recursive: true }))

type Value = string | number | readonly Value[] | { [name: string]: Value }
const sized = (type: number, size: number): Buffer =>
  type < 8
    ? Buffer.from(size < 29 ? [(type << 5) | size] : [(type << 5) | 29, size - 29])
    : Buffer.from(size < 29 ? [size, type - 7] : [29, type - 7, size - 29])
/** One value of the format's data section. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([sized(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return Buffer.concat([sized(6, 4), Buffer.from([0, 0, value >> 8, value & 255])])
  if (Array.isArray(value)) return Buffer.concat([sized(11, value.length), ...value.map(encode)])
  const pairs = Object.entries(value)
  return Buffer.concat([sized(7, pairs.length), ...pairs.flatMap(([name, one]) => [encode(name), encode(one)])])
}
/** A MaxMind file whose tree knows the addresses 128.0.0.0/1 only. */
function placesFile(place: Value): Buffer {
  const nodes = 1
  const record = (to: number) => Buffer.from([to >> 16, (to >> 8) & 255, to & 255])
  const tree = Buffer.concat([record(nodes), record(nodes + 16)])
  const metadata = {
    node_count: nodes,
    record_size: 24,
    ip_version: 4,
    database_type: 'GeoLite2-City',
    languages: ['en', 'fr'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    description: { en: 'A test' },
  }
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    encode(place),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ])
}

test('SEC-2 the file of places names city, region and country in the reader’s language', async () => {
  const file = join(folder, 'places.mmdb')
  const names = (en: string, fr: string) => ({ names: { en, fr } })
  const place = {
    city: names('Quebec', 'Québec'),
    subdivisions: [names('Quebec', 'Québec')],
    country: names('Canada', 'Canada'),
  }
  await writeFile(file, placesFile(place))
  const placeOf = openPlaces(file)
  expect([placeOf('203.0.113.9', 'en'), placeOf('::ffff:203.0.113.9', 'fr')]).toEqual([
    'Quebec, Canada',
    'Québec, Canada',
  ])
  expect(['10.0.0.1', '::1', 'nonsense', null].map((address) => placeOf(address, 'en'))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('SEC-2 without a file no place is known, and a wrong file stops the start in one sentence', async () => {
  expect(openPlaces(null)('203.0.113.9', 'en')).toBeNull()
  const file = join(folder, 'wrong.mmdb')
  await writeFile(file, 'not a database')
  for (const wrong of [file, join(folder, 'missing.mmdb')])
    expect(() => openPlaces(wrong)).toThrow(`GEOIP_FILE=${wrong} is not a readable MaxMind database`)
})
