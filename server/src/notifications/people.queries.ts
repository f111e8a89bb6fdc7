import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { NotificationMail, NotificationTopic } from '@portal/contract/notifications/notification-kinds.data.ts'
import { type CompanyKind, grantsOf, type ModuleLevels, type Role } from '@portal/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'
import type { NotifiedPerson } from './notices.rules.ts'

export type Recipient = NotifiedPerson & {
  email: string
  first_name: string
  language: DocumentLanguage
  brand: BrandKey
}
type Row = Omit<Recipient, 'grants' | 'choices'> & {
  role: Role
  levels: ModuleLevels
  choices: { topic: NotificationTopic; in_bell: boolean; mail: NotificationMail }[]
}
const toRecipient = ({ role, levels, choices, ...person }: Row): Recipient => ({
  ...person,
  grants: grantsOf({ role, levels, kind: person.kind }),
  choices: new Map(choices.map(({ topic, ...choice }) => [topic, choice])),
})

/** People who can sign in, with what they may see now and what they chose. */
async function listRecipients(db: Db, which: ReturnType<typeof sql>): Promise<Recipient[]> {
  const { rows } = await sql<Row>`
    select u.id, u.company_id, u.email, u.first_name, u.role, u.levels, c.kind, c.brand,
      coalesce(language_of(u.id), customers.language, 'en') as language,
      coalesce((select jsonb_agg(jsonb_build_object('topic', topic, 'in_bell', in_bell, 'mail', mail)) from notification_choices n where n.user_id = u.id), '[]') as choices
    from users u join companies c on c.id = u.company_id left join customers on customers.company_id = c.id
    where u.is_active and c.status = 'active' and ${which}`.execute(db)
  return rows.map(toRecipient)
}
/** The people of these customers, and the provider's. */
export const listPeopleOf = (db: Db, companyIds: readonly number[], withStaff: boolean): Promise<Recipient[]> =>
  listRecipients(
    db,
    sql`(u.company_id = any(${companyIds}::bigint[]) or ${withStaff} and c.kind = ${'provider' satisfies CompanyKind})`,
  )
export const listPeople = (db: Db, ids: readonly number[]): Promise<Recipient[]> =>
  listRecipients(db, sql`u.id = any(${ids}::bigint[])`)
