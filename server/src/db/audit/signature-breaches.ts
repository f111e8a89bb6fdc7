import type pg from 'pg'
import { type ArchiveEnd, type AuditKeys, archiveMacOf, signatureOf } from './audit-keys.ts'
import type { AuditBreach, Lacking } from './breach.ts'

/** A batch of signatures has at most as many. */
const pageSize = 5000
const macBytes = 32

type Seal = { seal_no: number; audit_id: number; hash: string }
type Batch = { first_seal_no: number; last_seal_no: number; key_id: string; macs: Buffer }

const pageOf = async (owner: pg.ClientBase | pg.Pool, after: number, last: number) => {
  const { rows: seals } = await owner.query<Seal>(
    `select seal_no::float8 as seal_no, audit_id::float8 as audit_id, encode(hash, 'hex') as hash
     from audit_seals where seal_no > $1 and seal_no <= $2 order by audit_seals.seal_no limit ${pageSize}`,
    [after, last],
  )
  const { rows: batches } = await owner.query<Batch>(
    `select first_seal_no::float8 as first_seal_no, last_seal_no::float8 as last_seal_no, key_id, macs from audit_signatures
     where last_seal_no >= $1 and last_seal_no < $2 order by audit_signatures.last_seal_no`,
    [seals[0]?.seal_no ?? 0, (seals.at(-1)?.seal_no ?? 0) + pageSize],
  )
  return { seals, batches }
}

type Judgement = 'good' | 'forged' | 'unsigned' | { lacks: string }
function judge({ seal_no, hash }: Seal, batch: Batch | undefined, keys: AuditKeys): Judgement {
  if (!batch || batch.first_seal_no > seal_no) return 'unsigned'
  const key = keys.find(({ id }) => id === batch.key_id)
  if (!key) return { lacks: batch.key_id }
  const at = (seal_no - batch.first_seal_no) * macBytes
  return batch.macs.subarray(at, at + macBytes).equals(signatureOf(key.key, seal_no, hash)) ? 'good' : 'forged'
}

/** Seals one after the other with the same fault become one sentence about the first of them. */
type Run = Seal & { last: number; fault: Judgement }
const counted = ({ seal_no, last }: Run): string => {
  const others = last - seal_no
  if (others === 0) return ''
  return others === 1 ? ', and so is the entry after it' : `, and so are the ${others} entries after it`
}
function wordsOf(run: Run, first: number): string {
  if (run.fault === 'unsigned') return `the signature of its seal was removed${counted(run)}`
  const before = run.seal_no === first && first > 1 ? ', or one before signing began was' : ''
  return `the row was edited, put in or re-ordered${before}, and sealed again without the key${counted(run)}`
}
const sameFault = (one: Judgement, other: Judgement): boolean =>
  typeof one === 'object' && typeof other === 'object' ? one.lacks === other.lacks : one === other

type SignedPart = { from: number; through: number }
type SignatureCheck = { breaches: AuditBreach[]; lacking: Lacking }
/**
 * Compares each seal with its signature (SEC-5): who edits an entry and seals it again, with everything after it, cannot
 * sign it.
 */
export async function checkSignatures(
  owner: pg.ClientBase | pg.Pool,
  keys: AuditKeys,
  { from, through }: SignedPart,
): Promise<SignatureCheck> {
  const breaches: AuditBreach[] = []
  const lacking: Lacking = new Map()
  let run: Run | null = null
  const end = () => {
    if (run) breaches.push({ seal_no: run.seal_no, audit_id: run.audit_id, what: wordsOf(run, from) })
    run = null
  }
  const take = (seal: Seal, fault: Judgement) => {
    if (typeof fault === 'object') lacking.set(fault.lacks, seal.seal_no)
    if (run && sameFault(run.fault, fault)) run.last = seal.seal_no
    else {
      end()
      if (fault === 'forged' || fault === 'unsigned') run = { ...seal, last: seal.seal_no, fault }
    }
  }
  for (let after = from - 1; after < through; ) {
    const { seals, batches } = await pageOf(owner, after, through)
    let at = 0
    for (const seal of seals) {
      while ((batches[at]?.last_seal_no ?? Number.POSITIVE_INFINITY) < seal.seal_no) at += 1
      take(seal, judge(seal, batches[at], keys))
    }
    if (seals.length < pageSize) break
    after = seals.at(-1)?.seal_no ?? through
  }
  end()
  return { breaches, lacking }
}

type Archived = ArchiveEnd & { key_id: string | null; mac: string | null }
/** The ends of archives are signed, but for those of earlier versions or lost keys, up to `unsignedThrough`. */
export async function archiveBreaches(
  owner: pg.ClientBase | pg.Pool,
  keys: AuditKeys,
  unsignedThrough: number,
): Promise<AuditBreach[]> {
  const { rows } = await owner.query<Archived>(
    `select last_seal_no::float8 as last_seal_no, last_audit_id::float8 as last_audit_id, encode(hash, 'hex') as hash,
       entries::float8 as entries, file_name, encode(sha256, 'hex') as sha256, key_id, encode(mac, 'hex') as mac
     from audit_anchors order by audit_anchors.last_seal_no`,
  )
  return rows.flatMap((end) => {
    const key = keys.find(({ id }) => id === end.key_id)
    const isGood = key ? archiveMacOf(key.key, end) === end.mac : end.last_seal_no <= unsignedThrough
    const what = `the anchor of ${end.file_name} was not made by npm run audit:archive with the key of this portal`
    return isGood ? [] : [{ seal_no: end.last_seal_no, audit_id: null, what }]
  })
}
