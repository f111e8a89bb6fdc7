import type { Database, Db } from '../db/connect.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import type { BrandTable } from '../process/brands.ts'
import { invitationLetter } from './invitation-mail.ts'
import { linkMails } from './link-mail.ts'
import { insertInvitation } from './prepared.queries.ts'

const linkDays = 7

/** Queues a mail with a link to choose a password, in the transaction that creates the user (USER-7). */
export async function invite(
  db: Db,
  { database, brands, clock }: { database: Database; brands: BrandTable; clock: Clock },
  { id, email }: { id: number; email: string },
): Promise<void> {
  const token = newToken()
  const now = clock()
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 3_600_000)
  await insertInvitation(
    { database, db },
    {
      userId: id,
      email,
      tokenHash: hashToken(token),
      now,
      expiresAt,
      mails: linkMails(invitationLetter, brands, token),
    },
  )
}
