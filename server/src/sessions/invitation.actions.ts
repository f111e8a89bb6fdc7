import type { Db } from '../db/connect.ts'
import { type Clock, hashToken, newToken } from '../platform/access/sessions.ts'
import type { BrandTable } from '../process/brands.ts'
import { invitationLetter } from './invitation-mail.ts'
import { linkMails } from './link-mail.ts'
import { insertInvitation } from './password-reset.queries.ts'

const linkDays = 7

/** Queues a mail with a link to choose a password, in the transaction that creates the user (USER-7). */
export async function invite(
  db: Db,
  { brands, clock }: { brands: BrandTable; clock: Clock },
  userId: number,
): Promise<void> {
  const token = newToken()
  const now = clock()
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 3_600_000)
  await insertInvitation(db, {
    userId,
    tokenHash: hashToken(token),
    now,
    expiresAt,
    mails: linkMails(invitationLetter, brands, token),
  })
}
