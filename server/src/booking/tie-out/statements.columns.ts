import type { ProviderStatement } from '@portal/contract/booking/provider-statements.ts'
import type { TieStatus } from '@portal/contract/imports/tie-out.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { ProviderStatements } from '../../db/schema.ts'
import { statementImports, type TiedImport } from './statement-sums.rules.ts'

/** With its provider's name and its imports. */
export type StoredStatement = Selectable<ProviderStatements> & { provider: string; tied: TiedImport[] }

export function toProviderStatement(stored: StoredStatement): ProviderStatement {
  const imports = statementImports(stored.currency, stored.tied)
  const { files_cents, explained_cents } = stored
  return {
    id: stored.id,
    provider: stored.provider,
    number: stored.number,
    currency: stored.currency as Currency,
    statement_date: stored.statement_date as unknown as string,
    total: fromUnits(stored.total_cents, 'money'),
    note: stored.note,
    files_total: fromUnits(files_cents, 'money'),
    difference: fromUnits(stored.total_cents - files_cents, 'money'),
    status: stored.status as TieStatus,
    explanation: stored.explanation,
    explained_difference: explained_cents === null ? null : fromUnits(explained_cents, 'money'),
    explained_by: stored.explained_by,
    explained_at: stored.explained_at as unknown as string | null,
    import_count: imports.length,
    imports,
    created_by: stored.created_by,
    created_at: stored.created_at as unknown as string,
    updated_at: stored.updated_at as unknown as string,
    version: stored.version,
  }
}

/** The fields that staff keep, for the audit log. */
export const auditedStatement = (statement: ProviderStatement) => ({
  statement_number: statement.number,
  statement_date: statement.statement_date,
  statement_total: statement.total,
  currency: statement.currency,
  note: statement.note,
  explanation: statement.explanation,
  explained_difference: statement.explained_difference,
  tied_files: statement.imports.map(({ file_name }) => file_name).join(', '),
})
