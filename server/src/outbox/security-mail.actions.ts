import { getBrand } from '../companies/companies.queries.ts'
import type { Db } from '../db/connect.ts'
import { type SecurityLetter, securityMail } from '../platform/security-mail.ts'
import { queueMail } from './outbox.actions.ts'

type Recipient = { company_id: number; email: string }
/** Reports a change of an account's sign-in, in the transaction of the change (SEC-2). */
export async function mailSecurity(
  db: Db,
  { company_id, email }: Recipient,
  letter: SecurityLetter,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const brand = await getBrand(db, company_id)
  await queueMail(db, { company_id, kind: 'security', brand, to: email, ...securityMail(letter, brand, facts) })
}

/** The earlier address learns it too: its owner may not be who changed it. */
export async function mailChangedAddress(db: Db, company_id: number, from: string, to: string): Promise<void> {
  for (const email of [from, to]) await mailSecurity(db, { company_id, email }, 'address-changed', { from, to })
}
