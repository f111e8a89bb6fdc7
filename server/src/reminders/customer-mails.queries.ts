import { type CustomerMail, documentMailKinds } from '@portal/contract/reminders/reminders.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'

const shown = 20
const visibleMails = visible('outbox', 'company_id')
/** The newest mails with documents of a customer, from the index on the company. */
export async function listCustomerMails(db: Db, scope: Scope, companyId: number): Promise<CustomerMail[]> {
  const found = await visibleMails(db, scope)
    .select(['id', 'kind', 'subject', 'to_address', 'status', 'created_at', 'sent_at', 'last_error'])
    .where('company_id', '=', companyId)
    .where('kind', 'in', Object.keys(documentMailKinds))
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  return found.map((mail) => ({
    ...(mail as Pick<CustomerMail, 'kind' | 'status'> & typeof mail),
    last_error: sentenceOf(mail.last_error),
    last_error_message: storedParts(mail.last_error),
  }))
}
