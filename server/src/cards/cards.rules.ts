import { toUnits } from '@portal/contract/rules/money.ts'
import { balanceColumns, type CardColumns, type StoredCard } from './cards.columns.ts'

/** A balance that comes back as it was read was not edited, so it keeps its current value (FORM-7). */
export function keepUntouchedBalances(
  columns: CardColumns,
  stored: StoredCard,
  read: string | null | undefined,
): CardColumns {
  const asRead = read?.split(',') ?? []
  if (asRead.length !== balanceColumns.length) return columns
  const kept = balanceColumns.filter((column, at) => String(columns[column] ?? '') === asRead[at])
  return { ...columns, ...Object.fromEntries(kept.map((column) => [column, stored[column]])) }
}

/** The largest balance that a card can be saved with again (API-2). */
const mostCents = toUnits(99_999_999.99, 'money')
/**
 * Loads dash cash once: adds the typed amount to the balance and resets the amount to zero. Returns null if the balance
 * would exceed its maximum.
 */
export function loadDashCash(columns: CardColumns): { columns: CardColumns; loaded_cents: number } | null {
  const loaded_cents = columns.increment_dash_cash_amount_cents
  const dash_cash_balance_cents = columns.dash_cash_balance_cents + loaded_cents
  if (loaded_cents === 0) return { columns, loaded_cents }
  if (dash_cash_balance_cents > mostCents) return null
  return { columns: { ...columns, dash_cash_balance_cents, increment_dash_cash_amount_cents: 0 }, loaded_cents }
}

/** The columns whose values differ from the stored card. */
export const changedColumns = (columns: CardColumns, stored: StoredCard): string[] =>
  Object.keys(columns).filter((column) => columns[column as keyof CardColumns] !== stored[column as keyof CardColumns])
