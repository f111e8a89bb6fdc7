import { lastAnchor, readAnchorFile } from '../../db/audit/anchor-file.ts'
import { findAuditKeys, type KeyPlace } from '../../db/audit/audit-keys.ts'
import type { Database } from '../../db/connect.ts'
import { type Log, type Running, startJob } from '../jobs/jobs.ts'
import { signSeals } from './signing.ts'

const sealEveryMs = 3000
const postEveryMs = 60_000
const postPatienceMs = 10_000

/** Sends the newest anchor to another machine, when it has changed. Returns what was sent. */
export async function postAnchor(url: string, place: KeyPlace, posted: string, send = fetch): Promise<string> {
  const text = lastAnchor(await readAnchorFile(place.audit.anchorFile, await findAuditKeys(place)))?.text
  if (!text || text === posted) return posted
  const reply = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(postPatienceMs),
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`AUDIT_ANCHOR_URL answered ${reply.status}.`)
  return text
}

type Sealing = { database: Database; place: KeyPlace; log: Log }
/** Seals the audit log every few seconds, signs the seals and anchors their end (SEC-5). */
export function startSealing({ database, place, log }: Sealing): Running {
  const { anchorUrl } = place.audit
  let posted = ''
  const jobs = [
    startJob({ name: 'seal', everyMs: sealEveryMs, log }, async () => {
      await database.pools.portal_staff.query('select seal_audit()')
      await signSeals(database, place)
    }),
  ]
  if (anchorUrl)
    jobs.push(
      startJob({ name: 'anchor', everyMs: postEveryMs, log }, async () => {
        posted = await postAnchor(anchorUrl, place, posted)
      }),
    )
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
