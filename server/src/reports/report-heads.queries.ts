import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'

/** Whose report a file is, and in which language the person reads. */
export type ReportHead = { brand: BrandKey; company: string; language: DocumentLanguage }
export async function getReportHead(
  db: Db,
  { company_id, user_id }: { company_id: number; user_id: number },
): Promise<ReportHead> {
  const { rows } = await sql<ReportHead>`
    select c.brand, c.name as company, coalesce(language_of(${user_id}), customers.language, 'en') as language
    from companies c left join customers on customers.company_id = c.id where c.id = ${company_id}`.execute(db)
  return rows[0] as ReportHead
}
