import type { PersonLanguage } from '@portal/contract/profile/profile.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'

const pageSize = 250

export async function getLanguage(db: Db, userId: number): Promise<PersonLanguage> {
  const { rows } = await sql<{ language: PersonLanguage | null }>`select language_of(${userId}) as language`.execute(db)
  return rows[0]?.language ?? 'en'
}

/** The company's users after an id, as its Admins see them. What only the person sees in the profile is not theirs. */
export const listPeopleAfter = (db: Db, scope: Scope, id: number) =>
  visible('users', 'company_id')(db, scope)
    .select([
      'id',
      'email',
      'first_name',
      'last_name',
      'phone',
      'city',
      'state',
      'country',
      'role',
      'levels',
      'is_active',
    ])
    .where('deleted_at', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(pageSize)
    .execute()

/** The company's stored documents after an id, with the number that is printed on them. */
export const listDocumentsAfter = (db: Db, scope: Scope, id: number) =>
  visible('issued_documents', 'company_id')(db, scope)
    .leftJoin('invoices', 'invoices.id', 'issued_documents.invoice_id')
    .leftJoin('credit_notes', 'credit_notes.id', 'issued_documents.credit_note_id')
    .select([
      'issued_documents.id',
      'issued_documents.format',
      'issued_documents.storage_key',
      'issued_documents.sha256',
    ])
    .select(sql<string>`coalesce(invoice_number, credit_note_number, code)`.as('number'))
    .where('issued_documents.id', '>', id)
    .orderBy('issued_documents.id')
    .limit(pageSize)
    .execute()

/** The company's attachments and pictures after an id. */
export const listFilesAfter = (db: Db, scope: Scope, id: number) =>
  visible('files', 'company_id')(db, scope)
    .leftJoin('users', 'users.id', 'files.uploaded_by')
    .select(['files.id', 'files.name', 'files.owner_type', 'files.owner_id', 'files.size_bytes'])
    .select(['files.created_at as uploaded_at', 'files.storage_key', 'files.sha256'])
    .select(userNameOf('users').as('uploaded_by'))
    .where('files.id', '>', id)
    .orderBy('files.id')
    .limit(pageSize)
    .execute()

/** Few at once: each looks through its own transactions for one of the company's. */
const importsAtOnce = 20
/** The transaction files after an id, and whether they had transactions of the company. */
export async function listImportsAfter(db: Db, companyId: number, id: number) {
  const { rows } = await sql<{
    id: number
    file_name: string
    provider: string | null
    imported_at: string
    is_theirs: boolean
  }>`
    select id, file_name, provider, finished_at as imported_at,
      exists (select from transactions where import_id = imports.id and company_id = ${companyId}) as is_theirs
    from imports where kind = 'transactions' and status = 'done' and id > ${id} order by id limit ${importsAtOnce}`.execute(
    db,
  )
  return rows
}
