import { roles } from '@portal/contract/permissions.ts'
import pg from 'pg'
import { hashPassword } from '../platform/access/passwords.ts'
import { StartError } from '../process/start-error.ts'

export type NewAdmin = { email: string; password: string; first: string; last: string; company: string }

/** Creates the provider's first Admin, and the provider if the database is empty. Returns the provider's name. */
export async function createProviderAdmin(
  ownerUrl: string,
  { email, password, first, last, company }: NewAdmin,
): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'portal create-admin' })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query(
      `insert into companies (kind, name) select 'provider', $1 where not exists (select from companies where kind = 'provider')`,
      [company],
    )
    const provider = (
      await owner.query<{ id: string; name: string }>(`select id, name from companies where kind = 'provider'`)
    ).rows[0]
    const made = await owner.query(
      `insert into users (company_id, email, first_name, last_name, role, password_hash) values ($1, $2, $3, $4, $5, $6) on conflict (email) do nothing`,
      [provider?.id, email.toLowerCase(), first, last, roles.admin, await hashPassword(password)],
    )
    if (made.rowCount === 0) throw new StartError(`The e-mail ${email} is already in use.`)
    await owner.query(
      `insert into audit_log (user_email, company_id, action, record_type, record_label) values ('create-admin', $1, 'users.create', 'user', $2)`,
      [provider?.id, email.toLowerCase()],
    )
    await owner.query('commit')
    return provider?.name ?? company
  } finally {
    await owner.end()
  }
}
