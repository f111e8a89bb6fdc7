import type {
  ProviderStatement,
  StatementChange,
  StatementInput,
} from '@portal/contract/booking/provider-statements.ts'
import { AppError } from '@portal/contract/errors.ts'
import { readProvider } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { findImports } from '../../imports/imports.queries.ts'
import { changes } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/http/context.ts'
import type { StoredImport } from '../../platform/sheets/import-work.ts'
import { auditedStatement, type StoredStatement, toProviderStatement } from './statements.columns.ts'
import { getStatement, insertStatement, lockStatement, replaceTies, updateStatement } from './statements.queries.ts'
import type { StoredTieOut } from './tie-out.rules.ts'

const recordOf = ({ id, provider, number }: Pick<StoredStatement, 'id' | 'provider' | 'number'>) => ({
  type: 'provider_statement',
  id,
  label: `${provider} ${number}`,
})
const nameOf = ({ actor }: Context) => `${actor.first_name} ${actor.last_name}`

/** Why an import cannot be on the statement: it must be a finished file of the provider with rows in the currency. */
function tieFault(
  found: StoredImport,
  { provider, currency }: Pick<StoredStatement, 'provider' | 'currency'>,
): Message | null {
  const file = found.file_name
  if (found.kind !== 'transactions' || found.status !== 'done') return message('statement.not-booked', { file })
  if (found.provider !== provider) return message('statement.other-provider', { file, provider })
  const tie_out = found.tie_out as unknown as StoredTieOut | null
  if (tie_out === null) return message('statement.no-figures', { file })
  if (tie_out.groups.every((group) => group.currency !== currency))
    return message('statement.other-currency', { file, currency })
  return null
}

/** Those that are on it already stay, whatever their import is by now. */
async function tie({ db, actor }: Context, stored: StoredStatement, importIds: readonly number[]): Promise<void> {
  const ids = [...new Set(importIds)]
  const known = new Set(stored.tied.map(({ import_id }) => import_id))
  const wanted = ids.filter((id) => !known.has(id))
  const found = await findImports(db, actor, wanted)
  const fault =
    found.length < wanted.length
      ? 'statement.unknown-import'
      : (found.map((one) => tieFault(one, stored)).find((one) => one !== null) ?? null)
  if (fault !== null) throw new AppError('request.invalid', { import_ids: fault })
  await replaceTies(db, stored, ids)
}

export async function createStatement(context: Context, input: StatementInput): Promise<ProviderStatement> {
  const { db, audit } = context
  const provider = readProvider(input.provider)
  if (!provider) throw new AppError('request.invalid', { provider: 'product-code.provider' })
  const { number, currency, statement_date, total, note = null, import_ids = [] } = input
  const total_cents = toUnits(total, 'money')
  const created_by = nameOf(context)
  const id = await insertStatement(db, provider, { number, currency, statement_date, total_cents, note, created_by })
  await tie(context, await getStatement(db, id), import_ids)
  const saved = toProviderStatement(await getStatement(db, id))
  await audit({ record: recordOf(saved), after: auditedStatement(saved) })
  return saved
}

/** What is sent answers for the difference as it is after the change; without a difference it is dropped. */
function explanationOf(context: Context, changed: StoredStatement, explanation: string | null) {
  const explained_cents = changed.total_cents - changed.files_cents
  return explanation === null || explained_cents === 0
    ? { explanation: null, explained_cents: null, explained_by: null }
    : { explanation, explained_cents, explained_by: nameOf(context) }
}

export async function changeStatement(
  context: Context,
  id: number,
  { version, import_ids, explanation, total, ...input }: StatementChange,
): Promise<ProviderStatement> {
  const { db, audit } = context
  const stored = await lockStatement(db, id)
  if (version && version !== stored.version) throw new AppError('record.stale')
  if (import_ids) await tie(context, stored, import_ids)
  const total_cents = total === undefined ? stored.total_cents : toUnits(total, 'money')
  const changed = { ...(import_ids ? await getStatement(db, id) : stored), total_cents }
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  await updateStatement(db, id, {
    ...given,
    total_cents,
    ...(explanation === undefined ? {} : explanationOf(context, changed, explanation)),
  })
  const saved = toProviderStatement(await getStatement(db, id))
  await audit({
    record: recordOf(saved),
    ...changes(auditedStatement(toProviderStatement(stored)), auditedStatement(saved)),
  })
  return saved
}
