import type { BilledTransaction } from '@portal/contract/invoices/invoices.ts'
import { type FilterSpec, parseRange } from '@portal/contract/list.ts'

/** The filters of INV-4, in the format of lists. All rows are loaded, so the page applies them itself. */
export const billedFilters = {
  auth_code: { kind: 'text' },
  timestamp: { kind: 'date' },
  merchant_number: { kind: 'text' },
  merchant_city: { kind: 'text' },
  amount: { kind: 'money' },
} as const satisfies Record<string, FilterSpec>
export type BilledField = keyof typeof billedFilters
export type BilledQuery = Partial<Record<BilledField, string>>

const contains = (value: string | null, query: string): boolean =>
  (value ?? '').toLocaleLowerCase().includes(query.toLocaleLowerCase())
/** Compares days as text and amounts as numbers. An invalid number matches nothing. */
function isWithin<T extends string | number>(value: T, query: string, read: (end: string) => T): boolean {
  const { from, to } = parseRange(query)
  return (from === null || value >= read(from)) && (to === null || value <= read(to))
}

const matches: Readonly<Record<BilledField, (row: BilledTransaction, query: string) => boolean>> = {
  auth_code: (row, query) => contains(row.auth_code, query),
  timestamp: (row, query) => isWithin(row.timestamp.slice(0, 10), query, String),
  merchant_number: (row, query) => contains(row.merchant_number, query),
  merchant_city: (row, query) => contains(row.merchant_city, query),
  amount: (row, query) => isWithin(row.amount, query, Number),
}
export function filterBilled(rows: readonly BilledTransaction[], query: BilledQuery): readonly BilledTransaction[] {
  const asked = (Object.entries(query) as [BilledField, string][]).filter(([, text]) => text !== '')
  return asked.length === 0 ? rows : rows.filter((row) => asked.every(([field, text]) => matches[field](row, text)))
}
