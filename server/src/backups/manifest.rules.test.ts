import { describe, expect, it } from 'vitest'
import { type Manifest, readManifest } from './manifest.data.ts'
import { archivePartsOf, differencesFrom, summaryOf } from './manifest.rules.ts'

const part = (name: string) => ({ name, number: 0, bytes: 1, sha256: '0'.repeat(64), tag: '0'.repeat(32) })
const manifest: Manifest = {
  format: 1,
  portal: '0.3.0',
  made_at: '2026-11-18T02:30:00.000Z',
  postgres: '18.4',
  key_id: '0011223344556677',
  salt: '0'.repeat(64),
  migrations: [{ name: '0001_first.sql', checksum: 'a' }],
  functions: { files: [], parts: [part('functions')] },
  tables: [{ name: 'cards', columns: ['id'], rows: 1, parts: [part('cards')] }],
  left_out: ['sessions'],
  sequences: [],
  sums: [{ what: 'Invoices', currency: 'CAD', rows: '2', cents: '-5' }],
  audit: { written: '3', sealed: '2', last_id: '2', last_hash: 'ab' },
  contents: {
    count: 1,
    bytes: 9,
    parts: [part('files')],
    removed: [],
    missing: [{ table: 'files', key: '0'.repeat(32) }],
  },
}

describe('OPS-1 the manifest of an archive', () => {
  it('is read as it was written, and nothing else is', () => {
    expect(readManifest(JSON.stringify(manifest))).toEqual(manifest)
    for (const text of ['', '{', '{}', JSON.stringify({ ...manifest, format: 2 })])
      expect(readManifest(text)).toBeNull()
    expect(archivePartsOf(manifest).map(({ name }) => name)).toEqual(['functions', 'cards', 'files'])
  })

  it('says what the archive holds', () => {
    expect(summaryOf(manifest)).toEqual([
      'Made 2026-11-18T02:30:00.000Z by version 0.3.0 on PostgreSQL 18.4, after 0001_first.sql.',
      '1 row in 1 table; 1 file with 9 bytes.',
      'Invoices: 2 rows, -0.05 CAD.',
      'Audit log: 3 entries, 2 sealed, the last with ab.',
      `The content ${'0'.repeat(32)} of files was missing from the file storage.`,
    ])
  })

  it('names each sum that differs after a restore', () => {
    expect(differencesFrom(manifest, manifest)).toEqual([])
    const other = { sums: [{ what: 'Receipts', currency: 'USD', rows: '1', cents: '100' }], audit: manifest.audit }
    expect(differencesFrom(manifest, other)).toEqual([
      'Invoices in CAD: none restored, but 2 rows with -0.05 archived.',
      'Receipts in USD: 1 row with 1.00 restored, but none archived.',
    ])
    expect(differencesFrom(manifest, { ...manifest, audit: { ...manifest.audit, last_hash: 'cd' } })).toEqual([
      'Audit log: 3 written, 2 sealed, 2 cd restored, but 3 written, 2 sealed, 2 ab archived.',
    ])
  })
})
