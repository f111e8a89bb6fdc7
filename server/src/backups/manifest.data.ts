import { z } from 'zod'

/** The only file of an archive that can be read without its key. */
export const manifestName = 'manifest.json'
export const archiveFormat = 1

const count = z.number().int().nonnegative()
/** An entry of the archive: a piece of a compressed and encrypted stream. */
const part = z.object({
  name: z.string(),
  number: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  tag: z.string().regex(/^[0-9a-f]{32}$/),
})
export type ArchivePart = z.output<typeof part>
const parts = z.array(part)
const contentKey = z.string().regex(/^[0-9a-f]{32}$/)
/** A key of the file storage with the table whose row has it. */
const rowContent = z.object({ table: z.string(), key: contentKey })
export type RowContent = z.output<typeof rowContent>

const manifest = z.object({
  format: z.literal(archiveFormat),
  portal: z.string(),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  key_id: z.string(),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The functions, triggers and policies of the version that made it: an older archive is loaded under its own. */
  functions: z.object({
    files: z.array(z.object({ name: z.string(), checksum: z.string(), version: z.string() })),
    parts,
  }),
  /** The keys of the audit log; earlier versions had none (SEC-5). */
  secrets: z.object({ parts }).optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, parts })),
  left_out: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  sums: z.array(z.object({ what: z.string(), currency: z.string(), rows: z.string(), cents: z.string() })),
  audit: z.object({ written: z.string(), sealed: z.string(), last_id: z.string().nullable(), last_hash: z.string() }),
  /** Content of the file storage. `removed` was deleted by a user while the backup ran; `missing` was lost before. */
  contents: z.object({
    count,
    bytes: count,
    parts,
    removed: z.array(contentKey),
    missing: z.array(rowContent),
  }),
})
export type Manifest = z.output<typeof manifest>
export type Snapshot = Pick<Manifest, 'sums' | 'audit'>

/** The manifest in a text, or null if it is none. */
export function readManifest(text: string): Manifest | null {
  try {
    return manifest.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
