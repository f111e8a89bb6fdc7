import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'

/** Whose report a file is, which customer it is about if that is another company, and the person's language. */
export type ReportHead = { brand: BrandKey; company: string; customer: string | null; language: DocumentLanguage }
export async function getReportHead(
  db: Db,
  { company_id, user_id }: { company_id: number; user_id: number },
  about: ReportRow,
): Promise<ReportHead> {
  const { rows } = await sql<ReportHead>`
    select c.brand, c.name as company, (select name from companies where id = ${about.company_id ?? null} and id <> c.id) as customer,
      coalesce(language_of(${user_id}), customers.language, 'en') as language
    from companies c left join customers on customers.company_id = c.id where c.id = ${company_id}`.execute(db)
  return rows[0] as ReportHead
}
