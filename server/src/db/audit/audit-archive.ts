import { basename } from 'node:path'
import type pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { inTransaction } from '../owner.ts'
import {
  type AuditFile,
  AuditFileFault,
  type ChainEnd,
  readAuditFile,
  type SealedEntry,
  writeAuditFile,
} from './audit-file.ts'
import { type AuditKeys, archiveMacOf } from './audit-keys.ts'
import { type Evidence, verifyAudit } from './audit-verify.ts'

const pageSize = 2000

/**
 * The chain's beginning: all sealed entries before the first one of that day or later. Those that notifications have not
 * read yet stay, and those that are not signed yet.
 */
const partQuery = `
  select least(
    coalesce((select min(s.seal_no) - 1 from audit_seals s join audit_log a on a.id = s.audit_id where a.at >= $1::timestamptz),
      (select max(seal_no) from audit_seals)),
    (select seal_no from notification_position), (select max(last_seal_no) from audit_signatures))::float8 as last,
  (select last_seal_no from audit_anchors order by last_seal_no desc limit 1)::float8 as after_seal,
  (select encode(hash, 'hex') from audit_anchors order by last_seal_no desc limit 1) as after_hash`
type Part = { after: ChainEnd; last: number }
async function findPart(owner: pg.ClientBase, before: string): Promise<Part | null> {
  const { rows } = await owner.query<{ last: number | null; after_seal: number | null; after_hash: string | null }>(
    partQuery,
    [`${before}T00:00:00Z`],
  )
  const { last = null, after_seal = null, after_hash = null } = rows[0] ?? {}
  const after = { seal_no: after_seal ?? 0, hash: after_hash ?? '' }
  return last === null || last <= after.seal_no ? null : { after, last }
}

async function* entriesOf(owner: pg.ClientBase, { after, last }: Part): AsyncGenerator<SealedEntry> {
  for (let at = after.seal_no; at < last; ) {
    const { rows } = await owner.query<SealedEntry>(
      `select s.seal_no::float8 as seal_no, encode(s.hash, 'hex') as hash, audit_text(a) as entry
       from audit_seals s join audit_log a on a.id = s.audit_id
       where s.seal_no > $1 and s.seal_no <= $2 order by s.seal_no limit ${pageSize}`,
      [at, last],
    )
    if (rows.length === 0) throw new Error('Entries of the audit log disappeared while they were read.')
    yield* rows
    at = rows.at(-1)?.seal_no ?? last
  }
}

/** One transaction: either the entries are in the database, or their anchor is. */
const deleteEntries = (owner: pg.ClientBase, path: string, file: AuditFile, [key]: AuditKeys): Promise<void> =>
  inTransaction(owner, async () => {
    // Sealing waits for its next turn, and of two archives at once the second finds nothing to delete.
    await owner.query(`select from audit_sealing for update; set local portal.audit_archive = 'on'`)
    const deleted = await owner.query(
      `with seals as (
         delete from audit_seals where seal_no > $1 and seal_no <= $2 returning seal_no, audit_id, hash
       ), entries as (
         delete from audit_log where id in (select audit_id from seals) returning id
       )
       select (select count(*) from entries)::float8 as entries, (select encode(hash, 'hex') from seals where seal_no = $2) as hash`,
      [file.after.seal_no, file.last.seal_no],
    )
    const { entries, hash } = deleted.rows[0]
    if (entries !== file.entries || hash !== file.last.hash)
      throw new StartError('The audit log changed while it was archived. Nothing was deleted.')
    // The newest signature stays: it says how far signing is.
    await owner.query('delete from audit_signatures where last_seal_no < $1', [file.last.seal_no])
    const { last_audit_id, entries: count, sha256 } = file
    const end = { ...file.last, last_seal_no: file.last.seal_no, last_audit_id, entries: count, sha256 }
    const file_name = basename(path)
    await owner.query(
      `insert into audit_anchors (last_seal_no, last_audit_id, hash, entries, file_name, sha256, key_id, mac)
       values ($1, $2, decode($3, 'hex'), $4, $5, decode($6, 'hex'), $7, decode($8, 'hex'))`,
      [
        end.last_seal_no,
        last_audit_id,
        end.hash,
        count,
        file_name,
        sha256,
        key?.id,
        key && archiveMacOf(key.key, { ...end, file_name }),
      ],
    )
    await owner.query(
      `insert into audit_log (company_id, action, after)
       select (select id from companies where kind = 'provider' order by id limit 1), 'audit.archive', archive_record($1)`,
      [file.last.seal_no],
    )
  })

/**
 * Writes the sealed entries before a day (UTC) to a file, proves the file, and only then deletes them and records where
 * the chain goes on (OPS-6). Returns null if there are none.
 */
export async function archiveAudit(
  owner: pg.ClientBase,
  path: string,
  before: string,
  evidence: Evidence = { keys: [], files: [] },
): Promise<AuditFile | null> {
  const { breaches } = await verifyAudit(owner, evidence)
  if (breaches.length > 0)
    throw new StartError(
      'The audit log is not intact, so nothing was archived. `npm run audit:verify` says what is wrong.',
    )
  const part = await findPart(owner, before)
  if (!part) return null
  await writeAuditFile(path, part.after, entriesOf(owner, part))
  const file = await readAuditFile(path)
  if (file.last.seal_no !== part.last || file.after.hash !== part.after.hash)
    throw new StartError(`${path} does not have all entries. Nothing was deleted.`)
  await deleteEntries(owner, path, file, evidence.keys)
  return file
}

/** Compares a file with its anchor: the number of its entries, or what is wrong with it. */
export async function verifyArchive(owner: pg.ClientBase, path: string): Promise<{ entries: number } | string> {
  try {
    const file = await readAuditFile(path)
    const { rows } = await owner.query<{ last_seal_no: number; hash: string; entries: number; sha256: string }>(
      `select last_seal_no::float8 as last_seal_no, encode(hash, 'hex') as hash, entries::float8 as entries, encode(sha256, 'hex') as sha256
       from audit_anchors where last_seal_no in ($1, $2)`,
      [file.after.seal_no, file.last.seal_no],
    )
    const [anchor, previous] = [file.last, file.after].map(({ seal_no }) =>
      rows.find(({ last_seal_no }) => last_seal_no === seal_no),
    )
    if (!anchor) return 'no anchor in the database belongs to it'
    if (anchor.hash !== file.last.hash || anchor.entries !== file.entries)
      return 'its anchor in the database is of other entries: one of them was changed'
    if (anchor.sha256 !== file.sha256) return 'its bytes are not those that its anchor names'
    if ((previous?.hash ?? '') !== file.after.hash) return 'it does not follow the archive before it'
    return { entries: file.entries }
  } catch (error) {
    if (error instanceof AuditFileFault) return error.message
    throw error
  }
}
