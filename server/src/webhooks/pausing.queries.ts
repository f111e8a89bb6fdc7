import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { roles } from '@portal/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'
import type { FailingWebhook } from './deliveries.queries.ts'

export type Caretaker = { email: string; first_name: string; language: DocumentLanguage; brand: BrandKey }
/** Who made the webhook; the company's Admins if that person can no longer sign in. */
export async function listToTell(db: Db, { company_id, created_by }: FailingWebhook): Promise<Caretaker[]> {
  const { rows } = await sql<Caretaker>`
    with active as (
      select u.id, u.company_id, u.role, u.email, u.first_name, c.brand, coalesce(language_of(u.id), customers.language, 'en') as language
      from users u join companies c on c.id = u.company_id left join customers on customers.company_id = c.id
      where u.is_active and c.status = 'active' and (u.id = ${created_by} or u.company_id = ${company_id})
    )
    select email, first_name, brand, language from active
    where id = ${created_by} or role = ${roles.admin} and company_id = ${company_id} and not exists (select from active where id = ${created_by})
    order by id`.execute(db)
  return rows
}

export async function insertPauseAudit(
  db: Db,
  { id, company_id }: FailingWebhook,
  label: string,
  after: object,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      action: 'webhooks.paused',
      company_id,
      record_type: 'webhook',
      record_id: id,
      record_label: label,
      after: JSON.stringify(after),
    })
    .execute()
}
