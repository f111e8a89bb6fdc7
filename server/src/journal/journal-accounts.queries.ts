import { defaultJournalSettings, type JournalMapping, type JournalSettings } from '@portal/contract/journal/journal.ts'
import { defaultJournalAccounts } from '@portal/contract/journal/journal-accounts.data.ts'
import type { JournalAccount } from '@portal/contract/journal/journal-accounts.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type Mapping = Pick<JournalMapping, 'accounts' | 'settings'>
const stored = (db: Db) =>
  db
    .selectFrom('journal_settings')
    .select([sql<JournalAccount[]>`accounts`.as('accounts'), sql<JournalSettings>`settings`.as('settings'), 'version'])
const toMapping = (found: (Mapping & { version: number }) | undefined): JournalMapping =>
  found
    ? { ...found, is_default: false }
    : { accounts: [...defaultJournalAccounts], settings: defaultJournalSettings, is_default: true, version: 1 }

/** As saved, else the portal's own. */
export const readMapping = async (db: Db): Promise<JournalMapping> => toMapping(await stored(db).executeTakeFirst())
export const lockMapping = async (db: Db): Promise<JournalMapping> =>
  toMapping(await stored(db).forUpdate().executeTakeFirst())

/** False if another one was saved meanwhile. */
export async function writeMapping(
  db: Db,
  company_id: number,
  { accounts, settings }: Mapping,
  { version, is_default }: Pick<JournalMapping, 'version' | 'is_default'>,
): Promise<boolean> {
  const values = { accounts: JSON.stringify(accounts), settings: JSON.stringify(settings), version: version + 1 }
  const written = is_default
    ? await db
        .insertInto('journal_settings')
        .values({ company_id, ...values })
        .onConflict((conflict) => conflict.column('company_id').doNothing())
        .returning('company_id')
        .executeTakeFirst()
    : await db
        .updateTable('journal_settings')
        .set(({ eb }) => ({ ...values, updated_at: eb.fn('now') }))
        .where('company_id', '=', company_id)
        .returning('company_id')
        .executeTakeFirst()
  return written !== undefined
}
