import type { Db } from '../db/connect.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import type { Services } from '../platform/http/context.ts'
import { pauseFailing } from './deliveries.queries.ts'
import { insertPauseAudit, listToTell } from './pausing.queries.ts'
import { pausedLetter } from './webhook-mail-text.ts'

/** A webhook whose every attempt failed for so long is paused: no one is listening. */
const patienceMs = 3 * 24 * 3_600_000

/** Pauses it, in the transaction of the failed attempt, and writes to the person who made it. */
export async function pauseIfFailing(
  db: Db,
  { brands }: Pick<Services, 'brands'>,
  webhookId: number,
  now: Date,
): Promise<void> {
  const paused = await pauseFailing(db, webhookId, new Date(now.getTime() - patienceMs))
  if (!paused) return
  const { host } = new URL(paused.url)
  await insertPauseAudit(db, paused, host, { webhook_status: 'paused' })
  for (const person of await listToTell(db, paused))
    await queueMail(db, {
      company_id: paused.company_id,
      kind: 'webhook',
      brand: person.brand,
      to: person.email,
      ...pausedLetter(person, host, `${brands[person.brand].publicUrl}/webhooks/${paused.id}/view`),
    })
}
