import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { acceptLog } from '../../db/audit/accept.ts'
import { archiveAudit } from '../../db/audit/audit-archive.ts'
import { auditKeyFileOf } from '../../db/audit/audit-keys.ts'
import { type AuditReport, findEvidence, verifyAudit } from '../../db/audit/audit-verify.ts'
import { auditPlaceIn, sealPatience, withoutGuards } from '../../testing/fresh-database.ts'
import { testApp } from '../../testing/test-app.ts'
import { postAnchor } from './sealing.jobs.ts'
import { signSeals } from './signing.ts'

const { owner, database } = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'portal-attacks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const client = await owner.connect()
afterAll(() => client.release())

const place = auditPlaceIn(folder)
const { anchorFile } = place.audit
let now = new Date('2026-11-18T12:00:00Z')
const sign = (at = place) => signSeals(database, at, () => now)
const verify = async (at = place, ...files: string[]): Promise<AuditReport> =>
  verifyAudit(client, await findEvidence(at, files))
const faultsOf = async (at = place, ...files: string[]) =>
  (await verify(at, ...files)).breaches.map(({ audit_id, what }) => `${audit_id ?? 'log'}: ${what}`)

/** Entries of the log, sealed once no transaction of another test is open. */
async function writeEntries(count: number): Promise<void> {
  await client.query(`insert into audit_log (action) select 'session.logout' from generate_series(1, $1::int)`, [count])
  const unsealed = async () => {
    await client.query('select seal_audit()')
    return (await verifyAudit(client)).unsealed
  }
  await expect.poll(unsealed, sealPatience).toBe(0)
}
const numberOf = async (query: string): Promise<number> =>
  Number((await client.query(`select (${query}) as n`)).rows[0].n)
const head = () => numberOf('select max(seal_no) from audit_seals')
const entryAt = (seal: number) => numberOf(`select audit_id from audit_seals where seal_no = ${seal}`)

/** A log with 300 signed entries and more, for whichever test runs first. */
async function signedLog(): Promise<void> {
  if ((await verify()).signed >= 300) return
  await writeEntries(50)
  await sign()
  await writeEntries(300)
  await sign()
}

/** Seals everything from a number on again, as the owner of the tables can with SQL alone. */
const resealFrom = (seal: number) => `
  do $$
  declare r record; v_last bytea := seal_hash(${seal} - 1);
  begin
    for r in select s.seal_no, audit_digest(a) as digest from audit_seals s join audit_log a on a.id = s.audit_id
      where s.seal_no >= ${seal} order by s.seal_no loop
      v_last := sha256(coalesce(v_last, '') || r.digest);
      update audit_seals set hash = v_last where seal_no = r.seal_no;
    end loop;
  end $$;`
const cut = (after: number) => `
  with gone as (delete from audit_seals where seal_no > ${after} returning audit_id)
  delete from audit_log where id in (select audit_id from gone);`
/** What verifying says after a change, which is then rolled back. */
async function after(statements: string, look = () => faultsOf()): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(withoutGuards + statements)
    return await look()
  } finally {
    await client.query('rollback')
  }
}

test('SEC-5 A4 an existing chain is signed from its present end on, which covers all before', async () => {
  await writeEntries(50)
  const begun = await head()
  expect(await verify()).toMatchObject({ breaches: [], notes: [expect.stringMatching(/^The log is not signed yet/)] })
  expect(await sign()).toBe(1)
  const lines = (await readFile(anchorFile, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['first', 'head'])
  expect((await stat(auditKeyFileOf(folder))).mode & 0o777).toBe(0o600)
  await writeEntries(300)
  expect(await sign()).toBe(300)
  expect(await verify()).toMatchObject({ breaches: [], signed: begun + 300, notes: [] })
  const old = await entryAt(begun - 10)
  const edit = `update audit_log set action = 'edited' where id = ${old};`
  expect(await after(edit)).toEqual([`${old}: the row was edited or re-ordered`])
  expect(await after(edit + resealFrom(begun - 10))).toEqual([
    `${await entryAt(begun)}: the row was edited, put in or re-ordered, or one before signing began was, and sealed again without the key, and so are the 300 entries after it`,
    expect.stringMatching(/^log: the seal \d+ is not the one that .* names on .*edited and sealed again$/),
  ])
})

test('SEC-5 A4 a cut end is named, with its seals, with its signatures, and when all tables are emptied', async () => {
  await signedLog()
  const [last, entry] = [await head(), await entryAt(await head())]
  const named = `log: the end of the log was cut: its last 200 seals are missing, up to the seal ${last} of entry ${entry}, which ${anchorFile} names on 2026-11-18 12:00:00 UTC`
  expect(await after(cut(last - 200))).toEqual([named])
  const signatures = `delete from audit_signatures where last_seal_no > ${last - 200};`
  expect(await after(cut(last - 200) + signatures)).toContain(named)
  // An old copy of the database that is put over it is the same.
  const old = `${signatures} update audit_sealing set next_xid = '3', after_id = 0;`
  expect(await after(cut(last - 200) + old)).toContain(named)
  const emptied = 'truncate audit_log, audit_seals, audit_signatures, audit_anchors;'
  expect(await after(emptied)).toEqual([
    expect.stringMatching(new RegExp(`^log: the end of the log was cut: its last ${last} seals are missing`)),
  ])
})

test('SEC-5 A4 an edit that was sealed again is named with its entry, whatever else is rewritten', async () => {
  await signedLog()
  const last = await head()
  const entry = await entryAt(last - 100)
  const edit = `update audit_log set action = 'edited' where id = ${entry};${resealFrom(last - 100)}`
  const named = `${entry}: the row was edited, put in or re-ordered, and sealed again without the key, and so are the 100 entries after it`
  expect((await after(edit))[0]).toBe(named)
  // A plain chain, passed off as one of an earlier version.
  expect(await after(`${edit} truncate audit_signatures;`)).toEqual([
    expect.stringMatching(/^log: the signatures of the seals up to \d+ were removed/),
    expect.stringMatching(/is not the one that .* edited and sealed again$/),
  ])
  const some = 'delete from audit_signatures where last_seal_no = first_seal_no'
  expect(await after(some)).toEqual([expect.stringMatching(/^\d+: the signature of its seal was removed$/)])
  const forged = `update audit_signatures set macs = decode(repeat('00', octet_length(macs)), 'hex');`
  expect((await after(forged))[0]).toMatch(/sealed again without the key, and so are the 300 entries after it$/)
  // An archive that was made up takes the place of what is deleted.
  const made = `${cut(0)} insert into audit_anchors values (${last}, 1, seal_hash(${last}), ${last}, 'made-up', sha256('x'))`
  const archived = made.replace(
    cut(0),
    `create temp table kept as select hash from audit_seals where seal_no = ${last}; ${cut(0)}`,
  )
  expect(await after(archived.replace(`seal_hash(${last})`, '(select hash from kept)'))).toContain(
    'log: the anchor of made-up was not made by npm run audit:archive with the key of this portal',
  )
})

test('SEC-5 A4 a missing key, another key, and a missing or changed anchor file are each said', async () => {
  const other = auditPlaceIn(await mkdtemp(join(folder, 'other-')), [randomBytes(32)])
  const keyless = auditPlaceIn(await mkdtemp(join(folder, 'keyless-')))
  const unknown = /^log: the key [0-9a-f]{16} signed it, and (no key|it) is(?: not)? here: give it in AUDIT_KEY/
  expect(await faultsOf(other)).toEqual([
    expect.stringMatching(unknown),
    `log: the anchor file ${other.audit.anchorFile} is missing`,
  ])
  expect((await faultsOf(keyless))[0]).toMatch(unknown)
  await expect(sign(other)).rejects.toThrow(/is signed with the key [0-9a-f]{16}, but the key of this process is/)
  const missing = { ...place, audit: { ...place.audit, anchorFile: join(folder, 'gone.jsonl') } }
  expect(await faultsOf(missing)).toEqual([`log: the anchor file ${missing.audit.anchorFile} is missing`])
  // The job goes on, and the new file says that there was one before.
  await sign(missing)
  expect(await faultsOf(missing)).toEqual([
    expect.stringMatching(/begins at the seal \d+ of .*, but the log was signed before: an earlier file is missing$/),
  ])
  expect(await faultsOf(missing, anchorFile)).toEqual([])
  const text = await readFile(anchorFile, 'utf8')
  await writeFile(anchorFile, text.replace(/"seal_no":\d/, '"seal_no":9'))
  expect(await faultsOf()).toContain(`log: line 1 of the anchor file ${anchorFile} was changed`)
  await writeFile(anchorFile, text)
  expect(await faultsOf()).toEqual([])
})

test('SEC-5 the newest anchor is posted when it has changed, and a refusal is a failure', async () => {
  const sent: string[] = []
  const post = (posted: string, status = 204) =>
    postAnchor('https://anchors.test/', place, posted, async (_url, init) => {
      sent.push(String(init?.body))
      return new Response(null, { status })
    })
  const posted = await post('')
  expect(posted).toBe((await readFile(anchorFile, 'utf8')).trim().split('\n').at(-1))
  expect(await post(posted)).toBe(posted)
  expect(sent).toEqual([posted])
  await expect(post('', 503)).rejects.toThrow('AUDIT_ANCHOR_URL answered 503.')
})

test('SEC-5 A4 the owner’s accident is refused by the tables themselves', async () => {
  for (const table of ['audit_log', 'audit_seals', 'audit_signatures', 'audit_anchors'])
    for (const statement of [`delete from ${table}`, `truncate ${table} cascade`])
      await expect(client.query(statement)).rejects.toThrow(/The audit log is never changed/)
  await expect(client.query(`update audit_log set action = 'x'`)).rejects.toThrow(/never changed/)
})

test('SEC-5 A4 a new key signs once the old one stands behind it, and both are needed to verify', async () => {
  const [fresh] = [randomBytes(32)]
  const rotated = { ...place, audit: { ...place.audit, keys: [fresh] } }
  await writeEntries(3)
  now = new Date('2026-11-18T12:10:00Z')
  expect(await sign(rotated)).toBe(3)
  expect(await faultsOf(rotated)).toEqual([])
  expect((await faultsOf(place))[0]).toMatch(/^log: the key [0-9a-f]{16} signed it, and it is not here/)
  await expect(sign(place)).rejects.toThrow(/was written with the key [0-9a-f]{16}, which is not here/)
  // From here on the data folder has both, the new one first.
  await writeFile(
    auditKeyFileOf(folder),
    `${fresh.toString('base64')}\n${await readFile(auditKeyFileOf(folder), 'utf8')}`,
  )
  expect(await faultsOf()).toEqual([])
})

test('SEC-5 OPS-6 an archive is signed too, and signing goes on behind it', async () => {
  await client.query('update notification_position set seal_no = (select max(seal_no) from audit_seals)')
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  const file = await archiveAudit(client, join(folder, 'all.jsonl.gz'), tomorrow, await findEvidence(place))
  expect(file?.entries).toBeGreaterThan(300)
  expect(await faultsOf()).toEqual([])
  await writeEntries(2)
  now = new Date('2026-11-18T12:20:00Z')
  expect(await sign()).toBe(3)
  expect(await verify()).toMatchObject({ breaches: [], archived: file?.entries, sealed: 3 })
  const unsigned = 'update audit_anchors set key_id = null, mac = null;'
  expect(await after(unsigned)).toEqual([
    'log: the anchor of all.jsonl.gz was not made by npm run audit:archive with the key of this portal',
  ])
  expect(await after('truncate audit_anchors, audit_log, audit_seals, audit_signatures;')).toEqual([
    expect.stringMatching(/the end of the log was cut/),
  ])
})

test('SEC-5 A4 a cut end gets no new signatures until an operator accepts it, which verifying repeats', async () => {
  await writeEntries(20)
  await sign()
  const last = await head()
  // Recovery to an earlier moment: the owner's tables as they were.
  await client.query(`begin; ${withoutGuards} ${cut(last - 20)} delete from audit_signatures where last_seal_no > ${last - 20};
    ${withoutGuards.replaceAll('disable', 'enable')} commit`)
  await writeEntries(40)
  await expect(sign()).rejects.toThrow(
    /does not go on from its anchor: the seal [\d,]+ of .* differs from the database/,
  )
  expect(await faultsOf()).not.toEqual([])
  const lost = await acceptLog(client, place, 'recovery to 12:05')
  expect(lost).toEqual({ seal_no: last - 20, lostKeys: [] })
  await writeEntries(1)
  expect(await sign()).toBe(42)
  expect(await verify()).toMatchObject({
    breaches: [],
    notes: [expect.stringMatching(`^The log was accepted at the seal ${last - 20} on .*: recovery to 12:05$`)],
  })
  expect(await numberOf(`select count(*) from audit_log where action = 'audit.accept'`)).toBe(1)
  // What is cut or edited later is named as before.
  expect(await after(cut(last))).toEqual([expect.stringMatching(/its last 22 seals are missing/)])
})

test('SEC-5 A4 an operator who lost the key and the anchor file goes on with new ones', async () => {
  const anew = auditPlaceIn(await mkdtemp(join(folder, 'anew-')))
  await expect(sign(anew)).rejects.toThrow(/is signed with the key/)
  expect((await acceptLog(client, anew, 'the disk was lost')).lostKeys).toHaveLength(1)
  await writeEntries(2)
  expect(await sign(anew)).toBe(3)
  const report = await verify(anew)
  expect(report.breaches).toEqual([])
  expect(report.notes).toEqual([
    expect.stringMatching(/: the disk was lost$/),
    expect.stringMatching(/^The key [0-9a-f]{16} is lost: what it signed was not checked\.$/),
  ])
})
