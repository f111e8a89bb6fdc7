import { decimalsOf, fromUnits, toUnits } from '../rules/money.ts'

/** An amount as typed: null if empty, NaN if it is not a number. */
type Typed = number | null

/** In cents. What is not an amount of money counts as none: the field shows its own error. */
const cents = (amount: Typed): number =>
  amount !== null && Number.isFinite(amount) && amount > 0 && decimalsOf(amount) <= 2 ? toUnits(amount, 'money') : 0

/** Shares an amount over open invoices in their order, oldest first, never above what is due on one (RECV-1). */
export function proposeAllocations(invoices: readonly { amount_due: number }[], amount: Typed): number[] {
  let left = cents(amount)
  return invoices.map(({ amount_due }) => {
    const part = Math.min(left, cents(amount_due))
    left -= part
    return fromUnits(part, 'money')
  })
}

export function sumAllocations(parts: readonly Typed[]): number {
  return fromUnits(
    parts.reduce<number>((sum, part) => sum + cents(part), 0),
    'money',
  )
}

/** What stays on account; below zero if more is allocated than there is. */
export const leftAfter = (amount: Typed, parts: readonly Typed[]): number =>
  fromUnits(cents(amount) - cents(sumAllocations(parts)), 'money')

/** How much of an invoice the money still pays, beside its other allocations. */
export const partThatFits = (amount: Typed, others: readonly Typed[], due: number): number =>
  fromUnits(Math.max(0, Math.min(cents(due), cents(amount) - cents(sumAllocations(others)))), 'money')

/** The number of the first invoice that is dated after the money came in: until then it is on account (RECV-6). */
export const firstIssuedAfter = (
  receiptDate: string | null,
  invoices: readonly { invoice_number: string; issued_date: string }[],
  parts: readonly Typed[],
): string | null =>
  receiptDate === null
    ? null
    : (invoices.find(({ issued_date }, at) => cents(parts[at] ?? null) > 0 && issued_date > receiptDate)
        ?.invoice_number ?? null)
