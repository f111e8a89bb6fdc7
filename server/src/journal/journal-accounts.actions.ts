import { AppError } from '@portal/contract/errors.ts'
import type { JournalMapping, JournalMappingInput } from '@portal/contract/journal/journal.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { lockMapping, type Mapping, readMapping, writeMapping } from './journal-accounts.queries.ts'

/** A row of the mapping as the audit log shows it. */
const rowTexts = ({ accounts }: Mapping): string[] =>
  accounts.map(
    ({ pattern, currency, account_number, account_name }) =>
      `${pattern}${currency ? ` ${currency}` : ''}: ${account_number} ${account_name}`,
  )
/** Only rows that changed, so that an entry of the log stays short. */
function changedRows(before: Mapping, after: Mapping) {
  const [old, given] = [new Set(rowTexts(before)), new Set(rowTexts(after))]
  return { before: [...old.difference(given)], after: [...given.difference(old)] }
}

/** Applies to the next export. Batches keep the accounts that they were exported with. */
export async function saveMapping(
  { db, actor, audit }: Context,
  { version, accounts, settings }: JournalMappingInput,
): Promise<JournalMapping> {
  const before = await lockMapping(db)
  if (version && version !== before.version) throw new AppError('record.stale')
  const after = { accounts, settings }
  if (!(await writeMapping(db, actor.company_id, after, before))) throw new AppError('record.stale')
  const rows = changedRows(before, after)
  await audit({
    record: { type: 'journal_settings', id: actor.company_id, label: actor.company_name },
    ...changes({ journal_accounts: rows.before, ...before.settings }, { journal_accounts: rows.after, ...settings }),
  })
  return readMapping(db)
}
