import { type Expression, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { BillingSettings } from '../db/schema.ts'

export type StoredSettings = Selectable<BillingSettings>

/** How to pay, in the language of a document. Without a text in French, the English one. */
export const instructionsIn = (language: Expression<unknown>) =>
  sql<
    string | null
  >`case when ${language} = 'fr' and payment_instructions_fr <> '' then payment_instructions_fr else payment_instructions end`

/** The provider's only row; undefined until it is first saved. */
export const findSettings = (db: Db): Promise<StoredSettings | undefined> =>
  db.selectFrom('billing_settings').selectAll().executeTakeFirst()

/**
 * Locks the settings until the transaction ends. Locks the provider's row because the settings row may not exist yet.
 */
export async function lockSettings(db: Db, companyId: number): Promise<StoredSettings | undefined> {
  await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  return findSettings(db)
}

export async function saveSettings(db: Db, company_id: number, columns: Updateable<BillingSettings>): Promise<void> {
  await db
    .insertInto('billing_settings')
    .values({ ...columns, company_id })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet(({ eb, ref }) => ({
        ...columns,
        version: eb(ref('billing_settings.version'), '+', 1),
        updated_at: eb.fn('now'),
      })),
    )
    .execute()
}
