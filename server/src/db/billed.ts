import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * No index of transactions names their invoice, so that billing can change them in place (decision 67). These find them
 * through the tables that triggers keep.
 */
export const isOnInvoice = (transactions: string, invoiceId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${transactions}.id`)} in (select transaction_id from billed_transactions where invoice_id = ${invoiceId}::bigint)`

/** The unbilled transactions of a company, to read from. */
export const unbilledOf = (companyId: number): RawBuilder<unknown> =>
  sql`(select t.* from unbilled_transactions u join transactions t on t.id = u.transaction_id where u.company_id = ${companyId}::bigint)`
