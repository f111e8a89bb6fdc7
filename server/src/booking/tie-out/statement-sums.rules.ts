import type { ProviderStatement } from '@portal/contract/booking/provider-statements.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { StoredTieOut } from './tie-out.rules.ts'

export type TiedImport = { import_id: number; file_name: string; created_at: string; tie_out: StoredTieOut }
export type StatementImport = ProviderStatement['imports'][number]

/** A statement's files, each with what it says in the statement's currency. A row that two of them contain counts once. */
export function statementImports(currency: string, tied: readonly TiedImport[]): StatementImport[] {
  const ids = new Set(tied.map(({ import_id }) => import_id))
  return tied.map(({ import_id, file_name, created_at, tie_out }) => {
    const groups = tie_out.groups.filter((group) => group.currency === currency)
    const sum = (cents: (group: (typeof groups)[number]) => number) => groups.reduce((all, one) => all + cents(one), 0)
    const repeated = tie_out.repeats
      .filter((one) => one.currency === currency && one.import_id !== import_id && ids.has(one.import_id))
      .reduce((all, one) => all + one.amount_cents, 0)
    const money = (cents: (group: (typeof groups)[number]) => number) => fromUnits(sum(cents), 'money')
    return {
      import_id,
      file_name,
      created_at,
      amount: money(({ file }) => file.amount_cents),
      repeated: fromUnits(repeated, 'money'),
      quarantined: money(({ quarantined }) => quarantined.amount_cents),
      rejected: money(({ rejected }) => rejected.amount_cents),
      unread_rows: sum(({ unread }) => unread),
    }
  })
}
