import type { ProviderStatement } from '@portal/contract/booking/provider-statements.ts'
import type { TieStatus } from '@portal/contract/imports/tie-out.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { StoredTieOut } from './tie-out.rules.ts'

export type TiedImport = { import_id: number; file_name: string; created_at: string; tie_out: StoredTieOut }
export type StatementImport = ProviderStatement['imports'][number]

/**
 * What a statement's files say in its currency. The provider bills every row of its files, also those that are
 * quarantined or rejected here, so all of them count; a row that two of the files contain counts once.
 */
export function sumStatement(
  currency: string,
  tied: readonly TiedImport[],
): { files_cents: number; imports: StatementImport[] } {
  const ids = new Set(tied.map(({ import_id }) => import_id))
  let files_cents = 0
  const imports = tied.map(({ import_id, file_name, created_at, tie_out }): StatementImport => {
    const groups = tie_out.groups.filter((group) => group.currency === currency)
    const sum = (cents: (group: (typeof groups)[number]) => number) => groups.reduce((all, one) => all + cents(one), 0)
    const amount = sum(({ file }) => file.amount_cents)
    const repeated = tie_out.repeats
      .filter((one) => one.currency === currency && one.import_id !== import_id && ids.has(one.import_id))
      .reduce((all, one) => all + one.amount_cents, 0)
    files_cents += amount - repeated
    return {
      import_id,
      file_name,
      created_at,
      amount: fromUnits(amount, 'money'),
      repeated: fromUnits(repeated, 'money'),
      quarantined: fromUnits(
        sum(({ quarantined }) => quarantined.amount_cents),
        'money',
      ),
      rejected: fromUnits(
        sum(({ rejected }) => rejected.amount_cents),
        'money',
      ),
      unread_rows: sum(({ unread }) => unread),
    }
  })
  return { files_cents, imports }
}

/** An explanation holds for the difference that it explained. */
export const statementStatus = (difference_cents: number, explained_cents: number | null): TieStatus =>
  difference_cents === 0 ? 'tied' : difference_cents === explained_cents ? 'explained' : 'open'
